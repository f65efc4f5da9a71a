//! Pins as embedded-hal knows them, found by their chip's label: the numbers of chips change.

use std::fmt;
use std::io;
use std::path::PathBuf;

use embedded_hal::digital::PinState;
use gpiocdev::UapiCall;
use gpiocdev::chip::{Chip, chips};
use gpiocdev::line::{self, Value};
use gpiocdev::request::Request;
pub use gpiocdev_embedded_hal::{InputPin, OutputPin};
use gpiocdev_uapi as uapi;

use super::pins::{Bias, Drive, Line};

/// Who asks, as `gpioinfo` shows it.
const CONSUMER: &str = "minmax-h3";

/// Why there is no such pin.
#[derive(Debug)]
pub enum LineError {
    /// No chip has this label; those that there are.
    NoChip(Vec<String>),
    /// The chip has so many lines only.
    NoLine(u32),
    /// This file may not be opened.
    Denied(PathBuf),
    /// Somebody else has the pin.
    Busy,
    /// The chip knows no pull-ups, or cannot let go of a line.
    NotAble,
    /// What the system says.
    Os(io::Error),
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoChip(found) if found.is_empty() => f.write_str("there is no GPIO chip at all"),
            Self::NoChip(found) => write!(f, "no such GPIO chip; there are: {}", found.join(", ")),
            Self::NoLine(count) => write!(f, "the chip has {count} lines"),
            Self::Denied(path) => write!(f, "{}: permission denied", path.display()),
            Self::Busy => f.write_str("somebody else uses the pin"),
            Self::NotAble => f.write_str("the chip has no such bias or drive"),
            Self::Os(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for LineError {}

/// A pin that is read.
///
/// # Errors
/// There is none, or it is not to be had.
pub fn input(line: &Line, bias: Bias) -> Result<InputPin, LineError> {
    let mut request = request(line)?;
    request.as_input();
    if bias == Bias::PullUp {
        request.with_bias(line::Bias::PullUp);
    }
    let request = request.request().map_err(error)?;
    InputPin::try_from(request).map_err(|error| LineError::Os(io::Error::other(error)))
}

/// A pin that is driven, from this level on.
///
/// # Errors
/// There is none, or it is not to be had.
pub fn output(line: &Line, drive: Drive, level: PinState) -> Result<OutputPin, LineError> {
    let mut request = request(line)?;
    request.as_output(match level {
        PinState::High => Value::Active,
        PinState::Low => Value::Inactive,
    });
    request.with_drive(match drive {
        Drive::OpenDrain => line::Drive::OpenDrain,
        Drive::PushPull => line::Drive::PushPull,
    });
    let request = request.request().map_err(error)?;
    OutputPin::try_from(request).map_err(|error| LineError::Os(io::Error::other(error)))
}

fn request(line: &Line) -> Result<gpiocdev::request::Builder, LineError> {
    let chip = chip(&line.chip)?;
    let lines = chip.info().map_err(error)?.num_lines;
    if line.offset >= lines {
        return Err(LineError::NoLine(lines));
    }
    let mut request = Request::builder();
    request
        .on_chip(chip.path())
        .with_consumer(CONSUMER)
        .with_line(line.offset);
    Ok(request)
}

/// The chip of this label.
fn chip(label: &str) -> Result<Chip, LineError> {
    let mut found = Vec::new();
    let mut denied = None;
    for path in chips().unwrap_or_default() {
        let chip = match Chip::from_path(&path).map_err(error) {
            Ok(chip) => chip,
            Err(LineError::Os(error)) if error.kind() == io::ErrorKind::PermissionDenied => {
                denied.get_or_insert(path);
                continue;
            }
            Err(_) => continue, // unplugged in the meantime
        };
        let info = chip.info().map_err(error)?;
        if info.label == label {
            return Ok(chip);
        }
        found.push(info.label);
    }
    Err(denied.map_or(LineError::NoChip(found), LineError::Denied))
}

fn error(error: gpiocdev::Error) -> LineError {
    let number = match error {
        gpiocdev::Error::Os(errno) => errno.0,
        gpiocdev::Error::Uapi(call, uapi::Error::Os(errno)) => {
            let refused = [
                nix::libc::EINVAL,
                nix::libc::ENOTSUP,
                524, /* ENOTSUPP */
            ];
            if matches!(call, UapiCall::GetLine) && refused.contains(&errno.0) {
                return LineError::NotAble;
            }
            errno.0
        }
        other => return LineError::Os(io::Error::other(other)),
    };
    if number == nix::libc::EBUSY {
        return LineError::Busy;
    }
    LineError::Os(io::Error::from_raw_os_error(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_system_says_is_understood() {
        let says = |number| error(gpiocdev::Error::Os(uapi::Errno(number)));
        assert!(matches!(says(nix::libc::EBUSY), LineError::Busy));
        let denied = says(nix::libc::EACCES).to_string();
        assert!(denied.starts_with("Permission denied"), "{denied}");
        let unable = uapi::Error::Os(uapi::Errno(nix::libc::EINVAL));
        let unable = error(gpiocdev::Error::Uapi(UapiCall::GetLine, unable));
        assert!(matches!(unable, LineError::NotAble));
    }

    #[test]
    fn a_chip_that_is_not_there_is_told_with_those_that_are() {
        let line = Line {
            chip: "no such chip".into(),
            offset: 0,
        };
        let refused = input(&line, Bias::PullUp).unwrap_err();
        assert!(
            matches!(refused, LineError::NoChip(_) | LineError::Denied(_)),
            "{refused}"
        );
    }
}
