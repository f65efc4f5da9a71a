//! What waits on standard input, without taking it: where that is a pipe, on Linux.

use std::io;

/// What waits in the pipe that standard input is, as far as another pipe has room for it; nothing
/// where none does.
///
/// # Errors
/// Standard input is no pipe, or the system cannot look into one.
#[cfg(target_os = "linux")]
pub fn stdin() -> io::Result<Vec<u8>> {
    pipe(io::stdin())
}

/// Here nobody can look into a pipe.
///
/// # Errors
/// Always.
#[cfg(not(target_os = "linux"))]
pub fn stdin() -> io::Result<Vec<u8>> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(target_os = "linux")]
fn pipe(pipe: impl std::os::fd::AsFd) -> io::Result<Vec<u8>> {
    use io::Read;
    use nix::errno::Errno;
    use nix::fcntl::{SpliceFFlags, tee};

    /// More than a pipe has room for, unless somebody has asked for it.
    const MOST: usize = 1 << 20;

    let (mut copy, into) = io::pipe()?;
    let mut bytes = Vec::new();
    match tee(pipe, &into, MOST, SpliceFFlags::SPLICE_F_NONBLOCK) {
        Err(Errno::EAGAIN) => return Ok(bytes),
        copied => copied?,
    };
    drop(into);
    copy.read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::fs::File;
    use std::io::{Read, Write};

    #[test]
    fn what_was_seen_is_still_there() {
        let (mut read, mut write) = io::pipe().unwrap();
        assert_eq!(pipe(&read).unwrap(), b"");
        write.write_all(b"END\n").unwrap();
        for _ in 0..2 {
            assert_eq!(pipe(&read).unwrap(), b"END\n");
        }
        write.write_all(&[b'x'; 10_000]).unwrap();
        assert_eq!(pipe(&read).unwrap().len(), 10_004);
        drop(write);
        assert_eq!(pipe(&read).unwrap().len(), 10_004);
        let mut bytes = Vec::new();
        read.read_to_end(&mut bytes).unwrap();
        assert_eq!(bytes.len(), 10_004);
        assert_eq!(pipe(&read).unwrap(), b"");
        assert!(pipe(File::open("/dev/null").unwrap()).is_err());
    }
}
