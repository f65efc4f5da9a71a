//! Matches: one player against others, over many games, and what the results say.
//!
//! - [`stats`]: Elo, its error, and a sequential test
//! - [`stop`]: what ends a match early
//! - [`player`]: what the referee needs of a player, and what can be wrong with one
//! - [`spec`]: players as words
//! - [`random`], [`own`], [`brain`]: any legal move; the engine in this process; another process
//! - [`referee`]: one game
//! - [`openings`], [`balanced`]: how games begin: from a file, or found by own search
//! - [`schedule`]: which game comes next
//! - [`tally`]: what the games come to
//! - [`run`]: the match itself
//! - [`report`]: the counts as text
//! - [`save`]: games as files
//! - [`words`]: what goes wrong, in words

pub mod balanced;
pub mod brain;
pub mod openings;
pub mod own;
pub mod player;
pub mod random;
pub mod referee;
pub mod report;
pub mod run;
pub mod save;
pub mod schedule;
pub mod spec;
pub mod stats;
pub mod stop;
pub mod tally;
pub mod words;
