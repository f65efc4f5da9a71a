//! What the box needs of the world, whatever it is made of: `hw` has these for Linux, tests have
//! their own.

use std::time::Duration;

use crate::app::panel::view::Lamps;
use crate::display::picture::frame::Frame;
use crate::store::keeper::Kept;

/// A display of 128×64 dots.
pub trait Display {
    /// Shows this picture, as soon as it can; never waits for it.
    fn show(&mut self, frame: &Frame);
}

/// A serial line to write to.
pub trait Wire {
    /// Sends the bytes, as soon as it can; never waits for it. `false`: they are lost, for the
    /// line is gone or the other end does not take them.
    fn send(&mut self, bytes: &[u8]) -> bool;
}

/// Lamps and buzzer.
pub trait Signs {
    /// Lights these lamps.
    fn show(&mut self, lamps: Lamps);

    /// Sounds for the first of these times from `now_ms` on, is silent for the second, and so on.
    fn beep(&mut self, pattern: &'static [u16], now_ms: u64);

    /// It is `now_ms`. Whether it has to be told again soon, for it sounds.
    fn tick(&mut self, now_ms: u64) -> bool;
}

/// Where the game is kept.
pub trait Store {
    /// Keeps the game as it is now; never waits for it. `begins`: it is another game than before.
    /// The number of this, which grows; somebody is told when it is done.
    fn keep(&mut self, kept: Kept, begins: bool) -> u64;

    /// Waits until everything is kept, but no longer than this. Whether it is.
    fn flush(&mut self, within: Duration) -> bool;
}
