//! One direction of a serial line, with its faults.

use std::collections::VecDeque;

use fastrand::Rng;

/// Microseconds that a byte takes at 115,200 baud.
const BYTE_US: u64 = 87;

/// What happens to bytes, in 10,000.
#[derive(Clone, Copy, Debug, Default)]
pub struct Noise {
    /// Never arrive.
    pub lost: u32,
    /// Arrive twice.
    pub doubled: u32,
    /// Arrive with one bit changed.
    pub flipped: u32,
    /// Arrive after some that nobody has sent.
    pub preceded: u32,
    /// Arrive, with all behind them, up to this many milliseconds late.
    pub delayed: u32,
    /// The longest delay, in milliseconds.
    pub delay_ms: u64,
}

impl Noise {
    /// A line as it should be.
    pub const NONE: Self = Self {
        lost: 0,
        doubled: 0,
        flipped: 0,
        preceded: 0,
        delayed: 0,
        delay_ms: 0,
    };

    /// A line on which about every third frame is damaged.
    pub const HEAVY: Self = Self {
        lost: 40,
        doubled: 40,
        flipped: 40,
        preceded: 20,
        delayed: 20,
        delay_ms: 700,
    };
}

/// Bytes on their way.
#[derive(Debug)]
pub struct Wire {
    noise: Noise,
    random: Rng,
    /// Each with its time of arrival, in microseconds.
    bytes: VecDeque<(u64, u8)>,
    free_us: u64,
}

impl Wire {
    /// An idle wire.
    #[must_use]
    pub fn new(noise: Noise, random: Rng) -> Self {
        Self {
            noise,
            random,
            bytes: VecDeque::new(),
            free_us: 0,
        }
    }

    /// Takes a line in, at this time.
    pub fn send(&mut self, now_ms: u64, line: &[u8]) {
        self.free_us = self.free_us.max(1_000 * now_ms);
        for &byte in line {
            if self.happens(self.noise.delayed) {
                self.free_us += 1_000 * self.random.u64(0..=self.noise.delay_ms);
            }
            if self.happens(self.noise.preceded) {
                for _ in 0..self.random.u8(1..20) {
                    let byte = self.random.u8(..);
                    self.carry(byte);
                }
            }
            if self.happens(self.noise.lost) {
                continue;
            }
            let flip = u8::from(self.happens(self.noise.flipped)) << self.random.u8(0..8);
            self.carry(byte ^ flip);
            if self.happens(self.noise.doubled) {
                self.carry(byte ^ flip);
            }
        }
    }

    fn happens(&mut self, times_in_10_000: u32) -> bool {
        self.random.u32(0..10_000) < times_in_10_000
    }

    fn carry(&mut self, byte: u8) {
        self.free_us += BYTE_US;
        self.bytes.push_back((self.free_us, byte));
    }

    /// The next byte that has arrived by this time.
    pub fn receive(&mut self, now_ms: u64) -> Option<u8> {
        let &(at_us, byte) = self.bytes.front()?;
        if at_us > 1_000 * now_ms {
            return None;
        }
        self.bytes.pop_front();
        Some(byte)
    }

    /// All that is on its way is lost: somebody has pulled the plug.
    pub fn cut(&mut self) {
        self.bytes.clear();
    }
}
