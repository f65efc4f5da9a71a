//! When a search has to end: depth, nodes, time and the stop signal.

use core::sync::atomic::{AtomicBool, Ordering};

use crate::time::{Budget, Clock};

/// What bounds a search. The default bounds nothing: such a search ends by its stop signal, by
/// a proof, or at the largest depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Limits {
    /// Finish this iteration and start no deeper one. 0 counts as 1.
    pub depth: Option<u8>,
    /// Stop at this number of nodes (a node is one move made, threat search included).
    pub nodes: Option<u64>,
    /// Milliseconds for this move.
    pub time: Option<Budget>,
}

impl Limits {
    /// Bounded by depth alone.
    #[must_use]
    pub const fn depth(depth: u8) -> Self {
        Self {
            depth: Some(depth),
            nodes: None,
            time: None,
        }
    }

    /// Bounded by nodes alone.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Self {
        Self {
            depth: None,
            nodes: Some(nodes),
            time: None,
        }
    }

    /// Bounded by the milliseconds that the move may take.
    #[must_use]
    pub const fn time_ms(ms: u64) -> Self {
        Self {
            depth: None,
            nodes: None,
            time: Some(Budget::for_turn(ms)),
        }
    }
}

/// What reaches a running search from outside: the clock and the stop signal.
#[derive(Clone, Copy)]
pub struct Signals<'a> {
    /// Milliseconds since the search began.
    pub clock: &'a dyn Clock,
    /// Set by anyone at any time, it ends the search within a few dozen nodes.
    pub stop: &'a AtomicBool,
}

impl Signals<'_> {
    /// Whether the stop signal is set.
    #[must_use]
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
