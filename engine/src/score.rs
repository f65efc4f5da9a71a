//! What a position is worth: evaluations, and wins and losses counted in plies.

/// A score from the point of view of the side to move.
///
/// Evaluations lie within ±[`MAX_EVAL`] and mean a winning probability of
/// `1 / (1 + exp(-score / 200))`. Proven wins lie above them and are higher the sooner they
/// come, proven losses below and higher the later: see [`win_in`] and [`loss_in`].
pub type Score = i32;

/// Above every score that a search can return: the start of a window.
pub const INFINITY: Score = 32_000;

/// A win with no ply left to play. [`win_in`] subtracts the plies from it.
pub const WIN: Score = 30_000;

/// No win takes more plies than this: the cells of the largest board fit, and so does any
/// search depth.
pub const MAX_WIN_PLIES: u16 = 1_000;

/// The largest evaluation that is not a proof.
pub const MAX_EVAL: Score = 20_000;

/// Nobody can win.
pub const DRAW: Score = 0;

/// The score of a win that falls after `plies` more single moves, the winning one included.
/// Sooner is better.
#[must_use]
pub const fn win_in(plies: u16) -> Score {
    WIN - plies as Score
}

/// The score of a loss that falls after `plies` more single moves. Later is better.
#[must_use]
pub const fn loss_in(plies: u16) -> Score {
    -win_in(plies)
}

/// Whether the score is a proven win or loss rather than an evaluation or a draw.
#[must_use]
pub const fn is_decisive(score: Score) -> bool {
    score.abs() >= WIN - MAX_WIN_PLIES as Score
}

/// Whether the score is a proven win for the side to move.
#[must_use]
pub const fn is_win(score: Score) -> bool {
    score >= WIN - MAX_WIN_PLIES as Score
}

/// Whether the score is a proven loss for the side to move.
#[must_use]
pub const fn is_loss(score: Score) -> bool {
    score <= MAX_WIN_PLIES as Score - WIN
}

/// Plies to the end of a proven win (positive) or loss (negative); `None` when nothing is proven.
///
/// ```
/// use minmax_engine::score::{loss_in, plies_to_win, win_in};
/// assert_eq!(plies_to_win(win_in(5)), Some(5));
/// assert_eq!(plies_to_win(loss_in(2)), Some(-2));
/// assert_eq!(plies_to_win(140), None);
/// ```
#[must_use]
pub const fn plies_to_win(score: Score) -> Option<i32> {
    if is_win(score) {
        Some(WIN - score)
    } else if is_loss(score) {
        Some(-WIN - score)
    } else {
        None
    }
}

/// The winner's own moves in a proven win of that many plies, the winning one included: what
/// people mean by "win in 3". Negative plies count the other side's moves, in absolute terms.
#[must_use]
pub const fn moves_of(plies: i32) -> u32 {
    plies.unsigned_abs().div_ceil(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shorter_win_and_a_longer_loss_are_better() {
        assert!(win_in(1) > win_in(3));
        assert!(loss_in(4) > loss_in(2));
        assert!(win_in(MAX_WIN_PLIES) > MAX_EVAL);
        assert!(loss_in(MAX_WIN_PLIES) < -MAX_EVAL);
    }

    #[test]
    fn proofs_and_evaluations_never_overlap() {
        for score in [0, 1, -1, MAX_EVAL, -MAX_EVAL] {
            assert!(!is_decisive(score));
            assert_eq!(plies_to_win(score), None);
        }
        for plies in [0, 1, MAX_WIN_PLIES] {
            assert!(is_win(win_in(plies)) && is_decisive(win_in(plies)));
            assert!(is_loss(loss_in(plies)) && is_decisive(loss_in(plies)));
        }
    }

    #[test]
    fn people_count_the_winners_moves() {
        assert_eq!(moves_of(1), 1);
        assert_eq!(moves_of(5), 3);
        assert_eq!(moves_of(-4), 2);
    }
}
