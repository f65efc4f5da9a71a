//! Lines on pseudo-terminals, which are as real to the program as any other.

use std::os::fd::OwnedFd;
use std::os::unix::fs::symlink;
use std::sync::mpsc::{Receiver, channel};

use nix::fcntl::OFlag;
use nix::pty::{PtyMaster, grantpt, posix_openpt, ptsname_r, unlockpt};
use nix::sys::termios::{InputFlags, LocalFlags, SpecialCharacterIndices};

use super::*;

const DEADLINE: Duration = Duration::from_secs(20);

/// The far end of a line, and the near one's path.
fn pseudo_terminal() -> Option<(PtyMaster, PathBuf)> {
    let open = || {
        let far = posix_openpt(OFlag::O_RDWR | OFlag::O_NOCTTY)?;
        grantpt(&far)?;
        unlockpt(&far)?;
        let path = ptsname_r(&far)?;
        Ok::<_, nix::Error>((far, path.into()))
    };
    let opened = open();
    if let Err(error) = &opened {
        eprintln!("skipped: no pseudo-terminal is to be had: {error}");
    }
    opened.ok()
}

fn settings(path: &Path) -> Termios {
    let mut options = OpenOptions::new();
    let file = options.read(true).custom_flags(libc::O_NOCTTY).open(path);
    termios::tcgetattr(file.unwrap()).unwrap()
}

fn start(path: &Path) -> (Uart, Receiver<UartEvent>) {
    let (send, events) = channel();
    let uart = Uart::start(path, 115_200, move |event| drop(send.send(event))).unwrap();
    (uart, events)
}

fn next(events: &Receiver<UartEvent>) -> UartEvent {
    events.recv_timeout(DEADLINE).expect("an event")
}

/// The bytes that come until there are so many.
fn bytes(events: &Receiver<UartEvent>, count: usize) -> Vec<u8> {
    let mut all = Vec::new();
    while all.len() < count {
        match next(events) {
            UartEvent::Bytes(bytes) => all.extend(bytes),
            UartEvent::Open if all.is_empty() => {}
            other => panic!("{other:?}"),
        }
    }
    all
}

/// Sends as soon as the line is open.
fn send(uart: &Uart, bytes: &[u8]) {
    let began = Instant::now();
    while !uart.send(bytes) {
        assert!(began.elapsed() < DEADLINE, "the line never opens");
        thread::sleep(Duration::from_millis(1));
    }
}

fn read_exact(far: &mut PtyMaster, count: usize) -> Vec<u8> {
    let mut all = vec![0; count];
    far.read_exact(&mut all).unwrap();
    all
}

#[test]
fn raw_mode_is_set_and_what_was_before_restored() {
    let Some((_far, path)) = pseudo_terminal() else {
        return;
    };
    let keep = OpenOptions::new()
        .read(true)
        .write(true)
        .open(&path)
        .unwrap();
    let before = settings(&path);
    assert!(
        before
            .local_flags
            .contains(LocalFlags::ICANON | LocalFlags::ECHO)
    );
    let port = Port::open(&path, 9_600).unwrap();
    let raw = settings(&path);
    assert!(
        !raw.local_flags
            .intersects(LocalFlags::ICANON | LocalFlags::ECHO | LocalFlags::ISIG)
    );
    assert!(
        !raw.input_flags
            .intersects(InputFlags::ICRNL | InputFlags::IXON)
    );
    assert_eq!(termios::cfgetospeed(&raw), BaudRate::B9600);
    drop(port);
    let after = settings(&path);
    assert_eq!(after.local_flags, before.local_flags);
    assert_eq!(after.input_flags, before.input_flags);
    let interrupt = SpecialCharacterIndices::VINTR as usize;
    assert_eq!(
        after.control_chars[interrupt],
        before.control_chars[interrupt]
    );
    drop(keep);
}

#[test]
fn a_line_belongs_to_one_program() {
    let Some((_far, path)) = pseudo_terminal() else {
        return;
    };
    let port = Port::open(&path, 115_200).unwrap();
    let refused = Port::open(&path, 115_200).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::ResourceBusy);
    drop(port);
    assert!(Port::open(&path, 115_200).is_ok());
}

#[test]
fn what_is_no_line_is_refused() {
    let refused = |path: &str, baud| Port::open(Path::new(path), baud).unwrap_err();
    assert_eq!(refused("/no/such/line", 9_600).kind(), ErrorKind::NotFound);
    assert_eq!(
        refused("/dev/null", 9_600).raw_os_error(),
        Some(libc::ENOTTY)
    );
    assert_eq!(refused("/dev/null", 12_345).kind(), ErrorKind::InvalidInput);
}

#[test]
fn bytes_go_both_ways() {
    let Some((mut far, path)) = pseudo_terminal() else {
        return;
    };
    let (uart, events) = start(&path);
    send(&uart, b"hello\r\n");
    assert_eq!(read_exact(&mut far, 7), b"hello\r\n");
    far.write_all(b"h8\r\x03\0").unwrap();
    assert_eq!(bytes(&events, 5), b"h8\r\x03\0");
}

#[test]
fn a_line_that_is_slower_than_we_talk_loses_whole_messages() {
    let Some((far, path)) = pseudo_terminal() else {
        return;
    };
    let (uart, _events) = start(&path);
    send(&uart, b"x");
    let message = [b'y'; 1 << 10];
    let refused = (0..1_000).any(|_| !uart.send(&message));
    assert!(refused, "a megabyte waits");
    drop(uart); // and nobody hangs
    drop(far);
}

#[test]
fn a_line_that_is_pulled_and_plugged_in_again_goes_on() {
    let Some((mut far, path)) = pseudo_terminal() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let link = folder.path().join("adapter");
    symlink(&path, &link).unwrap();
    let (uart, events) = start(&link);
    assert!(matches!(next(&events), UartEvent::Open));
    send(&uart, b"one");
    assert_eq!(read_exact(&mut far, 3), b"one");

    std::fs::remove_file(&link).unwrap();
    drop(OwnedFd::from(far));
    assert!(matches!(next(&events), UartEvent::Lost(_)));
    assert!(!uart.send(b"nobody hears"));

    let Some((mut far, path)) = pseudo_terminal() else {
        return;
    };
    symlink(&path, &link).unwrap();
    assert!(matches!(next(&events), UartEvent::Open));
    send(&uart, b"two");
    assert_eq!(read_exact(&mut far, 3), b"two");
    far.write_all(b"three").unwrap();
    assert_eq!(bytes(&events, 5), b"three");
}

#[test]
fn a_line_that_was_never_there_is_told_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("later");
    let (uart, events) = start(&path);
    match next(&events) {
        UartEvent::Lost(error) => assert_eq!(error.kind(), ErrorKind::NotFound),
        other => panic!("{other:?}"),
    }
    let Some((_far, real)) = pseudo_terminal() else {
        return;
    };
    symlink(real, &path).unwrap();
    // It was tried several times until now, and nothing more was said.
    assert!(matches!(next(&events), UartEvent::Open));
    drop(uart);
    assert!(events.recv_timeout(DEADLINE).is_err(), "the thread is gone");
}
