//! What is wrong with the hardware, in words, and how to mend it.

use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use std::path::Path;

use nix::libc::{EBUSY, EIO, EISDIR, ENODEV, ENOTTY, ENXIO, EREMOTEIO, ETIMEDOUT};

use crate::hw::gpio::LineError;
use crate::hw::pins::{Line, Port};
use crate::lang::{Lang, texts};
use crate::wording::{self, quoted_path};

/// Something wrong, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// What is wrong.
    pub what: String,
    /// What to do about it.
    pub fix: String,
}

/// Words for trouble, in a language.
#[derive(Clone, Copy, Debug)]
pub struct Words(pub Lang);

impl Words {
    /// A serial line that cannot be opened, or is gone.
    #[must_use]
    pub fn serial(self, path: &Path, error: &io::Error) -> Trouble {
        let (lang, name) = (self.0, quoted_path(path));
        let (what, fix) = match (error.raw_os_error(), error.kind()) {
            (_, ErrorKind::NotFound | ErrorKind::UnexpectedEof) | (Some(ENODEV), _) => {
                return self.no_serial(&name);
            }
            (_, ErrorKind::PermissionDenied) => return self.denied(&name, "dialout"),
            (Some(EIO | ENXIO), _) => (
                texts::TROUBLE_NO_UART.fill(lang, &[&name]),
                texts::MEND_NO_UART.plain(lang).into(),
            ),
            (Some(EBUSY), _) => (
                texts::TROUBLE_BUSY.fill(lang, &[&name]),
                texts::MEND_BUSY_UART.fill(lang, &[&name, &short(&name)]),
            ),
            (Some(ENOTTY | EISDIR), _) => (
                texts::TROUBLE_NO_TTY.fill(lang, &[&name]),
                texts::MEND_SEE.fill(lang, &[&"ls /dev/ttyS* /dev/ttyUSB*"]),
            ),
            _ => return self.other(&name, error),
        };
        Trouble { what, fix }
    }

    fn no_serial(self, name: &str) -> Trouble {
        let see = "ls /dev/ttyS* /dev/ttyUSB*";
        let fix = match Port::of_name(name) {
            Some(port) => {
                let overlay = port.overlay();
                texts::MEND_OVERLAY.fill(self.0, &[&port, &overlay, &see])
            }
            // None of the H3's four, but named like one of them.
            None if short(name).starts_with("ttyS") => texts::MEND_NO_UART.plain(self.0).into(),
            None => texts::MEND_PLUG_IN.fill(self.0, &[&see]),
        };
        let what = texts::TROUBLE_NO_DEVICE.fill(self.0, &[&name]);
        Trouble { what, fix }
    }

    /// A line that works, but not for the box alone.
    #[must_use]
    pub fn console(self, path: &Path) -> Trouble {
        let name = quoted_path(path);
        Trouble {
            what: texts::TROUBLE_CONSOLE.fill(self.0, &[&name]),
            fix: texts::MEND_CONSOLE.fill(self.0, &[&short(&name)]),
        }
    }

    /// A display that does not answer, or a bus that is not there.
    #[must_use]
    pub fn display(self, bus: &Path, address: u8, error: &io::Error) -> Trouble {
        let (lang, name) = (self.0, quoted_path(bus));
        let (what, fix) = match (error.raw_os_error(), error.kind()) {
            (_, ErrorKind::NotFound) | (Some(ENODEV), _) => {
                let port = Port::of_name(&name).unwrap_or(Port::I2c(0));
                let (overlay, see) = (port.overlay(), "ls /dev/i2c-*; sudo modprobe i2c-dev");
                (
                    texts::TROUBLE_NO_DEVICE.fill(lang, &[&name]),
                    texts::MEND_OVERLAY.fill(lang, &[&port, &overlay, &see]),
                )
            }
            (_, ErrorKind::PermissionDenied) => return self.denied(&name, "i2c"),
            (Some(ENXIO | EREMOTEIO | EIO), _) => {
                let (here, there) = (hex(address), hex(address ^ 1));
                (
                    texts::TROUBLE_NAK.fill(lang, &[&name, &here]),
                    texts::MEND_NAK.fill(lang, &[&there]),
                )
            }
            (Some(ETIMEDOUT), _) => (
                texts::TROUBLE_BUS_HANGS.fill(lang, &[&name]),
                texts::MEND_BUS_HANGS.plain(lang).into(),
            ),
            (Some(ENOTTY | EISDIR), _) => (
                texts::TROUBLE_NO_BUS.fill(lang, &[&name]),
                texts::MEND_SEE.fill(lang, &[&"ls /dev/i2c-*"]),
            ),
            _ => return self.other(&name, error),
        };
        Trouble { what, fix }
    }

    /// A pin that is not to be had.
    #[must_use]
    pub fn line(self, line: &Line, error: &LineError) -> Trouble {
        let lang = self.0;
        let (what, fix) = match error {
            LineError::NoChip(found) => (
                texts::TROUBLE_NO_CHIP.fill(lang, &[&line.chip]),
                if found.is_empty() {
                    texts::MEND_NO_CHIPS.plain(lang).into()
                } else {
                    texts::MEND_NO_CHIP.fill(lang, &[&found.join(", ")])
                },
            ),
            LineError::NoLine(count) => (
                texts::TROUBLE_NO_LINE.fill(lang, &[line, &count.saturating_sub(1)]),
                texts::MEND_NO_LINE.plain(lang).into(),
            ),
            LineError::Denied(path) => return self.denied(&quoted_path(path), "gpio"),
            LineError::Busy => (
                texts::TROUBLE_BUSY.fill(lang, &[line]),
                texts::MEND_BUSY_PIN.plain(lang).into(),
            ),
            LineError::NotAble => (
                texts::TROUBLE_NO_BIAS.fill(lang, &[line]),
                texts::MEND_NO_BIAS.plain(lang).into(),
            ),
            LineError::Os(error) => return self.other(&line.to_string(), error),
        };
        Trouble { what, fix }
    }

    /// A folder that cannot be written.
    #[must_use]
    pub fn folder(self, path: &Path, error: &io::Error) -> Trouble {
        let name = quoted_path(path);
        if error.kind() == ErrorKind::NotFound {
            return Trouble {
                what: texts::TROUBLE_NO_FOLDER.fill(self.0, &[&name]),
                fix: texts::MEND_NO_FOLDER.fill(self.0, &[&name]),
            };
        }
        let fix = match error.kind() {
            ErrorKind::ReadOnlyFilesystem => texts::MEND_READ_ONLY,
            ErrorKind::NotADirectory => texts::MEND_NOT_A_FOLDER,
            ErrorKind::PermissionDenied => texts::MEND_FOLDER,
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => texts::MEND_FULL,
            _ => texts::MEND_OTHER_FOLDER,
        };
        Trouble {
            what: texts::TROUBLE_FOLDER.fill(self.0, &[&name, error]),
            fix: fix.fill(self.0, &[&name]),
        }
    }

    /// An address that cannot be listened on.
    #[must_use]
    pub fn address(self, bind: SocketAddr, error: &io::Error) -> Trouble {
        let (lang, port) = (self.0, bind.port());
        let (what, fix) = match error.kind() {
            ErrorKind::AddrInUse => (
                texts::TROUBLE_ADDRESS_USED,
                texts::MEND_ADDRESS_USED.plain(lang).into(),
            ),
            ErrorKind::AddrNotAvailable => (
                texts::TROUBLE_NOT_OUR_ADDRESS,
                texts::MEND_NOT_OUR_ADDRESS.fill(lang, &[&port]),
            ),
            ErrorKind::PermissionDenied => (
                texts::TROUBLE_ADDRESS_DENIED,
                texts::MEND_ADDRESS_DENIED.plain(lang).into(),
            ),
            _ => return self.other(&bind.to_string(), error),
        };
        Trouble {
            what: what.fill(lang, &[&bind]),
            fix,
        }
    }

    /// A file that holds no token, or cannot be read.
    #[must_use]
    pub fn token(self, path: &Path, error: Option<&io::Error>) -> Trouble {
        let (lang, name) = (self.0, quoted_path(path));
        let (what, fix) = match error {
            None => (
                texts::TROUBLE_NO_TOKEN.fill(lang, &[&name]),
                texts::MEND_NO_TOKEN,
            ),
            Some(error) => (
                texts::TROUBLE_TOKEN_FILE.fill(lang, &[&name, &wording::io_error(error, lang)]),
                texts::MEND_TOKEN_FILE,
            ),
        };
        let fix = fix.fill(lang, &[&name]);
        Trouble { what, fix }
    }

    /// A command that does not exist.
    #[must_use]
    pub fn command(self, name: &str) -> Trouble {
        Trouble {
            what: texts::TROUBLE_NO_COMMAND.fill(self.0, &[&name]),
            fix: texts::MEND_NO_COMMAND.plain(self.0).into(),
        }
    }

    fn denied(self, name: &str, group: &str) -> Trouble {
        Trouble {
            what: texts::TROUBLE_DENIED.fill(self.0, &[&name]),
            fix: texts::MEND_DENIED.fill(self.0, &[&group]),
        }
    }

    fn other(self, name: &str, error: &io::Error) -> Trouble {
        Trouble {
            what: texts::TROUBLE_OTHER.fill(self.0, &[&name, error]),
            fix: texts::MEND_OTHER.plain(self.0).into(),
        }
    }
}

/// `ttyS1` of `/dev/ttyS1`.
fn short(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// An address on a bus as people write it.
#[must_use]
pub fn hex(address: u8) -> String {
    format!("0x{address:02x}")
}
