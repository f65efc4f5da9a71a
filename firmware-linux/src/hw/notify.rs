//! The service manager: systemd, or whoever else reads its messages. Without one nothing happens.

use std::time::{Duration, Instant};

use sd_notify::NotifyState;

/// Tells the service manager what goes on.
#[derive(Debug)]
pub struct Notifier {
    /// How often it wants to hear that all is well.
    period: Option<Duration>,
    last: Option<Instant>,
}

impl Default for Notifier {
    fn default() -> Self {
        Self::new()
    }
}

impl Notifier {
    /// Asks the environment what the service manager wants.
    #[must_use]
    pub fn new() -> Self {
        Self::with(sd_notify::watchdog_enabled())
    }

    /// Twice as often as it must be, for a busy machine is late.
    const fn with(watchdog: Option<Duration>) -> Self {
        let period = match watchdog {
            Some(limit) => Some(Duration::from_millis(limit.as_millis() as u64 / 2)),
            None => None,
        };
        Self { period, last: None }
    }

    /// The box is ready: its displays show the game, and its inputs are heard.
    pub fn ready(&mut self) {
        tell(NotifyState::Ready);
    }

    /// One line about the state, for `systemctl status`.
    pub fn status(&mut self, line: &str) {
        tell(NotifyState::Status(line));
    }

    /// The loop runs. To be called in every round: it is passed on when it is time.
    pub fn alive(&mut self, now: Instant) {
        if self.is_due(now) {
            self.last = Some(now);
            tell(NotifyState::Watchdog);
        }
    }

    fn is_due(&self, now: Instant) -> bool {
        let Some(period) = self.period else {
            return false;
        };
        self.last
            .is_none_or(|last| now.saturating_duration_since(last) >= period)
    }

    /// After how long [`alive`](Self::alive) must be called again at the latest.
    #[must_use]
    pub const fn period(&self) -> Option<Duration> {
        self.period
    }

    /// The box is about to end.
    pub fn stopping(&mut self) {
        tell(NotifyState::Stopping);
    }
}

fn tell(state: NotifyState<'_>) {
    if let Err(error) = sd_notify::notify(&[state]) {
        defmt::warn!("service manager: {}", error.to_string().as_str());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_watchdog_hears_twice_in_its_time() {
        let start = Instant::now();
        let mut notifier = Notifier::with(Some(Duration::from_secs(10)));
        let at = |s| start + Duration::from_secs(s);
        let mut heard = Vec::new();
        for second in 0..20 {
            if notifier.is_due(at(second)) {
                heard.push(second);
            }
            notifier.alive(at(second));
        }
        assert_eq!(heard, [0, 5, 10, 15]);
    }

    #[test]
    fn without_a_watchdog_nobody_is_told() {
        let notifier = Notifier::with(None);
        assert!(!notifier.is_due(Instant::now()));
    }
}
