//! The logger of a GNU/Linux executable: frames are put together thread by thread and filtered by number.

use std::{
    arch::global_asm,
    cell::RefCell,
    sync::{
        LazyLock, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Instant,
};

use super::{Error, Level, Settings, sink::Sink};

/// No message has a number as high as this one: nothing is kept.
const NOTHING: usize = usize::MAX;

/// Messages with a lower number are dropped.
static FIRST_KEPT: AtomicUsize = AtomicUsize::new(NOTHING);
static SINK: Mutex<Option<Sink>> = Mutex::new(None);
static START: LazyLock<Instant> = LazyLock::new(Instant::now);

defmt::timestamp!(
    "{=u64:us}",
    u64::try_from(START.elapsed().as_micros()).unwrap_or(u64::MAX)
);

pub(super) fn init(settings: Settings) -> Result<(), Error> {
    LazyLock::force(&START);
    let sink = Sink::open(settings.file)?;
    *SINK.lock().unwrap_or_else(PoisonError::into_inner) = Some(sink);
    FIRST_KEPT.store(first_kept(settings.level), Ordering::Relaxed);
    Ok(())
}

pub(super) fn redirect(tell: Box<dyn FnMut(String) + Send>) {
    if let Some(sink) = SINK.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
        sink.redirect(tell);
    }
}

/// The lowest number of a message of this level: the linker script numbers messages by severity, trace first.
fn first_kept(level: Level) -> usize {
    let start = match level {
        Level::Off => None,
        Level::Error => Some(0),
        Level::Warn => Some(1),
        Level::Info => Some(2),
        Level::Debug => Some(3),
        Level::Trace => Some(4),
    };
    // Zero: linked without the script, so numbers mean nothing and no table could explain them.
    start
        .map(|index| marker_addresses()[index])
        .filter(|&start| start != 0)
        .unwrap_or(NOTHING)
}

// The addresses of the linker script's markers. Weak, so that what links this library without the script (the packages
// that depend on it, documentation tests) still links, and finds zeroes.
global_asm!(
    ".weak __DEFMT_MARKER_ERROR_START",
    ".weak __DEFMT_MARKER_WARN_START",
    ".weak __DEFMT_MARKER_INFO_START",
    ".weak __DEFMT_MARKER_DEBUG_START",
    ".weak __DEFMT_MARKER_TRACE_START",
    ".pushsection .data.rel.ro.minmax_log_markers, \"aw\", %progbits",
    ".balign 8",
    ".globl minmax_log_markers",
    ".hidden minmax_log_markers",
    ".type minmax_log_markers, %object",
    "minmax_log_markers:",
    ".dc.a __DEFMT_MARKER_ERROR_START",
    ".dc.a __DEFMT_MARKER_WARN_START",
    ".dc.a __DEFMT_MARKER_INFO_START",
    ".dc.a __DEFMT_MARKER_DEBUG_START",
    ".dc.a __DEFMT_MARKER_TRACE_START",
    ".size minmax_log_markers, . - minmax_log_markers",
    ".popsection",
);

fn marker_addresses() -> [usize; 5] {
    unsafe extern "C" {
        static minmax_log_markers: [usize; 5];
    }
    // SAFETY: the assembly above defines the symbol as five aligned words of the pointer's size, which the loader has
    // filled in before the program runs and nobody ever writes.
    unsafe { minmax_log_markers }
}

/// The frame that a thread is putting together.
struct Frame {
    bytes: Vec<u8>,
    /// More than 1 while an argument that is being formatted logs something itself; that message is dropped.
    depth: usize,
}

thread_local! {
    static FRAME: RefCell<Frame> = const { RefCell::new(Frame { bytes: Vec::new(), depth: 0 }) };
}

impl Frame {
    fn begin(&mut self) {
        self.depth += 1;
        if self.depth == 1 {
            self.bytes.clear();
        }
    }

    fn add(&mut self, bytes: &[u8]) {
        if self.depth == 1 {
            self.bytes.extend_from_slice(bytes);
        }
    }

    fn end(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        if self.depth == 0 && self.is_kept() {
            put(&self.bytes);
        }
    }

    /// A frame begins with the message's number.
    fn is_kept(&self) -> bool {
        let number = self
            .bytes
            .first_chunk()
            .map_or(0, |&number| u16::from_le_bytes(number));
        usize::from(number) >= FIRST_KEPT.load(Ordering::Relaxed)
    }
}

fn put(frame: &[u8]) {
    if let Some(sink) = SINK.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
        sink.put(frame);
    }
}

/// Runs on the thread's own frame, if it still has one: a thread that is ending logs nothing.
fn with_frame(act: impl FnOnce(&mut Frame)) {
    let _ = FRAME.try_with(|frame| act(&mut frame.borrow_mut()));
}

#[defmt::global_logger]
struct Logger;

// SAFETY: what `acquire` takes is the calling thread's own frame, which no other thread can reach; a second `acquire` in
// the same thread is counted and its frame dropped. Whole frames reach the sink under its lock.
unsafe impl defmt::Logger for Logger {
    fn acquire() {
        with_frame(Frame::begin);
    }

    unsafe fn flush() {}

    unsafe fn release() {
        with_frame(Frame::end);
    }

    unsafe fn write(bytes: &[u8]) {
        with_frame(|frame| frame.add(bytes));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_begin_one_below_the_other() {
        let starts: Vec<usize> = Level::ALL.into_iter().map(first_kept).collect();
        assert_eq!(starts[0], NOTHING);
        assert!(starts.iter().is_sorted_by(|a, b| a >= b), "{starts:?}");
        assert!(
            starts.iter().all(|&start| start > 0),
            "linked without the script: {starts:?}"
        );
    }

    #[test]
    fn a_message_inside_a_message_is_dropped() {
        let mut frame = Frame {
            bytes: vec![9, 9],
            depth: 0,
        };
        frame.begin();
        frame.add(&[1, 0]);
        frame.begin();
        frame.add(&[2, 0]);
        frame.end();
        frame.add(&[3]);
        assert_eq!((frame.depth, frame.bytes.as_slice()), (1, &[1, 0, 3][..]));
    }
}
