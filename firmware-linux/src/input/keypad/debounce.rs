//! One contact that bounces.

/// A contact whose readings are summed up over time: it counts as closed when it was read closed
/// for a whole window more than open, and as open when that is used up again.
///
/// So neither a bounce nor a disturbance shorter than the window ever shows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Debouncer {
    /// The sum of milliseconds, from 0 to the window.
    sum_ms: u32,
    closed: bool,
    /// The reading before; `None` if it is not to be trusted.
    last: Option<bool>,
}

impl Debouncer {
    /// Whether the contact counts as closed.
    #[must_use]
    pub const fn is_closed(&self) -> bool {
        self.closed
    }

    /// Whether it is open and nothing speaks for another state soon.
    #[must_use]
    pub const fn is_at_rest(&self) -> bool {
        !self.closed && self.sum_ms == 0 && !matches!(self.last, Some(true))
    }

    /// Takes a reading, `elapsed_ms` after the one before, and tells the new state if it changes.
    ///
    /// The time between two readings counts only if they agree: nobody knows when it changed.
    /// And no pause counts for more than half of the window, so that a caller who was away does
    /// not take two touches for one.
    pub fn read(&mut self, closed: bool, elapsed_ms: u32, window_ms: u32) -> Option<bool> {
        let window = window_ms.max(1);
        if self.last == Some(closed) {
            let step = elapsed_ms.min(window.div_ceil(2));
            self.sum_ms = if closed {
                self.sum_ms.saturating_add(step).min(window)
            } else {
                self.sum_ms.saturating_sub(step)
            };
        }
        self.last = Some(closed);
        let settled = (closed && self.sum_ms == window) || (!closed && self.sum_ms == 0);
        if !settled || self.closed == closed {
            return None;
        }
        self.closed = closed;
        Some(closed)
    }

    /// The contact could not be read this time: nothing changes.
    pub const fn skip(&mut self) {
        self.last = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const WINDOW: u32 = 20;
    const NONE: [bool; 0] = [];

    fn feed(contact: &mut Debouncer, readings: &[(bool, u32)]) -> Vec<bool> {
        let changes = readings
            .iter()
            .filter_map(|&(closed, ms)| contact.read(closed, ms, WINDOW));
        changes.collect()
    }

    #[test]
    fn a_clean_press_shows_after_the_window() {
        let mut contact = Debouncer::default();
        assert_eq!(feed(&mut contact, &[(true, 5); 4]), NONE);
        assert_eq!(contact.read(true, 5, WINDOW), Some(true));
        assert!(contact.is_closed() && !contact.is_at_rest());
        assert_eq!(feed(&mut contact, &[(false, 5); 9]), [false]);
        assert!(contact.is_at_rest());
    }

    #[test]
    fn a_long_pause_is_no_proof() {
        let mut contact = Debouncer::default();
        assert_eq!(feed(&mut contact, &[(true, 5), (true, 60_000)]), NONE);
        assert_eq!(contact.read(true, 60_000, WINDOW), Some(true));
    }

    #[test]
    fn what_was_not_read_counts_for_nothing() {
        let mut contact = Debouncer::default();
        for _ in 0..100 {
            assert_eq!(contact.read(true, 15, WINDOW), None);
            contact.skip();
        }
    }

    fn bounces(closed: bool) -> impl Strategy<Value = Vec<(bool, u32)>> {
        // Pieces of the window, never all of it together.
        prop::collection::vec((any::<bool>(), 1..=7_u32), 0..40).prop_map(move |pieces| {
            let mut left = WINDOW - 1;
            let mut bounces = vec![(closed, 3)];
            for (closed, ms) in pieces {
                if left < ms {
                    break;
                }
                left -= ms;
                bounces.push((closed, ms));
            }
            bounces
        })
    }

    proptest! {
        #[test]
        fn any_bounce_shorter_than_the_window_is_one_press_and_one_release(
            before in bounces(true),
            after in bounces(false),
            period in 1..=12_u32,
        ) {
            let mut contact = Debouncer::default();
            prop_assert_eq!(feed(&mut contact, &before), NONE);
            prop_assert_eq!(feed(&mut contact, &vec![(true, period); 60]), [true]);
            prop_assert_eq!(feed(&mut contact, &after), NONE);
            prop_assert_eq!(feed(&mut contact, &vec![(false, period); 60]), [false]);
            prop_assert!(contact.is_at_rest());
        }

        #[test]
        fn a_disturbance_shorter_than_the_window_is_nothing(noise in bounces(true)) {
            let mut contact = Debouncer::default();
            prop_assert_eq!(feed(&mut contact, &noise), NONE);
            prop_assert_eq!(feed(&mut contact, &[(false, 5); 20]), NONE);
        }
    }
}
