//! The counts as text: lines of a name and values, in English for people and scripts alike.

use std::fmt::{self, Display};

use super::stats::{Decision, Sprt, elo_of};
use super::tally::{Conduct, Tally};

/// Width of the names.
const NAMES: usize = 9;

/// All that is known of the games against one opponent.
pub struct Table<'a> {
    /// What the first player is called.
    pub first: &'a str,
    /// What the opponent is called.
    pub second: &'a str,
    /// The counts.
    pub tally: &'a Tally,
    /// The test, if there is one.
    pub sprt: Option<&'a Sprt>,
}

impl Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tally = self.tally;
        let mut row = |name: &str, value: &dyn Display| writeln!(f, "{name:<NAMES$} {value}");
        row("first", &self.first)?;
        row("second", &self.second)?;
        row("games", &tally.games())?;
        row("wins", &tally.wins)?;
        row("draws", &tally.draws)?;
        row("losses", &tally.losses)?;
        if let Some(strength) = Strength::of(tally) {
            row("score", &strength.score())?;
            row("elo", &strength.elo())?;
            row("los", &strength.superiority())?;
        }
        if let Some(sprt) = self.sprt {
            row("sprt", &Test { sprt, tally })?;
        }
        row("pairs", &pairs(tally))?;
        row("black", &tally.black)?;
        row("distinct", &tally.distinct())?;
        if tally.long > 0 {
            row("long", &tally.long)?;
        }
        if tally.games() > 0 {
            let plies = tally.plies as f64 / f64::from(tally.games());
            row("plies", &format_args!("{plies:.1}"))?;
        }
        for (name, conduct) in ["first", "second"].into_iter().zip(&tally.conduct) {
            row("faults", &format_args!("{name}: {}", faults(conduct)))?;
        }
        for (name, conduct) in ["first", "second"].into_iter().zip(&tally.conduct) {
            if let Some(clock) = clock(conduct) {
                row("clock", &format_args!("{name}: {clock}"))?;
            }
        }
        Ok(())
    }
}

/// Pairs of games by the points that the first player made in them.
fn pairs(tally: &Tally) -> String {
    let [none, half, one, more, two] = tally.pairs;
    format!("0: {none}, 0.5: {half}, 1: {one}, 1.5: {more}, 2: {two}")
}

fn faults(conduct: &Conduct) -> String {
    let faults = conduct.faults;
    let (late, illegal, foul) = (faults.late, faults.illegal, faults.foul);
    let (crash, hang) = (faults.crash, faults.hang);
    format!("late {late}, illegal {illegal}, crash {crash}, hang {hang}, foul {foul}")
}

/// When answers came, in milliseconds after their limit.
fn clock(conduct: &Conduct) -> Option<String> {
    let margins = &conduct.margins;
    let at = |permille| margins.quantile(permille);
    let (median, p99, max) = (at(500)?, at(990)?, at(1000)?);
    let (count, over) = (margins.count(), margins.over());
    Some(format!(
        "answers {count}, over the limit {over}; ms past it: median {median:+.1}, p99 {p99:+.1}, \
         max {max:+.1}"
    ))
}

/// What the games say about strength.
struct Strength {
    score: f64,
    elo: f64,
    error: f64,
    superiority: f64,
}

impl Strength {
    fn of(tally: &Tally) -> Option<Self> {
        let sample = tally.sample()?;
        let elo = sample.elo();
        // Units that are all alike say nothing about how much they vary.
        let known = |value| {
            if sample.variance > 0.0 {
                value
            } else {
                f64::NAN
            }
        };
        let score = tally.score()?;
        Some(Self {
            score,
            elo: elo_of(score), // of all games, the last one too whose pair is not complete
            error: known(elo.error),
            superiority: known(sample.superiority()),
        })
    }

    fn score(&self) -> String {
        format!("{:.1} %", 100.0 * self.score)
    }

    /// Few games, or no point lost, leave the error or more unknown.
    fn elo(&self) -> String {
        match (self.elo.is_finite(), self.error.is_finite()) {
            (true, true) => format!("{:+.1} +- {:.1} (95 %)", self.elo, self.error),
            (true, false) => format!("{:+.1} +- ?", self.elo),
            (false, _) => format!("{:+}", self.elo),
        }
    }

    fn superiority(&self) -> String {
        if self.superiority.is_finite() {
            format!("{:.1} %", 100.0 * self.superiority)
        } else {
            "?".into()
        }
    }
}

struct Test<'a> {
    sprt: &'a Sprt,
    tally: &'a Tally,
}

impl Display for Test<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sprt { elo0, elo1, .. } = self.sprt;
        let (lower, upper) = self.sprt.bounds();
        let ratio = self.tally.ratio(self.sprt);
        let decision = match self.sprt.decision(ratio) {
            Decision::Open => "open".to_owned(),
            Decision::H0 => format!("H0 accepted (elo {elo0})"),
            Decision::H1 => format!("H1 accepted (elo {elo1})"),
        };
        write!(
            f,
            "elo0 {elo0}, elo1 {elo1}: llr {ratio:+.2} within {lower:+.2} to {upper:+.2}: {decision}"
        )
    }
}

/// One line for each opponent, to see a gauntlet at a glance.
pub struct Ladder<'a> {
    /// The opponents' names and counts.
    pub rows: &'a [(&'a str, &'a Tally)],
}

impl Display for Ladder<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:>6} {:>6} {:>6} {:>6} {:>8}  {:<24} opponent",
            "games", "wins", "draws", "losses", "score", "elo"
        )?;
        for (name, tally) in self.rows {
            let strength = Strength::of(tally);
            let words = strength.map(|strength| (strength.score(), strength.elo()));
            let (score, elo) = words.unwrap_or_default();
            let (games, wins) = (tally.games(), tally.wins);
            let (draws, losses) = (tally.draws, tally.losses);
            writeln!(
                f,
                "{games:>6} {wins:>6} {draws:>6} {losses:>6} {score:>8}  {elo:<24} {name}"
            )?;
        }
        Ok(())
    }
}

/// The line that is written over and over while games are played.
#[must_use]
pub fn progress(tallies: &[Tally], games: u32, sprt: Option<&Sprt>) -> String {
    let begun = tallies.iter().rposition(|tally| tally.games() > 0);
    let index = begun.unwrap_or_default();
    let Some(tally) = tallies.get(index) else {
        return String::new();
    };
    let mut line = String::new();
    if tallies.len() > 1 {
        line = format!("opponent {}/{}, ", index + 1, tallies.len());
    }
    line += &format!("games {}/{games}", tally.games());
    line += &format!(": +{} ={} -{}", tally.wins, tally.draws, tally.losses);
    if let Some(strength) = Strength::of(tally) {
        line += &format!(", {}, elo {}", strength.score(), strength.elo());
    }
    if let Some(sprt) = sprt {
        line += &format!(", llr {:+.2}", tally.ratio(sprt));
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(pairs: [u32; 5]) -> Tally {
        let wins = pairs[4] * 2 + pairs[3];
        let draws = pairs[1] + 2 * pairs[2] + pairs[3];
        let losses = pairs[0] * 2 + pairs[1];
        let mut tally = Tally::default();
        (tally.wins, tally.draws, tally.losses) = (wins, draws, losses);
        tally.pairs = pairs;
        tally
    }

    const SPRT: Sprt = Sprt {
        elo0: 0.0,
        elo1: 10.0,
        alpha: 0.05,
        beta: 0.05,
    };

    fn table(tally: &Tally) -> String {
        let (first, second) = ("a", "b");
        let sprt = Some(&SPRT);
        Table {
            first,
            second,
            tally,
            sprt,
        }
        .to_string()
    }

    #[test]
    fn a_table_by_hand() {
        // Ten pairs: 1.5 points on average, that is 75 %.
        let text = table(&tally([0, 0, 2, 6, 2]));
        for line in [
            "games     20",
            "wins      10",
            "draws     10",
            "losses    0",
            "score     75.0 %",
            "pairs     0: 0, 0.5: 0, 1: 2, 1.5: 6, 2: 2",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} in\n{text}");
        }
        assert!(text.contains("elo       +190.8 +- "), "{text}");
        assert!(text.contains("within -2.94 to +2.94: "), "{text}");
    }

    #[test]
    fn few_games_give_no_nonsense() {
        for text in [
            table(&Tally::default()),
            table(&tally([0, 0, 0, 0, 1])),
            table(&tally([0, 0, 1, 0, 0])),
            table(&tally([1, 0, 0, 0, 1])),
            progress(&[tally([0, 0, 0, 0, 3])], 10, Some(&SPRT)),
            progress(&[], 10, None),
        ] {
            assert!(!text.contains("NaN"), "{text}");
        }
        assert!(table(&tally([0, 0, 0, 0, 1])).contains("elo       +inf\n"));
        assert_eq!(
            progress(&[tally([0, 0, 1, 0, 0]), Tally::default()], 10, None),
            "opponent 1/2, games 2/10: +0 =2 -0, 50.0 %, elo +0.0 +- ?"
        );
    }
}
