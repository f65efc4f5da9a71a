//! Files of games: read within bounds, written whole or not at all.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

/// The largest file that is read: a thousand times a long game.
pub const LARGEST: u64 = 1 << 20;
/// How passing names begin.
const PASSING: &str = ".minmax-h3-";

/// Why a file was not read or written. Nothing has changed on the disk.
#[derive(Debug)]
pub enum StoreError {
    /// There is something of that name, and it may not be overwritten.
    Exists,
    /// It is a folder, a device or a pipe.
    NotAFile,
    /// It is larger than [`LARGEST`].
    TooLarge,
    /// There is no room left, on the disk or for this user.
    Full(io::Error),
    /// What else the system says.
    Io(io::Error),
}

impl StoreError {
    /// Whether nothing of that name was there.
    pub(super) fn is_missing(&self) -> bool {
        matches!(self, Self::Io(error) if error.kind() == ErrorKind::NotFound)
    }

    /// Whether there is no room left: whoever makes some has mended it.
    #[must_use]
    pub const fn is_full(&self) -> bool {
        matches!(self, Self::Full(_))
    }
}

impl From<io::Error> for StoreError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => Self::Full(error),
            _ => Self::Io(error),
        }
    }
}

/// The path as people write it: `~/` is the home folder.
#[must_use]
pub fn path_of(text: &str, home: Option<PathBuf>) -> PathBuf {
    match (text.strip_prefix("~/"), home) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => PathBuf::from(text),
    }
}

/// Reads a whole file.
///
/// # Errors
/// It is no ordinary file, too large, or cannot be read.
pub fn read(path: &Path) -> Result<Vec<u8>, StoreError> {
    if !fs::metadata(path)?.is_file() {
        return Err(StoreError::NotAFile); // opening a pipe would wait for its other end
    }
    let mut bytes = Vec::new();
    File::open(path)?
        .take(LARGEST + 1)
        .read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST {
        return Err(StoreError::TooLarge);
    }
    Ok(bytes)
}

/// Writes a file under a passing name beside it and gives it its name only when all is on the
/// disk: a reader finds the old file or the new one, never a part. Whoever hears that it was
/// written finds it there after the power has failed.
///
/// # Errors
/// A file of that name exists and `overwrite` is not set, the name is taken by something that is
/// no ordinary file, or the system refuses. What was there is untouched; only if the folder
/// cannot be synced the new file stands there already, and may be gone after the power has failed.
pub fn write(path: &Path, text: &str, overwrite: bool) -> Result<(), StoreError> {
    let path = target(path)?;
    let folder = folder_of(&path);
    let mut file = passing_file(folder)?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    if overwrite {
        file.persist(&path).map_err(|error| error.error)?;
    } else if let Err(error) = file.persist_noclobber(&path) {
        return Err(match error.error.kind() {
            ErrorKind::AlreadyExists => StoreError::Exists,
            _ => error.error.into(),
        });
    }
    Ok(sync_folder(folder)?)
}

/// Creates a folder and those above it, each of them synced.
pub(super) fn create_folder(folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    let above = folder_of(folder);
    if above != folder {
        create_folder(above)?;
    }
    fs::create_dir(folder)?;
    sync_folder(above)
}

/// Gives a file another name in its folder.
pub(super) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    fs::rename(from, to)?;
    sync_folder(folder_of(to))
}

/// Removes what an interrupted [`write()`] has left in the folder, as far as it can be removed.
pub(super) fn remove_passing(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let passing = name.to_string_lossy().starts_with(PASSING);
        if passing && entry.file_type().is_ok_and(|kind| kind.is_file()) {
            let _ = fs::remove_file(entry.path()); // it takes room, and does no other harm
        }
    }
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Puts the names in the folder on the disk: a new file is not found without its name.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    let Ok(opened) = File::open(folder) else {
        return Ok(()); // it may be written and not read
    };
    match opened.sync_all() {
        // Some file systems, network ones above all, know no such thing.
        Err(error) if [ErrorKind::InvalidInput, ErrorKind::Unsupported].contains(&error.kind()) => {
            Ok(())
        }
        synced => synced,
    }
}

/// Other systems open no folders.
#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Where to write: through a link, to the file that it names.
fn target(path: &Path) -> Result<PathBuf, StoreError> {
    match fs::metadata(path) {
        Ok(found) if found.is_file() => Ok(fs::canonicalize(path)?),
        Ok(_) => Err(StoreError::NotAFile),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(path.to_path_buf()),
        Err(error) => Err(error.into()),
    }
}

/// With the permissions of any new file, not with those of a secret.
fn passing_file(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(PASSING);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.collect()
    }

    #[test]
    fn a_file_is_overwritten_only_when_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sgf");
        write(&path, "one", false).unwrap();
        assert!(matches!(
            write(&path, "two", false),
            Err(StoreError::Exists)
        ));
        assert_eq!(read(&path).unwrap(), b"one");
        write(&path, "two", true).unwrap();
        assert_eq!(read(&path).unwrap(), b"two");
        assert_eq!(names(folder.path()), ["a.sgf"]);
    }

    #[test]
    fn folders_and_missing_folders_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        assert!(matches!(
            write(folder.path(), "", true),
            Err(StoreError::NotAFile)
        ));
        assert!(matches!(read(folder.path()), Err(StoreError::NotAFile)));
        let nowhere = folder.path().join("no/such/folder.sgf");
        assert!(matches!(write(&nowhere, "", true), Err(StoreError::Io(_))));
        assert!(names(folder.path()).is_empty());
    }

    #[test]
    fn large_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("large");
        fs::write(&path, vec![b' '; LARGEST as usize]).unwrap();
        assert_eq!(read(&path).unwrap().len() as u64, LARGEST);
        fs::write(&path, vec![b' '; LARGEST as usize + 1]).unwrap();
        assert!(matches!(read(&path), Err(StoreError::TooLarge)));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_and_a_device_a_device() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        write(&link, "new", true).unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert!(matches!(
            write(Path::new("/dev/null"), "", true),
            Err(StoreError::NotAFile)
        ));
        assert!(matches!(
            read(Path::new("/dev/zero")),
            Err(StoreError::NotAFile)
        ));
    }

    #[test]
    fn a_full_disk_is_told_from_other_trouble() {
        for kind in [ErrorKind::StorageFull, ErrorKind::QuotaExceeded] {
            let error = StoreError::from(io::Error::from(kind));
            assert!(matches!(error, StoreError::Full(_)), "{kind}");
        }
        let error = StoreError::from(io::Error::from(ErrorKind::ReadOnlyFilesystem));
        assert!(matches!(error, StoreError::Io(_)));
    }

    /// As a real device says it.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_device_is_full() {
        let full = File::options().write(true).open("/dev/full");
        let error = full.unwrap().write_all(b"x").unwrap_err();
        assert!(matches!(StoreError::from(error), StoreError::Full(_)));
    }

    #[test]
    fn folders_are_created_with_those_above() {
        let folder = tempfile::tempdir().unwrap();
        let deep = folder.path().join("a/b/c");
        create_folder(&deep).unwrap();
        create_folder(&deep).unwrap();
        assert!(deep.is_dir());
        fs::write(deep.join("file"), "").unwrap();
        assert!(create_folder(&deep.join("file")).is_err());
        assert!(create_folder(&deep.join("file/d")).is_err());
    }

    #[test]
    fn only_what_an_interrupted_write_has_left_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let left = passing_file(folder.path()).unwrap();
        left.keep().unwrap();
        let other = folder.path().join("minmax-h3-x");
        fs::write(&other, "").unwrap();
        let deep = folder.path().join(".minmax-h3-folder");
        fs::create_dir(&deep).unwrap();
        remove_passing(folder.path());
        remove_passing(&other);
        let mut left = names(folder.path());
        left.sort();
        assert_eq!(left, [".minmax-h3-folder", "minmax-h3-x"]);
    }

    #[test]
    fn the_home_folder_has_a_short_name() {
        let home = Some(PathBuf::from("/home/me"));
        assert_eq!(
            path_of("~/a.sgf", home.clone()),
            Path::new("/home/me/a.sgf")
        );
        assert_eq!(path_of("a~/b.sgf", home), Path::new("a~/b.sgf"));
        assert_eq!(path_of("~/a.sgf", None), Path::new("~/a.sgf"));
    }
}
