//! Players as words: `level:5`, `search,nodes=10000`, `time=0.5,cmd:./pbrain-other --quiet`.
//!
//! Words stand between commas, in any order; only `cmd:` takes all that follows, commas included,
//! and so comes last. Who the player is: `level:N`, `search` (full strength, and what is meant
//! where nothing says who), `random`, or `cmd:COMMAND`, any brain that speaks the Gomocup protocol.
//! `binary=PATH` makes an own player another process: `PATH gomocup` with the same words as options.
//!
//! What a move may take: `nodes=N`, `depth=N`, `time=SECONDS` and `clock=SECONDS` or
//! `clock=SECONDS+SECONDS` for the whole game, the second for each move. A player whose words name
//! none of these has the match's; without any, a level has its nodes, and everybody else has two
//! seconds for a move.

use std::time::Duration;

use minmax_engine::rules::Rules;
use minmax_engine::search::smp::MAX_THREADS;
use minmax_engine::strategy::handicap::Level;

use crate::lang::{Text, texts};
use crate::values::{Checker, Refusal};

/// The largest table that can be asked for, in MiB.
const LARGEST_TABLE_MIB: usize = 65_536;
/// A table of this many MiB unless said otherwise; less for those who search few nodes.
const TABLE_MIB: usize = 16;
/// Positions that a game of so many moves leaves in the table, at most one for each node.
const MOVES_IN_TABLE: u64 = 40;
/// Bytes of a position in the table.
const SLOT_BYTES: u64 = 12;
/// What a move may take where nobody says: as at level 10.
const DEFAULT_TURN: Duration = Duration::from_secs(2);

/// Strategies that are known by name and not built.
const NOT_BUILT: [&str; 6] = ["rules", "greedy", "minimax", "alphabeta", "mcts", "maxn"];
/// What a word may be.
const WORDS: [&str; 13] = [
    "level", "search", "random", "cmd", "binary", "name", "nodes", "depth", "time", "clock",
    "threads", "hash", "minimax",
];

/// Time for a whole game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameClock {
    /// At the start.
    pub base: Duration,
    /// Added before each move.
    pub increment: Duration,
}

/// What a player's moves may take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// Nodes of a move.
    pub nodes: Option<u64>,
    /// Plies of a move.
    pub depth: Option<u8>,
    /// Time for a move.
    pub turn: Option<Duration>,
    /// Time for the game.
    pub clock: Option<GameClock>,
    /// Search threads.
    pub threads: Option<usize>,
    /// MiB for searched positions.
    pub hash_mib: Option<usize>,
}

impl Terms {
    const fn has_limit(&self) -> bool {
        self.bounds_moves() || self.clock.is_some()
    }

    /// Whether there is something that holds instead of a level's own nodes.
    const fn bounds_moves(&self) -> bool {
        self.nodes.is_some() || self.depth.is_some() || self.turn.is_some()
    }

    /// These, and where they say nothing the match's.
    fn or(self, of_match: &Self) -> Self {
        let limits = if self.has_limit() { self } else { *of_match };
        Self {
            threads: self.threads.or(of_match.threads),
            hash_mib: self.hash_mib.or(of_match.hash_mib),
            ..limits
        }
    }

    /// MiB for searched positions: as asked for; else less than usual where few nodes are
    /// searched, for to clear a table takes time.
    #[must_use]
    pub fn table_mib(&self) -> usize {
        let needed = self.nodes.map_or(TABLE_MIB, |nodes| {
            let bytes = nodes.saturating_mul(MOVES_IN_TABLE * SLOT_BYTES);
            usize::try_from(bytes.div_ceil(1 << 20)).unwrap_or(TABLE_MIB)
        });
        self.hash_mib.unwrap_or(needed.clamp(1, TABLE_MIB))
    }

    /// Reads a word such as `nodes=1000`; `None` if it is none of these.
    ///
    /// # Errors
    /// Its value makes no sense.
    pub fn read(
        &mut self,
        name: &str,
        value: &str,
        checker: Checker<'_>,
    ) -> Result<Option<()>, Refusal> {
        match name {
            "nodes" => self.nodes = Some(checker.number(name, value, 1, u64::MAX)?),
            "depth" => self.depth = Some(checker.number(name, value, 1, u8::MAX)?),
            "threads" => self.threads = Some(checker.number(name, value, 1, MAX_THREADS)?),
            "hash" => self.hash_mib = Some(checker.number(name, value, 1, LARGEST_TABLE_MIB)?),
            "time" => self.turn = Some(duration(name, value, checker)?),
            "clock" => self.clock = Some(game_clock(name, value, checker)?),
            _ => return Ok(None),
        }
        Ok(Some(()))
    }
}

fn duration(name: &str, value: &str, checker: Checker<'_>) -> Result<Duration, Refusal> {
    Ok(Duration::from_millis(checker.milliseconds(name, value)?))
}

fn game_clock(name: &str, value: &str, checker: Checker<'_>) -> Result<GameClock, Refusal> {
    let (base, increment) = match value.split_once('+') {
        Some((base, increment)) => (base, duration(name, increment, checker)?),
        None => (value, Duration::ZERO),
    };
    Ok(GameClock {
        base: duration(name, base, checker)?,
        increment,
    })
}

/// Who plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The engine in this process; levels err as they do everywhere.
    Own(Level),
    /// Any legal move.
    Random,
    /// Another process that speaks the Gomocup protocol.
    Brain(Command),
}

/// How another process is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// The program: a path, or a name to be looked for as shells do.
    pub program: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// Whether it takes `--seed N` behind them.
    pub seeded: bool,
}

/// A player, ready to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// What it is called in tables and files.
    pub name: String,
    /// Who plays.
    pub kind: Kind,
    /// What its moves may take.
    pub terms: Terms,
}

/// What was read of the words so far.
#[derive(Default)]
struct Words {
    level: Option<Level>,
    search: bool,
    random: bool,
    command: Option<String>,
    binary: Option<String>,
    name: Option<String>,
    terms: Terms,
}

impl Spec {
    /// Reads the words. `of_match` holds where they say nothing; `option` is the option that they
    /// are the value of, such as `first`.
    ///
    /// # Errors
    /// They make no sense, or name what is not built or cannot play this game.
    pub fn read(
        text: &str,
        option: &str,
        of_match: &Terms,
        rules: Rules,
        checker: Checker<'_>,
    ) -> Result<Self, Refusal> {
        let refuse = |why: String| checker.refuse(option, text, &why);
        let prefix = format!("{}{option} ", checker.prefix);
        let inner = Checker {
            prefix: &prefix,
            ..checker
        };
        let words = Words::read(text, inner)?;
        if let Some(text) = words.contradiction() {
            return Err(refuse(text.plain(checker.lang).into()));
        }
        let terms = words.effective(of_match);
        let kind = words.kind(&terms, inner)?;
        if matches!(kind, Kind::Brain(_)) && !speaks(rules) {
            return Err(refuse(texts::SPEC_FIVE_ONLY.plain(checker.lang).into()));
        }
        Ok(Self {
            name: words.name.unwrap_or_else(|| text.trim().into()),
            kind,
            terms,
        })
    }
}

/// Whether the Gomocup protocol has words for the game.
fn speaks(rules: Rules) -> bool {
    rules.k() == 5 && rules.columns() >= 5 && rules.rows() >= 5
}

impl Words {
    fn read(text: &str, checker: Checker<'_>) -> Result<Self, Refusal> {
        let mut words = Self::default();
        let mut rest = text.trim();
        while !rest.is_empty() {
            if let Some(command) = rest.strip_prefix("cmd:") {
                words.command = Some(command.trim().into());
                break;
            }
            let (word, behind) = rest.split_once(',').unwrap_or((rest, ""));
            words.word(word.trim(), checker)?;
            rest = behind.trim_start();
        }
        Ok(words)
    }

    fn word(&mut self, word: &str, checker: Checker<'_>) -> Result<(), Refusal> {
        // A word that has no name of its own is shown behind the option.
        let bare = Checker {
            prefix: checker.prefix.trim_end(),
            ..checker
        };
        match word.split_once('=') {
            Some(("binary", path)) if !path.is_empty() => self.binary = Some(path.into()),
            Some(("name", name)) if !name.is_empty() => self.name = Some(name.into()),
            Some((name, value)) => {
                let name = name.trim();
                if self.terms.read(name, value, checker)?.is_none() {
                    return Err(bare.refuse_word("", name, texts::SPEC_WORD, &WORDS));
                }
            }
            None if word == "search" => self.search = true,
            None if word == "random" => self.random = true,
            None => match word.split_once(':').unwrap_or((word, "")) {
                ("level", level) => self.level = Some(checker.level(level)?),
                (name, _) if NOT_BUILT.contains(&name) => {
                    let why = texts::SPEC_NOT_BUILT.plain(checker.lang);
                    return Err(bare.refuse("", word, &why));
                }
                (name, _) => return Err(bare.refuse_word("", name, texts::SPEC_WORD, &WORDS)),
            },
        }
        Ok(())
    }

    /// What cannot be true of one player.
    fn contradiction(&self) -> Option<Text> {
        let named = [self.level.is_some(), self.search, self.random];
        let own = named.iter().filter(|&&is| is).count();
        let elsewhere = self.binary.is_some() || own > 0;
        if own > 1 || self.command.is_some() && elsewhere {
            Some(texts::SPEC_ONE_PLAYER)
        } else if self.random && (self.binary.is_some() || self.terms != Terms::default()) {
            Some(texts::SPEC_RANDOM_ALONE)
        } else if self.command.as_ref().is_some_and(String::is_empty) {
            Some(texts::SPEC_NO_COMMAND)
        } else if own == 0 && self.command.is_none() && self.is_empty() {
            Some(texts::SPEC_WORD)
        } else {
            None
        }
    }

    fn is_empty(&self) -> bool {
        self.binary.is_none() && self.terms == Terms::default() && self.name.is_none()
    }

    fn own_level(&self) -> Level {
        self.level.unwrap_or(Level::FULL)
    }

    fn kind(&self, terms: &Terms, checker: Checker<'_>) -> Result<Kind, Refusal> {
        if self.random {
            return Ok(Kind::Random);
        }
        if let Some(line) = &self.command {
            let words = shlex::split(line).filter(|words| !words.is_empty());
            let why = texts::SPEC_NO_COMMAND.plain(checker.lang);
            let words = words.ok_or_else(|| checker.refuse("cmd", line, &why))?;
            return Ok(Kind::Brain(command(words)));
        }
        let level = self.own_level();
        Ok(match &self.binary {
            Some(path) => Kind::Brain(binary_command(path, level, terms)),
            None => Kind::Own(level),
        })
    }

    /// What holds in the end. A level has its nodes unless something else bounds its moves.
    fn effective(&self, of_match: &Terms) -> Terms {
        if self.random {
            return Terms::default();
        }
        let mut terms = self.terms.or(of_match);
        if self.command.is_none() && !terms.bounds_moves() {
            terms.nodes = self.own_level().limits().nodes;
        }
        if !terms.has_limit() {
            terms.turn = Some(DEFAULT_TURN);
        }
        terms
    }
}

fn binary_command(path: &str, level: Level, terms: &Terms) -> Command {
    let seconds = |turn: Duration| turn.as_secs_f64().to_string();
    let options = [
        ("--level", Some(level.get().to_string())),
        ("--nodes", terms.nodes.map(|n| n.to_string())),
        ("--depth", terms.depth.map(|n| n.to_string())),
        ("--time", terms.turn.map(seconds)),
        ("--threads", terms.threads.map(|n| n.to_string())),
        ("--hash", Some(terms.table_mib().to_string())),
    ];
    let given = options
        .into_iter()
        .filter_map(|(option, value)| Some([option.into(), value?]));
    Command {
        program: path.into(),
        args: std::iter::once("gomocup".into())
            .chain(given.flatten())
            .collect(),
        seeded: true,
    }
}

fn command(mut words: Vec<String>) -> Command {
    let program = words.remove(0);
    Command {
        program,
        args: words,
        seeded: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::Lang;

    const CHECKER: Checker<'_> = Checker {
        lang: Lang::English,
        prefix: "--",
    };

    fn read(text: &str, of_match: &Terms) -> Result<Spec, String> {
        Spec::read(text, "first", of_match, Rules::GOMOKU, CHECKER).map_err(|e| e.to_string())
    }

    fn spec(text: &str) -> Spec {
        read(text, &Terms::default()).unwrap()
    }

    fn brain(text: &str) -> Command {
        match spec(text).kind {
            Kind::Brain(command) => command,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn own_players() {
        let level = spec("level:3");
        assert_eq!(level.kind, Kind::Own(Level::new(3).unwrap()));
        assert_eq!(level.name, "level:3");
        assert_eq!((level.terms.nodes, level.terms.turn), (Some(400), None));
        assert_eq!(level.terms.table_mib(), 1);
        let search = spec("search , nodes=8000,name=mine");
        assert_eq!(search.kind, Kind::Own(Level::FULL));
        assert_eq!(
            (search.name.as_str(), search.terms.nodes),
            ("mine", Some(8_000))
        );
        assert_eq!(search.terms.table_mib(), 4);
        assert_eq!(spec("nodes=8000").kind, Kind::Own(Level::FULL));
        assert_eq!(spec("search").terms.turn, Some(DEFAULT_TURN));
        assert_eq!(spec("search").terms.table_mib(), TABLE_MIB);
        assert_eq!(spec("search,nodes=5,hash=64").terms.table_mib(), 64);
        assert_eq!(spec("random").kind, Kind::Random);
        assert_eq!(spec("random").terms, Terms::default());
    }

    #[test]
    fn a_command_takes_all_that_follows() {
        let command = brain("time=0.5,cmd:./brain -x 'a b',nodes=3");
        assert_eq!(command.program, "./brain");
        assert_eq!(command.args, ["-x", "a b,nodes=3"]);
        assert!(!command.seeded);
        let terms = spec("time=0.5,clock=60+0.25,cmd:./brain").terms;
        assert_eq!(terms.turn, Some(Duration::from_millis(500)));
        let clock = terms.clock.unwrap();
        assert_eq!(clock.base, Duration::from_secs(60));
        assert_eq!(clock.increment, Duration::from_millis(250));
        assert_eq!(spec("cmd:brain").terms.turn, Some(DEFAULT_TURN));
    }

    #[test]
    fn a_binary_is_an_own_player_in_another_process() {
        let command = brain("level:4,binary=target/old");
        assert_eq!(command.program, "target/old");
        let args = "gomocup --level 4 --nodes 1200 --hash 1";
        assert_eq!(command.args.join(" "), args);
        assert!(command.seeded);
        let command = brain("binary=b,nodes=9000,depth=7,hash=2,threads=2,time=1");
        let args = "gomocup --level 10 --nodes 9000 --depth 7 --time 1 --threads 2 --hash 2";
        assert_eq!(command.args.join(" "), args);
    }

    #[test]
    fn the_match_speaks_where_the_player_is_silent() {
        let of_match = Terms {
            turn: Some(Duration::from_millis(100)),
            hash_mib: Some(3),
            ..Terms::default()
        };
        let plain = read("search", &of_match).unwrap();
        assert_eq!(plain.terms, of_match);
        let nodes = read("search,nodes=5", &of_match).unwrap().terms;
        assert_eq!(
            (nodes.nodes, nodes.turn, nodes.hash_mib),
            (Some(5), None, Some(3))
        );
        let level = read("level:2", &of_match).unwrap().terms;
        assert_eq!((level.turn, level.nodes), (of_match.turn, None));
        let clocked = read("level:2,clock=5", &Terms::default()).unwrap().terms;
        assert_eq!((clocked.nodes, clocked.turn), (Some(150), None));
    }

    #[test]
    fn nonsense_is_refused_in_one_line() {
        for (text, words) in [
            ("", "a player is"),
            (",", "a player is"),
            ("level:11", "--first level 11: a level is"),
            ("level", "a level is"),
            ("levle:3", "did you mean level?"),
            ("search,nodes=0", "--first nodes 0: a whole number from 1"),
            ("search,nodes=x", "--first nodes x: a whole number"),
            ("search,noeds=5", "did you mean nodes?"),
            ("search,time=0", "--first time 0: the time is in seconds"),
            ("search,clock=5+", "the time is in seconds"),
            ("search,level:3", "one player"),
            ("binary=a,cmd:b", "one player"),
            ("random,nodes=5", "random"),
            ("cmd:", "a command"),
            ("cmd:'a", "a command"),
            ("mcts:1000", "not built yet"),
            ("maxn", "not built yet"),
            ("minimax:4,time=1", "not built yet"),
        ] {
            let error = read(text, &Terms::default()).unwrap_err();
            assert!(error.contains(words), "{text}: {error}");
            assert_eq!(error.lines().count(), 1);
        }
    }

    #[test]
    fn brains_play_five_in_a_row() {
        let four = Rules::FOUR_BY_FOUR;
        let read = |text| Spec::read(text, "first", &Terms::default(), four, CHECKER);
        assert!(read("cmd:brain").is_err());
        assert!(read("binary=brain").is_err());
        assert!(read("level:3").is_ok());
    }
}
