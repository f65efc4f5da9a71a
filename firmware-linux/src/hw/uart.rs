//! Serial lines that may be unplugged and plugged in again.
//!
//! - [`Port`]: an open line in raw mode; what it was before is restored
//! - [`Uart`]: a line that is kept open by a thread of its own

use std::collections::VecDeque;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use nix::fcntl::{Flock, FlockArg};
use nix::libc;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::termios::{self, BaudRate, ControlFlags, FlushArg, SetArg, Termios};

/// The first pause before a line is opened again; it grows.
const SHORTEST_PAUSE: Duration = Duration::from_millis(100);
/// And grows no longer than this.
const LONGEST_PAUSE: Duration = Duration::from_secs(2);
/// A line that has lasted for so long was no bad contact.
const LASTING: Duration = Duration::from_secs(5);
/// How long a line has for what was said last.
const LAST_WORDS: Duration = Duration::from_millis(100);
/// A line that is slower than we talk forgets what does not fit in here.
const LARGEST_BACKLOG: usize = 64 << 10;

/// An open serial line in raw mode.
#[derive(Debug)]
pub struct Port {
    file: Flock<File>,
    before: Termios,
}

impl Port {
    /// Opens the device: 8 bits, no parity, one stop bit, no flow control, and nobody else's.
    ///
    /// # Errors
    /// What the system says; `EIO` where there is a device file but no hardware behind it, and
    /// [`ErrorKind::ResourceBusy`] if another program has it.
    pub fn open(path: &Path, baud: u32) -> io::Result<Self> {
        let rate = baud_rate(baud).ok_or(ErrorKind::InvalidInput)?;
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            // Neither wait for a modem nor become the terminal that a Ctrl-C comes from.
            .custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY)
            .open(path)?;
        let locked = Flock::lock(file, FlockArg::LockExclusiveNonblock);
        let file = locked.map_err(|(_, errno)| match errno {
            nix::Error::EWOULDBLOCK => io::Error::from_raw_os_error(libc::EBUSY),
            other => other.into(),
        })?;
        let before = termios::tcgetattr(&*file)?;
        let mut raw = before.clone();
        termios::cfmakeraw(&mut raw);
        raw.control_flags |= ControlFlags::CLOCAL | ControlFlags::CREAD;
        raw.control_flags -= ControlFlags::CRTSCTS | ControlFlags::CSTOPB;
        termios::cfsetspeed(&mut raw, rate)?;
        termios::tcsetattr(&*file, SetArg::TCSANOW, &raw)?;
        let port = Self { file, before };
        // What was sent while nobody listened is noise by now.
        termios::tcflush(&*port.file, FlushArg::TCIFLUSH)?;
        port.is_real()?;
        Ok(port)
    }

    /// A device file without hardware can be opened and set up; only reading tells.
    fn is_real(&self) -> io::Result<()> {
        match (&*self.file).read(&mut []) {
            Err(error) if error.kind() != ErrorKind::WouldBlock => Err(error),
            _ => Ok(()),
        }
    }

    /// Reads what has come, up to the length of the buffer, and does not wait: nothing is 0.
    ///
    /// # Errors
    /// The line is gone.
    pub fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match (&*self.file).read(buffer) {
            // The other end of a pseudo-terminal, or an adapter that was pulled.
            Ok(0) => Err(ErrorKind::UnexpectedEof.into()),
            Ok(count) => Ok(count),
            Err(error) if waits(&error) => Ok(0),
            Err(error) => Err(error),
        }
    }

    /// Writes as much as the line takes now: how much.
    ///
    /// # Errors
    /// The line is gone.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match (&*self.file).write(bytes) {
            Err(error) if waits(&error) => Ok(0),
            other => other,
        }
    }
}

impl Drop for Port {
    fn drop(&mut self) {
        // To close a line the kernel waits half a minute for an other end that takes nothing.
        let _ = termios::tcflush(&*self.file, FlushArg::TCOFLUSH);
        // A line that is gone has no state to restore.
        let _ = termios::tcsetattr(&*self.file, SetArg::TCSANOW, &self.before);
    }
}

fn waits(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted)
}

const fn baud_rate(baud: u32) -> Option<BaudRate> {
    Some(match baud {
        1_200 => BaudRate::B1200,
        2_400 => BaudRate::B2400,
        4_800 => BaudRate::B4800,
        9_600 => BaudRate::B9600,
        19_200 => BaudRate::B19200,
        38_400 => BaudRate::B38400,
        57_600 => BaudRate::B57600,
        115_200 => BaudRate::B115200,
        230_400 => BaudRate::B230400,
        460_800 => BaudRate::B460800,
        921_600 => BaudRate::B921600,
        1_500_000 => BaudRate::B1500000,
        _ => return None,
    })
}

/// What happens to a line that is kept open.
#[derive(Debug)]
pub enum UartEvent {
    /// Bytes have come; never none.
    Bytes(Vec<u8>),
    /// The line is gone, or was not there in the first place. Told once until it is back.
    Lost(io::Error),
    /// The line is open, for the first time or again. Whatever was half received is worth
    /// nothing.
    Open,
}

/// A serial line that is kept open: whenever it is gone it is opened again.
#[derive(Debug)]
pub struct Uart {
    shared: Arc<Mutex<Shared>>,
    wake: UnixStream,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct Shared {
    /// To be written.
    backlog: VecDeque<u8>,
    /// There is a line to write to.
    open: bool,
    /// The handle is gone.
    closed: bool,
}

impl Uart {
    /// Opens the line now and whenever it is gone; `tell` hears what happens, on a thread of
    /// its own.
    ///
    /// # Errors
    /// The system gives no thread. A line that cannot be opened is no error: it is told.
    pub fn start(
        path: &Path,
        baud: u32,
        tell: impl FnMut(UartEvent) + Send + 'static,
    ) -> io::Result<Self> {
        let (wake, woken) = UnixStream::pair()?;
        wake.set_nonblocking(true)?;
        woken.set_nonblocking(true)?;
        let shared = Arc::new(Mutex::new(Shared::default()));
        let keeper = Keeper {
            path: path.into(),
            baud,
            shared: Arc::clone(&shared),
            woken,
            tell,
        };
        let thread = thread::Builder::new()
            .name("uart".into())
            .spawn(move || keeper.run())?;
        Ok(Self {
            shared,
            wake,
            thread: Some(thread),
        })
    }

    /// Sends bytes without waiting, all of them or none: `false` if the line is gone, or so slow
    /// that 64 KiB wait already.
    pub fn send(&self, bytes: &[u8]) -> bool {
        let mut shared = lock(&self.shared);
        let fits = shared.backlog.len() + bytes.len() <= LARGEST_BACKLOG;
        if !shared.open || !fits {
            return false;
        }
        shared.backlog.extend(bytes);
        drop(shared);
        self.wake();
        true
    }

    fn wake(&self) {
        // A full pipe wakes as well.
        let _ = (&self.wake).write(&[0]);
    }
}

impl Drop for Uart {
    /// Waits for the thread, a moment only, so that the line is as it was before.
    fn drop(&mut self) {
        lock(&self.shared).closed = true;
        self.wake();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn lock(shared: &Mutex<Shared>) -> std::sync::MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What the thread works with.
struct Keeper<T> {
    path: PathBuf,
    baud: u32,
    shared: Arc<Mutex<Shared>>,
    woken: UnixStream,
    tell: T,
}

impl<T: FnMut(UartEvent)> Keeper<T> {
    fn run(mut self) {
        let mut pause = SHORTEST_PAUSE;
        let mut lost = false;
        while !self.is_closed() {
            let opened = Instant::now();
            let error = match Port::open(&self.path, self.baud) {
                Ok(port) => {
                    lost = false;
                    match self.serve(port) {
                        Ok(()) => return,
                        Err(error) => error,
                    }
                }
                Err(error) => error,
            };
            if !lost {
                lost = true;
                (self.tell)(UartEvent::Lost(error));
            }
            if opened.elapsed() >= LASTING {
                pause = SHORTEST_PAUSE;
            }
            self.rest(pause);
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    fn is_closed(&self) -> bool {
        lock(&self.shared).closed
    }

    /// Waits, but not for somebody who has left.
    fn rest(&mut self, pause: Duration) {
        let until = Instant::now() + pause;
        while !self.is_closed() {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            let timeout = PollTimeout::try_from(left).unwrap_or(PollTimeout::MAX);
            let mut fds = [PollFd::new(self.woken.as_fd(), PollFlags::POLLIN)];
            let _ = poll(&mut fds, timeout); // however it ends, the time is looked at
            self.drain();
        }
    }

    fn drain(&mut self) {
        let mut bytes = [0; 64];
        while matches!(self.woken.read(&mut bytes), Ok(1..)) {}
    }

    /// Reads and writes until the handle is gone.
    fn serve(&mut self, mut port: Port) -> io::Result<()> {
        lock(&self.shared).open = true;
        (self.tell)(UartEvent::Open);
        let served = self.transfer(&mut port);
        let mut shared = lock(&self.shared);
        shared.open = false;
        shared.backlog.clear();
        served
    }

    fn transfer(&mut self, port: &mut Port) -> io::Result<()> {
        loop {
            let (closed, waiting) = {
                let shared = lock(&self.shared);
                (shared.closed, !shared.backlog.is_empty())
            };
            if closed {
                self.flush(port);
                return Ok(());
            }
            let ready = self.wait(port, waiting)?;
            if ready.intersects(!PollFlags::POLLOUT) {
                self.read(port, ready)?;
            }
            if ready.contains(PollFlags::POLLOUT) {
                self.write(port)?;
            }
        }
    }

    /// Waits until something can be read, or written if there is something, or somebody calls.
    fn wait(&mut self, port: &Port, waiting: bool) -> io::Result<PollFlags> {
        let wanted = if waiting {
            PollFlags::POLLIN | PollFlags::POLLOUT
        } else {
            PollFlags::POLLIN
        };
        let mut fds = [
            PollFd::new(port.file.as_fd(), wanted),
            PollFd::new(self.woken.as_fd(), PollFlags::POLLIN),
        ];
        match poll(&mut fds, PollTimeout::NONE) {
            Err(nix::Error::EINTR) => return Ok(PollFlags::empty()),
            other => other?,
        };
        let ready = fds[0].revents().unwrap_or(PollFlags::empty());
        self.drain();
        Ok(ready)
    }

    /// What is wrong with a line that is in error or hung up is for the reading to tell.
    fn read(&mut self, port: &mut Port, ready: PollFlags) -> io::Result<()> {
        let mut buffer = [0; 1024];
        let count = port.read(&mut buffer)?;
        let bytes = buffer.get(..count).unwrap_or_default();
        if !bytes.is_empty() {
            (self.tell)(UartEvent::Bytes(bytes.to_vec()));
        } else if !ready.contains(PollFlags::POLLIN) {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        Ok(())
    }

    fn write(&mut self, port: &mut Port) -> io::Result<usize> {
        let mut shared = lock(&self.shared);
        if shared.backlog.is_empty() {
            return Ok(0);
        }
        let count = port.write(shared.backlog.as_slices().0)?;
        shared.backlog.drain(..count);
        Ok(count)
    }

    /// The last words, as far as they get through in a moment. What is left then is dropped:
    /// the system would wait for it half a minute before it lets anybody go.
    fn flush(&mut self, port: &mut Port) {
        if lock(&self.shared).backlog.is_empty() {
            return;
        }
        // Nobody is left to hear of an error.
        while matches!(self.write(port), Ok(1..)) {}
        thread::sleep(LAST_WORDS);
        let _ = termios::tcflush(&*port.file, FlushArg::TCOFLUSH);
    }
}

#[cfg(test)]
mod tests;
