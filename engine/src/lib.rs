//! The games and the thinking of minmax-h3: tic-tac-toe, any m,n,k game up to 20×20 and above
//! all gomoku, by minimax and alpha-beta search; `no_std`, without one allocation, IO or clock.
//!
//! The modules in layers, lowest first; a module uses only what stands above it:
//!
//! - words: [`point`], [`side`], [`score`], [`time`]
//! - the board: [`bitboard`], `zobrist`, [`board`]
//! - the rules: [`rules`], [`game`], [`notation`]
//! - whole trees, to their end: [`reference`](mod@reference), [`perft`]
//! - lines: [`shapes`]
//! - knowledge: `weights`, [`tally`], [`position`], [`eval`], `moves`, [`fouls`], [`obligations`]
//! - search: [`tt`], [`search`]
//! - players: [`strategy`]
//! - [`mod@bench`]
#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod bench;
pub mod bitboard;
pub mod board;
pub mod eval;
pub mod fouls;
pub mod game;
mod moves;
pub mod notation;
pub mod obligations;
pub mod perft;
pub mod point;
pub mod position;
pub mod reference;
pub mod rules;
pub mod score;
pub mod search;
pub mod shapes;
pub mod side;
pub mod strategy;
pub mod tally;
pub mod time;
pub mod tt;
mod weights;
mod zobrist;

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
