//! A whole contest table without wood and wire: the box with its real session and link, a line
//! that loses, doubles, changes and delays bytes, a machine with an arm that fumbles, and a person
//! who plays, errs and makes mischief. Time is simulated and everything is drawn from one seed,
//! so that a game of minutes takes milliseconds and every fault can be seen again.
//!
//! - [`wire`]: one direction of the line
//! - [`table`]: board, arm, lamps and button: what a [`Machine`](minmax_link::device::Machine) is
//! - [`person`]: who plays at the table
//! - [`arena`]: all of it together, step by step
//! - [`student`]: the machine's end by somebody who knows only the document

pub mod arena;
pub mod person;
pub mod student;
pub mod table;
pub mod wire;
