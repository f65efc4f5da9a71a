//! A kept game as text: SGF with private properties that say who plays and how well.
//!
//! The game in progress has a checksum behind its first property. A card that loses power may
//! hold blocks of zeros in the middle of a file, and to a reader of SGF that is a shorter game.

use crc::{CRC_32_ISO_HDLC, Crc};
use minmax_engine::side::Side;
use minmax_engine::strategy::handicap::Level;

use super::files::{LARGEST, StoreError};
use super::numbers;
use crate::app::event::Player;
use crate::app::record::Record;
use crate::sgf;

const CRC: Crc<u32> = Crc::<u32>::new(&CRC_32_ISO_HDLC);
/// How every game that is written begins.
const BEGIN: &str = "(;FF[4]";

/// What is to be kept of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The game.
    pub record: Record,
    /// Who plays it, Black first.
    pub players: [Player; 2],
    /// The engine's strength.
    pub level: Level,
}

/// A game of this box or of another program, as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Game {
    pub(super) record: Record,
    pub(super) players: Option<[Player; 2]>,
    pub(super) level: Option<Level>,
}

impl From<&Kept> for Game {
    fn from(kept: &Kept) -> Self {
        Self {
            record: kept.record.clone(),
            players: Some(kept.players),
            level: Some(kept.level),
        }
    }
}

impl Kept {
    /// The players' names for those who read a file of the game, Black's first.
    #[must_use]
    pub fn names(&self) -> [String; 2] {
        let game = Game::from(self);
        Side::ALL.map(|side| game.name(side))
    }
}

impl Game {
    pub(super) fn is_over(&self) -> bool {
        self.record.ending().is_some()
    }

    pub(super) fn is_worth_keeping(&self) -> bool {
        self.is_over() || !self.record.game().moves().is_empty()
    }

    /// Whether the other game is this one, or what became of it.
    pub(super) fn leads_to(&self, other: &Record) -> bool {
        let own = self.record.game();
        let mut then = other.game().clone();
        let later = other.game().moves().len() > own.moves().len();
        while then.moves().len() > own.moves().len() {
            then.undo();
        }
        let same = then.rules() == own.rules()
            && then.board() == own.board()
            && then.moves() == own.moves();
        let over = self.record.ending();
        same && (over.is_none() || !later && over == other.ending())
    }

    /// As the game in progress, which has that number in the archive, or for the archive itself.
    ///
    /// # Errors
    /// [`StoreError::TooLarge`]: it would not be read.
    pub(super) fn write(&self, number: Option<u32>) -> Result<String, StoreError> {
        let names = Side::ALL.map(|side| self.name(side));
        let mut private = Vec::new();
        private.extend(self.players.map(|[black, white]| {
            let names = format!("{},{}", black.name(), white.name());
            (sgf::PLAYERS, names)
        }));
        private.extend(
            self.level
                .map(|level| (sgf::LEVEL, level.get().to_string())),
        );
        private.extend(number.map(|number| (sgf::NUMBER, numbers::claim(number))));
        let text = sgf::write_with(&self.record, names.each_ref().map(|n| &**n), &private);
        let text = if number.is_some() { seal(&text) } else { text };
        if text.len() as u64 > LARGEST {
            return Err(StoreError::TooLarge);
        }
        Ok(text)
    }

    /// For those who read the file.
    fn name(&self, side: Side) -> String {
        match (
            self.players.map(|players| players[side.index()]),
            self.level,
        ) {
            (None, _) => String::new(),
            (Some(Player::Human), _) => "Human".into(),
            (Some(Player::Engine), None) => "minmax-h3".into(),
            (Some(Player::Engine), Some(level)) => format!("minmax-h3 level {}", level.get()),
        }
    }
}

/// A game and its number in the archive; `None` if the bytes are not one whole game that can be
/// gone on with.
pub(super) fn read(bytes: &[u8]) -> Option<(Game, Option<u32>)> {
    let text = str::from_utf8(bytes).ok()?;
    let value = |name| sgf::root_value(bytes, name);
    let game = Game {
        record: sgf::read(bytes).ok()?,
        players: value(sgf::PLAYERS).and_then(|names| Player::two_from_names(&names)),
        level: value(sgf::LEVEL).and_then(|level| level.parse().ok().and_then(Level::new)),
    };
    let good = match seal_of(text) {
        Seal::Good => true,
        Seal::Broken => false,
        // The box has played by it, whatever the rule is called.
        Seal::None => is_plain(text) && (game.players.is_some() || !names_other_rule(&game.record)),
    };
    let number = value(sgf::NUMBER).and_then(|number| numbers::claimed(&number));
    good.then_some((game, number))
}

/// Whether the text begins with a game: it may be looked for elsewhere too.
fn is_plain(text: &str) -> bool {
    let begin = text.trim_start_matches('\u{feff}').trim_start();
    begin
        .strip_prefix('(')
        .is_some_and(|rest| rest.trim_start().starts_with(';'))
}

/// Whether the file names a rule that nobody knows: it is kept as it stands.
fn names_other_rule(record: &Record) -> bool {
    let tags = record.note(0).map_or(&[][..], |note| &note.tags);
    tags.iter().any(|tag| tag.name == "RU")
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seal {
    None,
    Good,
    Broken,
}

/// Behind the first property: some tell the format by how a file begins.
fn seal(text: &str) -> String {
    let sum = CRC.checksum(text.as_bytes());
    text.replacen(BEGIN, &format!("{BEGIN}{}[{sum:08X}]", sgf::CHECK), 1)
}

fn seal_of(text: &str) -> Seal {
    let begin = text.strip_prefix(BEGIN);
    let Some(sealed) = begin.and_then(|rest| rest.strip_prefix(sgf::CHECK)) else {
        return Seal::None;
    };
    let whole = sealed
        .strip_prefix('[')
        .and_then(|rest| rest.split_once(']'));
    let good = whole.is_some_and(|(sum, rest)| {
        let mut digest = CRC.digest();
        digest.update(BEGIN.as_bytes());
        digest.update(rest.as_bytes());
        sum == format!("{:08X}", digest.finalize())
    });
    if good { Seal::Good } else { Seal::Broken }
}
