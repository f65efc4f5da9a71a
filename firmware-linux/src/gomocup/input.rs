//! Standard input, read on a thread of its own and ahead of the loop: so the loop is never deaf, and
//! `END` is seen behind all that waits before it. No more than [`AHEAD`] is read ahead, so that an
//! endless input does not pile up; what stands behind that is looked at where it is.

use std::io::{self, Read};
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use super::command::is_end;
use super::lines::Lines;

/// Bytes that are kept for the loop at most, in chunks with what each of them takes beside.
pub const AHEAD: usize = 16 << 20;
/// Bytes that are read at a time.
const CHUNK: usize = 16 << 10;
/// How long to wait between two looks at what there is no room for.
const LOOK: Duration = Duration::from_millis(5);
/// What a chunk takes beside its bytes, with something to spare.
const CHUNK_ITSELF: usize = 128;

/// Bytes that came together; none at the end of the input.
#[derive(Debug)]
pub struct Chunk {
    /// What came.
    pub bytes: Vec<u8>,
    /// When it was read.
    pub at: Instant,
}

impl Chunk {
    const fn size(&self) -> usize {
        self.bytes.len() + CHUNK_ITSELF
    }
}

/// How far the reader is ahead of the loop.
#[derive(Debug, Default)]
pub struct Ahead {
    held: Mutex<usize>,
    room: Condvar,
    end: OnceLock<Instant>,
}

impl Ahead {
    /// When a line `END` was read, whether the loop has come to it or not.
    #[must_use]
    pub fn end(&self) -> Option<Instant> {
        self.end.get().copied()
    }

    /// The loop is done with a chunk: another one may be read.
    pub fn release(&self, chunk: &Chunk) {
        *self.held() -= chunk.size();
        self.room.notify_one();
    }

    /// Waits until there is room for a chunk, or `END` comes behind it.
    fn hold(&self, chunk: &Chunk, end_comes: impl Fn() -> bool) {
        let mut held = self.held();
        while *held + chunk.size() > AHEAD && self.end().is_none() {
            let woken = self.room.wait_timeout(held, LOOK);
            let (again, waited) = woken.unwrap_or_else(PoisonError::into_inner);
            held = again;
            if waited.timed_out() && end_comes() {
                self.end_at(Instant::now());
            }
        }
        *held += chunk.size();
    }

    fn end_at(&self, at: Instant) {
        self.end.get_or_init(|| at);
    }

    fn held(&self) -> MutexGuard<'_, usize> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reads until `END` or the end of the input, which errors are too, and tells each chunk, the empty
/// one at the end included, until `tell` returns `false`. `peek` is for what waits in the input.
pub fn read(
    mut input: impl Read,
    peek: impl Fn() -> io::Result<Vec<u8>>,
    ahead: &Ahead,
    mut tell: impl FnMut(Chunk) -> bool,
) {
    let mut lines = Lines::default();
    let mut buffer = vec![0; CHUNK];
    loop {
        let count = match input.read(&mut buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Ok(count) => count,
            Err(_) => 0,
        };
        let chunk = Chunk {
            bytes: buffer.get(..count).unwrap_or_default().to_vec(),
            at: Instant::now(),
        };
        if ends(&mut lines, &chunk.bytes) {
            ahead.end_at(chunk.at);
        }
        ahead.hold(&chunk, || {
            peek().is_ok_and(|bytes| ends(&mut lines.clone(), &bytes))
        });
        if !tell(chunk) || count == 0 || ahead.end().is_some() {
            return;
        }
    }
}

/// Whether a line `END` ends among these bytes.
fn ends(lines: &mut Lines, bytes: &[u8]) -> bool {
    let mut ends = false;
    lines.take(bytes, |line| ends |= line.is_ok_and(is_end));
    ends
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use std::sync::mpsc::{TryRecvError, channel};
    use std::thread;

    /// Gives a byte at a time.
    struct Drops<'a>(&'a [u8]);

    impl Read for Drops<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.0.len().min(1);
            self.0.read(&mut buffer[..count])
        }
    }

    fn nothing() -> io::Result<Vec<u8>> {
        Ok(Vec::new())
    }

    /// What is read of a text, and whether an `END` was seen.
    fn all(text: &[u8]) -> (Vec<u8>, bool) {
        let ahead = Ahead::default();
        let mut read_so_far = Vec::new();
        read(Drops(text), nothing, &ahead, |chunk| {
            read_so_far.extend(&chunk.bytes);
            ahead.release(&chunk);
            true
        });
        assert_eq!(*ahead.held(), 0);
        (read_so_far, ahead.end().is_some())
    }

    #[test]
    fn end_is_seen_however_it_comes_and_nothing_behind_it() {
        for text in ["END\n", "FOO\r\nBOARD\r\n7,7,1\r\n end \n", "\rEnd\r"] {
            let (read, ended) = all(format!("{text}START 15\n").as_bytes());
            assert_eq!(
                (String::from_utf8(read).unwrap().as_str(), ended),
                (text, true)
            );
        }
        let endless = [&b"END"[..], &[b'x'; 9_000], b"END\n"].concat();
        for text in [&b"END it\nEN\nD\nBEND\n"[..], &endless, b"", b"END"] {
            assert_eq!(all(text), (text.to_vec(), false));
        }
    }

    #[test]
    fn an_endless_input_is_read_so_far_ahead_and_no_further() {
        let ahead = Ahead::default();
        let (send, chunks) = channel();
        thread::scope(|scope| {
            let ahead = &ahead;
            scope.spawn(move || {
                read(io::repeat(b'x'), nothing, ahead, |chunk| {
                    send.send(chunk).is_ok()
                })
            });
            let full = AHEAD / (CHUNK + CHUNK_ITSELF);
            let first: Vec<_> = chunks.iter().take(full).collect();
            thread::yield_now();
            assert_eq!(chunks.try_recv().unwrap_err(), TryRecvError::Empty);
            assert!(*ahead.held() <= AHEAD);
            ahead.release(&first[0]);
            assert_eq!(chunks.recv().unwrap().bytes.len(), CHUNK);
            // Nobody listens any more.
            drop(chunks);
            ahead.release(&first[1]);
        });
    }

    /// It comes in two pieces: the first is read already.
    #[test]
    fn an_end_is_seen_where_there_is_no_room_for_it() {
        let full = AHEAD / (CHUNK + CHUNK_ITSELF);
        let text = "FOO\n".repeat((full + 1) * CHUNK / 4 - 1) + "EN";
        let ahead = Ahead::default();
        let told = Cell::new(0);
        let peek = || {
            assert_eq!(told.get(), full);
            Ok(b"D\n".to_vec())
        };
        read(text.as_bytes(), peek, &ahead, |_| {
            told.set(told.get() + 1);
            true
        });
        assert_eq!(told.get(), full + 1);
        assert!(ahead.end().is_some());
    }
}
