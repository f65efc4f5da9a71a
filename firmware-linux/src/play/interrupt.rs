//! Ctrl-C.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use super::keys::Raw;

/// The exit code of a program that Ctrl-C has ended, by custom of the shells.
pub const EXIT_CODE: u8 = 130;

/// This many interrupts that nobody has heard end the program: its loop is stuck, in writing to
/// a terminal that does not read.
const PATIENCE: u32 = 3;

/// Counts the interrupts that were not heard yet.
#[derive(Clone, Debug, Default)]
pub struct Interrupts(Arc<AtomicU32>);

impl Interrupts {
    /// Calls `tell` on each Ctrl-C from now on, on a thread of its own.
    ///
    /// # Errors
    /// The system refuses, or somebody listens already.
    pub fn listen(tell: impl Fn() + Send + 'static) -> Result<Self, ctrlc::Error> {
        let interrupts = Self::default();
        let unheard = interrupts.clone();
        ctrlc::set_handler(move || {
            unheard.count();
            tell();
        })?;
        Ok(interrupts)
    }

    /// One more.
    pub fn count(&self) {
        if self.0.fetch_add(1, Ordering::Relaxed) + 1 >= PATIENCE {
            Raw::leave();
            process::exit(EXIT_CODE.into());
        }
    }

    /// All interrupts so far are heard.
    pub fn heard(&self) {
        self.0.store(0, Ordering::Relaxed);
    }
}
