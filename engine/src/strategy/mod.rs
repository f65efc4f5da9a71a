//! Ways of choosing a move.

pub mod handicap;
