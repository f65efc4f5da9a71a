//! Presses, repeats and long presses of one key.

use super::debounce::Debouncer;
use crate::app::key::Stroke;

/// Of the time between two looks at a key that stays down no more than this counts, in milliseconds:
/// nobody knows what it did meanwhile. So a caller who was away, or is slow, makes neither a repeat
/// nor a long press of a tap. Several times what passes between two looks while all is well.
const LONGEST_STEP_MS: u32 = 20;

/// How long things take, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// No bounce takes longer.
    pub debounce_ms: u32,
    /// A key that stays down is repeated after this time.
    pub repeat_after_ms: u32,
    /// And then again and again after this one.
    pub repeat_every_ms: u32,
    /// A key that stays down for so long is held. It is not repeated any more, so that a stuck
    /// key does not flood anybody.
    pub held_after_ms: u32,
    /// A key that stays down for so long is stuck.
    pub stuck_after_ms: u32,
}

impl Timing {
    /// With this window for bounces, and the box's own times for everything else.
    #[must_use]
    pub const fn with_debounce(debounce_ms: u32) -> Self {
        Self {
            debounce_ms,
            repeat_after_ms: 400,
            repeat_every_ms: 120,
            held_after_ms: 5_000,
            stuck_after_ms: 20_000,
        }
    }
}

/// One key.
#[derive(Clone, Copy, Debug, Default)]
pub struct KeyState {
    contact: Debouncer,
    /// For how long it has been seen down.
    down_ms: u32,
    /// When it is repeated next, counted from its press.
    repeat_at_ms: u32,
    /// It was down when the box was switched on: a person would have waited.
    muted: bool,
}

impl KeyState {
    /// A key as it is found when the box is switched on. One that is down already is not told
    /// before it has been up: a short circuit places no stone.
    #[must_use]
    pub fn found(closed: bool) -> Self {
        Self {
            muted: closed,
            ..Self::default()
        }
    }

    /// Whether it is up and nothing is in the air.
    #[must_use]
    pub const fn is_at_rest(&self) -> bool {
        self.contact.is_at_rest()
    }

    /// Whether it has been down for longer than anybody would hold it.
    #[must_use]
    pub const fn is_stuck(&self, timing: &Timing) -> bool {
        self.contact.is_closed() && self.down_ms >= timing.stuck_after_ms
    }

    /// Takes a reading, `elapsed_ms` after the one before; `None` if it is doubtful.
    pub fn read(
        &mut self,
        closed: Option<bool>,
        elapsed_ms: u32,
        timing: &Timing,
    ) -> Option<Stroke> {
        let Some(closed) = closed else {
            self.contact.skip();
            return None;
        };
        let stroke = match self.contact.read(closed, elapsed_ms, timing.debounce_ms) {
            Some(true) => {
                self.down_ms = 0;
                self.repeat_at_ms = timing.repeat_after_ms;
                Some(Stroke::Press)
            }
            Some(false) => Some(Stroke::Release),
            None if self.contact.is_closed() => self.stays_down(elapsed_ms, timing),
            None => {
                self.muted &= !self.contact.is_at_rest();
                None
            }
        };
        let muted = self.muted;
        self.muted &= stroke != Some(Stroke::Release);
        stroke.filter(|_| !muted)
    }

    fn stays_down(&mut self, elapsed_ms: u32, timing: &Timing) -> Option<Stroke> {
        let before = self.down_ms;
        self.down_ms = before.saturating_add(elapsed_ms.min(LONGEST_STEP_MS));
        if self.down_ms >= timing.held_after_ms {
            return (before < timing.held_after_ms).then_some(Stroke::Held);
        }
        if self.down_ms < self.repeat_at_ms {
            return None;
        }
        self.repeat_at_ms = self.down_ms.saturating_add(timing.repeat_every_ms);
        Some(Stroke::Repeat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TIMING: Timing = Timing::with_debounce(20);

    /// What a key tells that is down from the beginning for so long, and then up.
    fn strokes(mut key: KeyState, down_ms: u32) -> Vec<Stroke> {
        let down = (0..down_ms / 5).map(|_| true);
        let all = down.chain([false; 20]);
        all.filter_map(|closed| key.read(Some(closed), 5, &TIMING))
            .collect()
    }

    #[test]
    fn a_tap_is_a_press_and_a_release() {
        let told = strokes(KeyState::default(), 100);
        assert_eq!(told, [Stroke::Press, Stroke::Release]);
    }

    #[test]
    fn a_key_that_stays_down_repeats() {
        let told = strokes(KeyState::default(), 700);
        let [Stroke::Press, between @ .., Stroke::Release] = &told[..] else {
            panic!("{told:?}");
        };
        // At 400, 520 and 640 ms.
        assert_eq!(between, [Stroke::Repeat; 3]);
    }

    #[test]
    fn a_stuck_key_is_held_once_and_floods_nobody() {
        let hour = strokes(KeyState::default(), 3_600_000);
        assert_eq!(hour.iter().filter(|&&s| s == Stroke::Held).count(), 1);
        assert!(hour.len() < 50, "{} events", hour.len());
        assert_eq!(hour.last(), Some(&Stroke::Release));
        let held = hour.iter().position(|&s| s == Stroke::Held).unwrap();
        assert_eq!(&hour[held + 1..], [Stroke::Release]);
    }

    #[test]
    fn a_key_that_is_down_at_the_start_is_told_after_it_was_up() {
        let mut key = KeyState::found(true);
        for _ in 0..10_000 {
            assert_eq!(key.read(Some(true), 5, &TIMING), None);
        }
        assert!(key.is_stuck(&TIMING));
        for _ in 0..100 {
            assert_eq!(key.read(Some(false), 5, &TIMING), None);
        }
        assert_eq!(strokes(key, 100), [Stroke::Press, Stroke::Release]);
    }

    #[test]
    fn a_touch_at_the_start_mutes_nothing_for_long() {
        let mut key = KeyState::found(true);
        key.read(Some(true), 5, &TIMING);
        key.read(Some(false), 5, &TIMING);
        key.read(Some(false), 30, &TIMING);
        assert_eq!(strokes(key, 100), [Stroke::Press, Stroke::Release]);
    }

    #[test]
    fn a_pause_of_the_caller_is_no_repeat() {
        let mut key = KeyState::default();
        let mut told = Vec::new();
        for elapsed in [5, 10, 10, 10, 3_000, 60_000, 10] {
            told.extend(key.read(Some(true), elapsed, &TIMING));
        }
        assert_eq!(told, [Stroke::Press]);
        assert!(!key.is_stuck(&TIMING));
    }

    #[test]
    fn a_tap_is_a_tap_however_slowly_it_is_read() {
        for elapsed in [5, 20, 60, 400, 6_000] {
            let mut key = KeyState::default();
            let levels = [true; 20].into_iter().chain([false; 20]);
            let told = levels.filter_map(|closed| key.read(Some(closed), elapsed, &TIMING));
            let told: Vec<_> = told.collect();
            assert_eq!(told, [Stroke::Press, Stroke::Release], "{elapsed} ms");
        }
    }

    #[test]
    fn a_slow_caller_hears_of_a_key_that_stays_down_all_the_same() {
        let mut key = KeyState::default();
        let told = (0..2_000).filter_map(|_| key.read(Some(true), 50, &TIMING));
        let told: Vec<_> = told.collect();
        assert_eq!(told[..2], [Stroke::Press, Stroke::Repeat]);
        assert_eq!(told.last(), Some(&Stroke::Held));
        assert!(key.is_stuck(&TIMING));
    }
}
