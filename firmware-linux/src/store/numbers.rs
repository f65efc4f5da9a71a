//! The numbers of games, as files and games have them.

/// The last number.
pub(super) const LAST: u32 = 999_999_999;

/// The file of the game with that number.
pub(super) fn name(number: u32) -> String {
    format!("{number:06}.sgf")
}

/// The number of a game by its name. Other names are none of the archive's business.
pub(super) fn number(file: &str) -> Option<u32> {
    let number = file.strip_suffix(".sgf")?.parse().ok();
    number.filter(|&number| (1..=LAST).contains(&number) && name(number) == file)
}

/// The number that a game claims for itself.
pub(super) fn claimed(text: &str) -> Option<u32> {
    number(&format!("{text}.sgf"))
}

/// How a game names its number.
pub(super) fn claim(number: u32) -> String {
    format!("{number:06}")
}
