//! Games as files in a folder, one each: what was played, by whom, how long it took and how it
//! ended.

use std::fs;
use std::path::{Path, PathBuf};

use super::player::Fault;
use super::referee::{End, Played, Step};
use crate::app::record::{Record, Tag};
use crate::psq::{self, Ending, Psq};
use crate::sgf;
use crate::store::StoreError;

/// What the files are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Piskvork's; it does not say the rule.
    Psq,
    /// With what the players thought of their moves.
    Sgf,
}

impl Format {
    const fn extension(self) -> &'static str {
        match self {
            Self::Psq => "psq",
            Self::Sgf => "sgf",
        }
    }
}

/// A folder of games.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    format: Format,
}

impl Folder {
    /// The folder of that path, made if it is not there. Games that are in it already are not
    /// touched.
    ///
    /// # Errors
    /// The system refuses, or there are games of this format in the folder.
    pub fn open(path: &Path, format: Format) -> Result<Self, StoreError> {
        fs::create_dir_all(path)?;
        for entry in fs::read_dir(path)? {
            let name = PathBuf::from(entry?.file_name());
            if name
                .extension()
                .is_some_and(|end| end == format.extension())
            {
                return Err(StoreError::Exists);
            }
        }
        Ok(Self {
            path: path.into(),
            format,
        })
    }

    /// Writes the game of that number, from 1; Black's name is the first.
    ///
    /// # Errors
    /// The system refuses.
    pub fn save(&self, number: u32, played: &Played, players: [&str; 2]) -> Result<(), StoreError> {
        let text = match self.format {
            Format::Psq => psq_text(played, players),
            Format::Sgf => sgf_text(played, players),
        };
        let name = format!("{number:05}.{}", self.format.extension());
        fs::write(self.path.join(name), text)?;
        Ok(())
    }
}

fn psq_text(played: &Played, players: [&str; 2]) -> String {
    let ms = |step: &Step| u64::try_from(step.elapsed.as_millis()).unwrap_or(u64::MAX);
    psq::write(&Psq {
        game: played.game.clone(),
        times_ms: played.steps.iter().map(ms).collect(),
        players: Some(players.map(String::from)),
        ending: match &played.end {
            End::Row(_) | End::Full | End::Long => Ending::Regular,
            End::Fault(_, Fault::Late(_) | Fault::Hang(_)) => Ending::TimeOut,
            End::Fault(..) => Ending::Error,
        },
    })
}

fn sgf_text(played: &Played, players: [&str; 2]) -> String {
    let mut record = Record::new(played.game.rules());
    for (&point, step) in played.game.moves().iter().zip(&played.steps) {
        if record.play(point, step.thought).is_err() {
            break; // it was played once
        }
        if step.thought.is_none() && !step.elapsed.is_zero() {
            comment(
                &mut record,
                &format!("time {:.3} s", step.elapsed.as_secs_f64()),
            );
        }
    }
    match &played.end {
        End::Row(_) | End::Full => {}
        End::Long => {
            record.set_result("0".into());
            comment(&mut record, "drawn: as long as a game may be");
        }
        End::Fault(side, fault) => {
            let winner = ["W", "B"][side.index()];
            let how = match fault {
                Fault::Late(_) | Fault::Hang(_) => "T",
                _ => "F",
            };
            record.set_result(format!("{winner}+{how}"));
            comment(
                &mut record,
                &format!("{} {fault}", ["Black", "White"][side.index()]),
            );
        }
    }
    sgf::write(&record, players)
}

/// Says something of the position that the record stands at.
fn comment(record: &mut Record, words: &str) {
    let moves = record.game().moves().len();
    if let Some(note) = record.note_mut(moves) {
        note.tags.push(Tag {
            name: "C".into(),
            values: vec![sgf::escape(words)],
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::thought::Thought;
    use minmax_engine::game::Game;
    use minmax_engine::point::Point;
    use minmax_engine::rules::{LineRule, Rules};
    use minmax_engine::side::Side;
    use std::time::Duration;

    fn played(end: End) -> Played {
        let mut game = Game::new(Rules::GOMOKU);
        let mut steps = vec![Step::default()];
        for (n, ms) in [(7, 0), (8, 15), (9, 20)] {
            game.play(Point::new(n, 7).unwrap());
            steps.push(Step {
                elapsed: Duration::from_millis(ms),
                thought: (ms == 20).then_some(Thought {
                    score: 3,
                    depth: 4,
                    nodes: 5,
                    elapsed_ms: 20,
                    ..Thought::default()
                }),
            });
        }
        steps.remove(0);
        Played {
            game,
            steps,
            timings: vec![],
            end,
        }
    }

    #[test]
    fn a_lost_game_says_why() {
        let illegal = Fault::Illegal("x] y".into());
        let text = sgf_text(
            &played(End::Fault(Side::White, illegal.clone())),
            ["one", "two"],
        );
        assert!(text.contains("PB[one]PW[two]RE[B+F]"), "{text}");
        assert!(text.contains("W[ih]C[time 0.015 s]"), "{text}");
        assert!(text.contains("depth 4"), "{text}");
        assert!(text.contains("White illegal move: x\\] y]"), "{text}");
        let late = Fault::Late(Duration::from_millis(30));
        let text = sgf_text(
            &played(End::Fault(Side::Black, late.clone())),
            ["one", "two"],
        );
        assert!(
            text.contains("RE[W+T]") && text.contains("late by 0.030 s"),
            "{text}"
        );
        assert!(sgf_text(&played(End::Long), ["", ""]).contains("RE[0]"));
        let psq = |end| psq_text(&played(end), ["one", "two"]);
        assert!(psq(End::Fault(Side::Black, late)).ends_with("one\r\ntwo\r\n15\r\n"));
        assert!(psq(End::Fault(Side::Black, illegal)).ends_with("\r\n-2\r\n"));
        assert!(psq(End::Long).ends_with("9,8,15\r\n10,8,20\r\none\r\ntwo\r\n0\r\n"));
    }

    #[test]
    fn no_game_is_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a/b");
        let open = |format| Folder::open(&path, format);
        open(Format::Psq)
            .unwrap()
            .save(1, &played(End::Full), ["", ""])
            .unwrap();
        let text = fs::read(path.join("00001.psq")).unwrap();
        assert!(psq::read(&text, LineRule::Freestyle).is_ok());
        assert!(matches!(open(Format::Psq), Err(StoreError::Exists)));
        let sgf = open(Format::Sgf).unwrap();
        sgf.save(1, &played(End::Full), ["", ""]).unwrap();
        assert!(sgf::read(&fs::read(path.join("00001.sgf")).unwrap()).is_ok());
    }
}
