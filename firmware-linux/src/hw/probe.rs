//! What is there of the hardware, for the check: everything is opened as the box would open it, and let
//! go of again. No output is driven.

use std::fs;
use std::io::{self, Write};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};

use nix::unistd::{AccessFlags, access};

use super::gpio::{self, LineError};
use super::oled;
use super::pins::{Bias, Line, Port};
use super::uart;

/// The bytes of a long game.
const A_GAME: usize = 4_096;

/// The hardware, or what a test makes of it.
pub trait Hardware {
    /// The line or bus of the H3 behind a device.
    fn port_of(&self, path: &str) -> Option<Port>;

    /// Requests a pin as an input.
    ///
    /// # Errors
    /// It is not to be had.
    fn line(&self, line: &Line, bias: Bias) -> Result<(), LineError>;

    /// Opens a serial line.
    ///
    /// # Errors
    /// What the system says.
    fn serial(&self, path: &Path, baud: u32) -> io::Result<()>;

    /// Whether the system's console is on this line.
    fn is_console(&self, path: &Path) -> bool;

    /// Asks whether somebody answers at an address of an I2C bus.
    ///
    /// # Errors
    /// What the system says.
    fn display(&self, bus: &Path, address: u8) -> io::Result<()>;

    /// Writes a small file in a folder, and removes it.
    ///
    /// # Errors
    /// What the system says.
    fn folder(&self, path: &Path) -> io::Result<()>;

    /// Listens on an address, and lets go of it.
    ///
    /// # Errors
    /// What the system says.
    fn address(&self, address: SocketAddr) -> io::Result<()>;

    /// Reads a small file.
    ///
    /// # Errors
    /// What the system says.
    fn text(&self, path: &Path) -> io::Result<String>;

    /// Whether there is such a command.
    fn command(&self, name: &str) -> bool;
}

/// This machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Machine;

impl Hardware for Machine {
    fn port_of(&self, path: &str) -> Option<Port> {
        port_of_device(path).or_else(|| Port::of_name(path))
    }

    fn line(&self, line: &Line, bias: Bias) -> Result<(), LineError> {
        gpio::input(line, bias).map(drop)
    }

    fn serial(&self, path: &Path, baud: u32) -> io::Result<()> {
        uart::Port::open(path, baud).map(drop)
    }

    fn is_console(&self, path: &Path) -> bool {
        let active = fs::read_to_string("/sys/class/tty/console/active").unwrap_or_default();
        let device = fs::canonicalize(path).unwrap_or_default();
        let name = device.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| active.split_whitespace().any(|console| console == name))
    }

    fn display(&self, bus: &Path, address: u8) -> io::Result<()> {
        oled::probe(bus, address)
    }

    fn folder(&self, path: &Path) -> io::Result<()> {
        if !fs::metadata(path)?.is_dir() {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        access(path, AccessFlags::W_OK | AccessFlags::X_OK)?;
        // The superuser may write everywhere, but not every file system takes files.
        let made = tempfile::tempfile_in(path);
        let mut file = made.map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => io::ErrorKind::Unsupported.into(),
            _ => error,
        })?;
        // A disk without a free byte still takes names.
        file.write_all(&[b'.'; A_GAME])?;
        file.sync_all()
    }

    fn address(&self, address: SocketAddr) -> io::Result<()> {
        TcpListener::bind(address).map(drop)
    }

    fn text(&self, path: &Path) -> io::Result<String> {
        fs::read_to_string(path)
    }

    fn command(&self, name: &str) -> bool {
        let is_there = |path: PathBuf| access(&path, AccessFlags::X_OK).is_ok() && path.is_file();
        if name.contains('/') {
            return is_there(name.into());
        }
        let folders = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&folders).any(|folder| is_there(folder.join(name)))
    }
}

/// As the system knows it: a device is below its controller's node of the device tree, which is
/// named by the address of its registers.
fn port_of_device(path: &str) -> Option<Port> {
    let device = fs::canonicalize(path).ok()?;
    let name = device.file_name()?.to_str()?;
    let classes = ["/sys/class/tty", "/sys/class/i2c-dev"];
    let node = classes.iter().find_map(|class| {
        let node = Path::new(class).join(name).join("device");
        fs::canonicalize(node).ok()
    })?;
    let mut above = node.ancestors();
    above.find_map(|node| Port::of_node(node.file_name()?.to_str()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_a_guess_for_devices_that_are_not_there() {
        assert_eq!(Machine.port_of("/no/dev/ttyS3"), Some(Port::Uart(3)));
        assert_eq!(Machine.port_of("/no/dev/ttyUSB0"), None);
    }

    #[test]
    fn commands_are_found_as_the_shell_finds_them() {
        assert!(Machine.command("sh") && Machine.command("/bin/sh"));
        assert!(!Machine.command("no-such-command") && !Machine.command("/etc/passwd"));
    }

    #[test]
    fn folders_are_folders() {
        let folder = tempfile::tempdir().unwrap();
        assert!(Machine.folder(folder.path()).is_ok());
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        let refused = |path: &Path| Machine.folder(path).unwrap_err().kind();
        assert_eq!(refused(&file), io::ErrorKind::NotADirectory);
        let kernels = refused(Path::new("/proc"));
        let denied = [
            io::ErrorKind::Unsupported,      // to the superuser
            io::ErrorKind::PermissionDenied, // to others
        ];
        assert!(denied.contains(&kernels), "{kernels}");
        let missing = refused(&folder.path().join("missing"));
        assert_eq!(missing, io::ErrorKind::NotFound);
    }

    #[test]
    fn a_folder_without_a_free_byte_is_full() {
        let folder = tempfile::tempdir().unwrap();
        let mut mount = std::process::Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=64k", "none"]);
        let mounted = mount.arg(folder.path()).output();
        if !mounted.is_ok_and(|output| output.status.success()) {
            eprintln!("skipped: only root may make a disk to be filled");
            return;
        }
        let found = Machine.folder(folder.path());
        let mut filler = fs::File::create(folder.path().join("filler")).unwrap();
        while filler.write_all(&[0; 4_096]).is_ok() {}
        drop(filler);
        let full = Machine.folder(folder.path());
        let left = fs::read_dir(folder.path()).unwrap().count();
        let mut unmount = std::process::Command::new("umount");
        unmount.arg(folder.path()).status().unwrap();
        assert!(found.is_ok(), "{found:?}");
        assert_eq!(full.unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert_eq!(left, 1, "only the filler");
    }
}
