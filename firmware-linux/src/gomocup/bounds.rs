//! How long a line and how large a board may be.

use minmax_engine::point::MAX_SIDE;

/// No line is longer, in bytes; a path in `INFO folder` may be as long as systems allow.
pub const LONGEST_LINE: usize = 5_000;
/// Cells a side of the smallest board.
pub const SMALLEST_BOARD: usize = 5;
/// Cells a side of the largest board.
pub const LARGEST_BOARD: usize = 20;
const _: () = assert!(LARGEST_BOARD == MAX_SIDE);
