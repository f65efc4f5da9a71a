//! The Gomocup protocol: a brain for gomoku managers (Piskvork, c-gomoku-cli, qpiskvork,
//! Yixin-Board), on standard input and output. The modules, lowest first:
//!
//! - [`dialect`]: what the number of a rule means
//! - [`bounds`]: how long a line and how large a board may be
//! - [`fault`]: what is answered to a line that cannot be obeyed
//! - [`command`]: from the bytes of a line to a command
//! - [`lines`]: from bytes to lines, within bounds
//! - [`peek`]: what waits on standard input
//! - [`input`]: standard input, read ahead
//! - [`reply`]: what the brain says
//! - [`board`]: the stones between `BOARD` and `DONE`
//! - [`clock`]: from what the manager says of time to the limits of a search
//! - [`memory`]: from what it says of memory to the size of a table
//! - [`opening`]: the first stones of a game with a swap
//! - [`brain`]: the protocol as a state machine, without threads or files
//! - [`host`]: input, the engine and the brain in one loop

pub mod board;
pub mod bounds;
pub mod brain;
pub mod clock;
pub mod command;
pub mod dialect;
pub mod fault;
pub mod host;
pub mod input;
pub mod lines;
pub mod memory;
pub mod opening;
pub mod peek;
pub mod reply;
