//! `perft`: how many games, tree nodes and different positions there are, ply by ply.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{anyhow, bail};
use minmax_engine::game::Game;
use minmax_engine::perft::{self, CountError, Ply, Slot};
use minmax_engine::reference::MAX_CELLS;

use super::start_log;
use crate::cli::settings::PerftSettings;
use crate::lang::{Lang, texts};

/// Plies that are counted on a board too large for its end ever to come: seconds on 20x20.
pub const SOME_PLIES: usize = 3;

/// Writes a line for each ply as soon as it is counted, and the totals, in columns with English
/// names for people and scripts alike.
///
/// Boards of more than 40 cells are walked, as with [`PerftSettings::walk`]: each ply takes as
/// many times longer than the last as there are empty cells. So there only [`SOME_PLIES`] are
/// counted unless a depth is given.
///
/// # Errors
/// The log cannot be begun, there are more positions than the memory holds (the lines written so
/// far are right), and whatever `out` returns.
pub fn run(settings: &PerftSettings, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    start_log(&settings.log, settings.lang)?;
    let mut table = Table::new(out)?;
    let large = settings.rules.cells() > MAX_CELLS;
    let depth = settings.depth.or(large.then_some(SOME_PLIES));
    let plies = depth.map_or(usize::MAX, |depth| depth + 1);
    let game = Game::new(settings.rules);
    if settings.walk || large {
        walk(&game, plies, &mut table)?;
    } else {
        count(&game, plies, settings, &mut table)?;
    }
    table.finish()?;
    Ok(ExitCode::SUCCESS)
}

/// One ply more each time: the last costs more than all before it together.
fn walk(game: &Game, plies: usize, table: &mut Table<'_>) -> io::Result<()> {
    let mut counted = Vec::new();
    while counted.len() < plies {
        counted.push(Ply::NONE);
        perft::walk(game, &mut counted);
        match counted.last() {
            Some(last) if last.nodes > 0 => table.row(last)?,
            _ => break,
        }
    }
    Ok(())
}

fn count(
    game: &Game,
    plies: usize,
    settings: &PerftSettings,
    table: &mut Table<'_>,
) -> anyhow::Result<()> {
    let mib = settings.hash_mib;
    let most = mib.saturating_mul((1 << 20) / size_of::<Slot>());
    let mut slots = memory(perft::slots_for(game, plies - 1).min(most), settings.lang)?;
    for ply in perft::count(game, &mut slots)?.take(plies) {
        match ply {
            Ok(ply) => table.row(&ply)?,
            Err(CountError::MemoryFull { .. }) => {
                bail!(texts::PERFT_FULL.fill(settings.lang, &[&table.rows.len(), &mib]));
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

fn memory(length: usize, lang: Lang) -> anyhow::Result<Vec<Slot>> {
    let mut slots = Vec::new();
    let mib = length.saturating_mul(size_of::<Slot>()).div_ceil(1 << 20);
    slots
        .try_reserve_exact(length)
        .map_err(|_| anyhow!(texts::PERFT_NO_MEMORY.fill(lang, &[&mib])))?;
    slots.resize(length, Slot::EMPTY);
    Ok(slots)
}

/// The lines that have been written.
struct Table<'a> {
    out: &'a mut dyn Write,
    rows: Vec<Ply>,
}

impl<'a> Table<'a> {
    fn new(out: &'a mut dyn Write) -> io::Result<Self> {
        let (ply, games, nodes, positions) = ("ply", "games", "nodes", "positions");
        writeln!(out, "{ply:>5} {games:>20} {nodes:>20} {positions:>20}")?;
        let rows = Vec::new();
        Ok(Self { out, rows })
    }

    fn row(&mut self, ply: &Ply) -> io::Result<()> {
        let name = self.rows.len().to_string();
        self.line(&name, ply)?;
        self.rows.push(*ply);
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        let total = Ply::total(&self.rows);
        self.line("total", &total)?;
        self.out.flush()
    }

    fn line(&mut self, name: &str, ply: &Ply) -> io::Result<()> {
        let positions = match ply.positions {
            0 => "-".to_owned(),
            counted => counted.to_string(),
        };
        let (games, nodes) = (ply.games, ply.nodes);
        writeln!(
            self.out,
            "{name:>5} {games:>20} {nodes:>20} {positions:>20}"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log;
    use minmax_engine::rules::{LineRule, Rules};

    fn output(
        rules: Rules,
        depth: Option<usize>,
        hash_mib: usize,
        walk: bool,
    ) -> (String, Option<String>) {
        let settings = PerftSettings {
            rules,
            depth,
            hash_mib,
            walk,
            lang: Lang::English,
            log: log::Settings::default(),
        };
        let mut out = Vec::new();
        let error = run(&settings, &mut out).err();
        let text = String::from_utf8(out).unwrap();
        (text, error.map(|error| error.to_string()))
    }

    /// Lines as lists of words.
    fn words(text: &str) -> Vec<Vec<&str>> {
        text.lines()
            .map(|line| line.split_whitespace().collect())
            .collect()
    }

    #[test]
    fn a_line_each_ply_and_the_totals() {
        let (text, error) = output(Rules::TIC_TAC_TOE, None, 1, false);
        assert_eq!(error, None);
        let lines = words(&text);
        assert_eq!(lines.len(), 12);
        assert_eq!(lines[0], ["ply", "games", "nodes", "positions"]);
        assert_eq!(lines[6], ["5", "1440", "15120", "1260"]);
        assert_eq!(lines[11], ["total", "255168", "549946", "5478"]);
    }

    #[test]
    fn a_walk_gives_the_same_numbers_without_positions() {
        let (counted, _) = output(Rules::TIC_TAC_TOE, Some(6), 1, false);
        let (walked, _) = output(Rules::TIC_TAC_TOE, Some(6), 1, true);
        let (counted, walked) = (words(&counted), words(&walked));
        assert_eq!(counted.len(), 9);
        for (counted, walked) in counted.iter().zip(&walked).skip(1) {
            assert_eq!(counted[..3], walked[..3]);
            assert_eq!(walked[3], "-");
        }
    }

    #[test]
    fn large_boards_are_walked() {
        let (text, error) = output(Rules::GOMOKU, Some(2), 1, false);
        assert_eq!(error, None);
        assert_eq!(words(&text)[3], ["2", "0", "50400", "-"]);
    }

    #[test]
    fn a_board_whose_end_never_comes_has_a_depth_of_its_own() {
        let (text, error) = output(
            Rules::new(7, 6, 4, LineRule::Freestyle).unwrap(),
            None,
            1,
            false,
        );
        assert_eq!(error, None);
        let lines = words(&text);
        assert_eq!(lines[lines.len() - 2], ["3", "0", "68880", "-"]);
        assert_eq!(lines[lines.len() - 1][0], "total");
    }

    #[test]
    fn too_little_memory_is_said_after_what_is_known() {
        let rules = Rules::new(4, 4, 4, LineRule::Freestyle).unwrap();
        let (text, error) = output(rules, None, 1, false);
        assert_eq!(words(&text).last().unwrap(), &["4", "0", "43680", "10920"]);
        assert!(error.unwrap().starts_with("ply 5 does not fit 1 MiB"));
    }
}
