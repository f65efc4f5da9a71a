//! The box: a game of tic-tac-toe, gomoku or any other m,n,k game between people and the engine.
//!
//! The modules, lowest first; a module uses only what stands above it:
//!
//! - [`lang`]: English and Chinese
//! - [`log`]: messages for the people who run and mend it
//! - [`names`]: the names of games and rules
//! - [`app`]: the game and the box's controls as state machines, without terminals, threads or files
//! - [`sgf`], [`psq`], [`store`]: games as text, files of them, and the game in progress kept through a pulled plug
//! - [`pool`]: the engine's memory and search threads
//! - [`thinker`]: the engine on threads of its own, tasks in and answers out
//! - [`wording`]: values in words
//! - [`values`]: words that people write for games, players and numbers, checked
//! - [`display`]: views as text and as pictures
//! - [`worker`]: the engine at work, not too fast for people
//! - [`ports`]: what the box needs of the world
//! - [`input`]: keypads and serial lines: from levels and bytes to keys and lines
//! - [`link`]: a machine that sees the board and moves the stones
//! - [`gomocup`]: a brain for gomoku managers
//! - [`http`]: the move service and the page, over HTTP
//! - [`play`]: a game in the terminal or on a pipe
//! - [`hw`]: the board's pins, and the one place that opens Linux devices
//! - [`appliance`]: the box as its file says, and a check of file and hardware
//! - [`contest`]: matches of many games between players of any kind
//! - [`cli`]: the command line
//! - [`commands`]: what the program does
#![deny(missing_docs)]

pub mod app;
pub mod appliance;
pub mod cli;
pub mod commands;
pub mod contest;
pub mod display;
pub mod gomocup;
pub mod http;
pub mod hw;
pub mod input;
pub mod lang;
pub mod link;
pub mod log;
pub mod names;
pub mod play;
pub mod pool;
pub mod ports;
pub mod psq;
pub mod sgf;
pub mod store;
pub mod thinker;
pub mod values;
pub mod wording;
pub mod worker;
