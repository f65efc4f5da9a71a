//! What ends a match early.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// Set by anyone at any time, and never taken back. Whoever waits looks at it; a search, which
/// has a signal of its own, lends it that.
#[derive(Debug, Default)]
pub struct Stop {
    set: AtomicBool,
    lent: Mutex<Vec<Weak<AtomicBool>>>,
}

impl Stop {
    /// Ends the match.
    pub fn set(&self) {
        let lent = self.lent.lock().unwrap_or_else(PoisonError::into_inner);
        self.set.store(true, Ordering::Relaxed);
        let signals = lent.iter().filter_map(Weak::upgrade);
        signals.for_each(|signal| signal.store(true, Ordering::Relaxed));
    }

    /// Whether it has ended.
    pub fn is_set(&self) -> bool {
        self.set.load(Ordering::Relaxed)
    }

    /// This signal is set with it from now on, as long as anyone else has it.
    pub fn lend(&self, signal: &Arc<AtomicBool>) {
        let mut lent = self.lent.lock().unwrap_or_else(PoisonError::into_inner);
        lent.retain(|signal| signal.strong_count() > 0);
        lent.push(Arc::downgrade(signal));
        if self.is_set() {
            signal.store(true, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lent_signals_are_set_with_it() {
        let stop = Stop::default();
        let [before, gone, after] = [(); 3].map(|()| Arc::<AtomicBool>::default());
        stop.lend(&before);
        stop.lend(&gone);
        drop(gone);
        assert!(!stop.is_set() && !before.load(Ordering::Relaxed));
        stop.set();
        stop.lend(&after);
        assert!(stop.is_set() && before.load(Ordering::Relaxed) && after.load(Ordering::Relaxed));
        let lent = stop.lent.lock().unwrap().len();
        assert_eq!(lent, 2, "what is gone is forgotten");
    }
}
