//! The robot link: a machine that sees a real board and moves real stones.
//!
//! What goes over the wire is the crate [`minmax_link`], the same for both ends; `LINK.md` is
//! written for those who build the other one. Here is the box's side of it, without any port or
//! clock:
//!
//! - [`translate`]: the engine's words and the wire's
//! - [`opening`]: a first cell that was set beforehand
//! - [`judge`]: what an observation of the board means
//! - [`note`]: what there is to say to people
//! - [`dialogue`]: one job of the machine at a time, timed
//! - [`robot`]: the state machine that joins game and machine

pub mod dialogue;
pub mod judge;
pub mod note;
pub mod opening;
pub mod robot;
pub mod translate;
