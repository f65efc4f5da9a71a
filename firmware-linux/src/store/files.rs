//! Files of games: read within bounds, written whole or not at all.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

/// The largest file that is read: a thousand times a long game.
pub const LARGEST: u64 = 1 << 20;

/// Why a file was not read or written. Nothing has changed on the disk.
#[derive(Debug)]
pub enum StoreError {
    /// There is something of that name, and it may not be overwritten.
    Exists,
    /// It is a folder, a device or a pipe.
    NotAFile,
    /// It is larger than [`LARGEST`].
    TooLarge,
    /// What the system says.
    Io(io::Error),
}

impl From<io::Error> for StoreError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
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
/// disk: a reader finds the old file or the new one, never a part.
///
/// # Errors
/// A file of that name exists and `overwrite` is not set, the name is taken by something that is
/// no ordinary file, or the system refuses. What was there is untouched.
pub fn write(path: &Path, text: &str, overwrite: bool) -> Result<(), StoreError> {
    let path = target(path)?;
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut file = passing_file(folder)?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    if overwrite {
        file.persist(&path).map_err(|error| error.error)?;
        return Ok(());
    }
    match file.persist_noclobber(&path) {
        Ok(_) => Ok(()),
        Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => Err(StoreError::Exists),
        Err(error) => Err(error.error.into()),
    }
}

/// Where to write: through a link, to the file that it names.
fn target(path: &Path) -> Result<PathBuf, StoreError> {
    match fs::metadata(path) {
        Ok(found) if found.is_file() => Ok(fs::canonicalize(path)?),
        Ok(_) => Err(StoreError::NotAFile),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(path.to_path_buf()),
        Err(error) => Err(error.into()),
    }
}

/// With the permissions of any new file, not with those of a secret.
fn passing_file(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(".minmax-h3-");
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
