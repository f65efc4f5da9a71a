//! What results say about strength: Elo difference, its error, and a sequential test.
//!
//! The two games of an opening, one with each colour, are not independent: the opening favours
//! somebody. So the unit is the *pair*, with five results (0 to 2 points: "pentanomial"), and all
//! formulas here take whatever units they are given.
//!
//! The test is Wald's sequential probability ratio test in the generalised form that match
//! managers and test farms use: each hypothesis takes the likeliest distribution of results that
//! has its mean. Their usual formula for that, with the sample's variance, is one for many units:
//! a few that are all alike have none, and would decide at once. So the likelihoods are
//! exact here, and results that were never seen may have any probability. What remains is that both
//! distributions are fitted to the same few results; so the ratio is taken as that of fewer units,
//! see [`Sprt::ratio`].

/// How many standard deviations to either side hold 95 % of a normal distribution.
const NORMAL_95: f64 = 1.959_963_985;
/// Hypotheses keep this far from the scores 0 and 1, which no sequence of results would fit.
const LEAST_SCORE: f64 = 1e-9;
/// A ratio of n units counts n / (n + this) of what it is: by simulation of pairs of very different
/// kinds that keeps the errors as rare as promised from the first pair on, and costs a tenth to a
/// fifth more of them where a test is short.
const FITTED: f64 = 8.0;
/// Halvings until a float's digits are used up.
const HALVINGS: u32 = 50;

/// The expected score, 0 to 1, of a player who is so many Elo stronger.
#[must_use]
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The Elo difference that explains a score of 0 to 1; infinite at both ends.
#[must_use]
pub fn elo_of(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// Scores of independent units (games, or pairs of games), each from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Number of units.
    pub count: f64,
    /// Their mean.
    pub mean: f64,
    /// The variance of one of them.
    pub variance: f64,
}

impl Sample {
    /// Of units that were seen so often: `counts[i]` times the score `i / (counts.len() - 1)`.
    /// `None` if there is no unit at all.
    #[must_use]
    pub fn of(counts: &[f64]) -> Option<Self> {
        let count: f64 = counts.iter().sum();
        if count <= 0.0 {
            return None;
        }
        let best = counts.len().saturating_sub(1).max(1) as f64;
        let scored = || {
            let scores = (0..counts.len()).map(|i| i as f64 / best);
            scores.zip(counts)
        };
        let mean = scored().map(|(score, n)| score * n).sum::<f64>() / count;
        let squares = scored().map(|(score, n)| (score - mean).powi(2) * n);
        let variance = squares.sum::<f64>() / count;
        Some(Self {
            count,
            mean,
            variance,
        })
    }

    /// The standard deviation of the mean.
    #[must_use]
    pub fn deviation(&self) -> f64 {
        (self.variance / self.count).sqrt()
    }

    /// The Elo difference and how far it may be off, with 95 % confidence. Infinite where nobody
    /// lost a point.
    #[must_use]
    pub fn elo(&self) -> Elo {
        let reach = NORMAL_95 * self.deviation();
        let end = |score: f64| elo_of(score.clamp(0.0, 1.0));
        Elo {
            value: elo_of(self.mean),
            error: (end(self.mean + reach) - end(self.mean - reach)) / 2.0,
        }
    }

    /// The likelihood of superiority: how probable it is, 0 to 1, that the player is the stronger
    /// one.
    #[must_use]
    pub fn superiority(&self) -> f64 {
        let deviations = (self.mean - 0.5) / self.deviation();
        0.5 * libm::erfc(-deviations / std::f64::consts::SQRT_2)
    }
}

/// An Elo difference with its 95 % error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The difference.
    pub value: f64,
    /// Half the width of the interval.
    pub error: f64,
}

/// A sequential test of "stronger by `elo1`" (H1) against "stronger by `elo0`" (H0).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference under H0.
    pub elo0: f64,
    /// The difference under H1; above `elo0`.
    pub elo1: f64,
    /// The probability to take H1 where H0 is true; above 0, and below 1 together with `beta`.
    pub alpha: f64,
    /// The probability to take H0 where H1 is true.
    pub beta: f64,
}

/// What a test has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The games say too little as yet.
    Open,
    /// H0 is accepted.
    H0,
    /// H1 is accepted.
    H1,
}

impl Sprt {
    /// The log-likelihood ratios at which H0 and H1 are accepted (A. Wald, "Sequential Tests of
    /// Statistical Hypotheses", 1945).
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        let lower = self.beta / (1.0 - self.alpha);
        let upper = (1.0 - self.beta) / self.alpha;
        (lower.ln(), upper.ln())
    }

    /// The log-likelihood ratio of H1 to H0, for units that were seen so often: `counts[i]` times
    /// the score `i / (counts.len() - 1)`. 0 without any, and nearer to 0 than the likelihoods say
    /// where there are few.
    #[must_use]
    pub fn ratio(&self, counts: &[f64]) -> f64 {
        let count: f64 = counts.iter().sum();
        let [m0, m1] = [self.elo0, self.elo1].map(|elo| misfit(counts, score_of(elo)));
        (m0 - m1) * count / (count + FITTED)
    }

    /// What that ratio decides.
    #[must_use]
    pub fn decision(&self, ratio: f64) -> Decision {
        let (lower, upper) = self.bounds();
        if ratio <= lower {
            Decision::H0
        } else if ratio >= upper {
            Decision::H1
        } else {
            Decision::Open
        }
    }
}

/// By how much the likeliest distribution with that mean explains the counts worse than the
/// likeliest of all, as a logarithm.
///
/// With p(i) = n(i) / N / (1 + t (x(i) - mean)) for the results that were seen this is the highest
/// sum of n(i) ln(1 + t (x(i) - mean)) for a `t` at which no score from 0 to 1 has a negative
/// probability. At an end of that range the worst or the best score has what is left, also if it
/// was never seen (A. Owen, "Empirical Likelihood", 2001, chapter 2; J. Honda and A. Takemura,
/// "An Asymptotically Optimal Bandit Algorithm for Bounded Support Models", 2010).
fn misfit(counts: &[f64], mean: f64) -> f64 {
    let mean = mean.clamp(LEAST_SCORE, 1.0 - LEAST_SCORE);
    let best = counts.len().saturating_sub(1).max(1) as f64;
    let seen = || {
        let offs = (0..counts.len()).map(|i| i as f64 / best - mean);
        offs.zip(counts).filter(|&(_, &n)| n > 0.0)
    };
    // The sum is concave: its slope falls.
    let slope = |t: f64| -> f64 { seen().map(|(off, n)| n * off / (1.0 + t * off)).sum() };
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if slope(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let t = f64::midpoint(low, high);
    seen().map(|(off, n)| n * (t * off).ln_1p()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64, within: f64) {
        assert!(
            (found - expected).abs() <= within,
            "{found}, not {expected}"
        );
    }

    const TEST: Sprt = Sprt {
        elo0: 0.0,
        elo1: 10.0,
        alpha: 0.05,
        beta: 0.05,
    };

    #[test]
    fn known_scores_and_their_elo() {
        near(elo_of(0.5), 0.0, 1e-12);
        near(elo_of(0.75), 190.848_5, 1e-4); // 400 log10 3
        near(elo_of(10.0 / 11.0), 400.0, 1e-9);
        near(score_of(-400.0), 1.0 / 11.0, 1e-12);
        near(elo_of(score_of(37.5)), 37.5, 1e-9);
        assert_eq!(elo_of(1.0), f64::INFINITY);
        assert_eq!(elo_of(0.0), f64::NEG_INFINITY);
    }

    #[test]
    fn a_sample_by_hand() {
        // 20 losses, 20 draws, 60 wins: mean 0.7; variance 0.2*0.49 + 0.2*0.04 + 0.6*0.09.
        let sample = Sample::of(&[20.0, 20.0, 60.0]).unwrap();
        near(sample.mean, 0.7, 1e-12);
        near(sample.variance, 0.16, 1e-12);
        near(sample.deviation(), 0.04, 1e-12);
        // 0.7 +- 0.0784: Elo 147.19, from 86.29 to 218.31.
        let elo = sample.elo();
        near(elo.value, 147.190, 1e-3);
        near(elo.error, 66.01, 0.02);
        // Five deviations.
        near(sample.superiority(), 1.0 - 2.867e-7, 1e-9);
        near(
            Sample::of(&[1.0, 0.0, 1.0]).unwrap().superiority(),
            0.5,
            1e-12,
        );
        assert_eq!(Sample::of(&[0.0; 3]), None);
    }

    #[test]
    fn pairs_that_always_end_even_say_more_than_their_games() {
        // Ten openings that Black always wins: as games half won and half lost, as pairs even.
        let games = Sample::of(&[10.0, 0.0, 10.0]).unwrap();
        let pairs = Sample::of(&[0.0, 0.0, 10.0, 0.0, 0.0]).unwrap();
        near(games.variance, 0.25, 1e-12);
        near(pairs.variance, 0.0, 1e-12);
        assert_eq!(pairs.elo().error, 0.0);
    }

    #[test]
    fn known_bounds() {
        let (lower, upper) = TEST.bounds();
        near(lower, -2.944_439, 1e-6); // ln(0.05 / 0.95)
        near(upper, 2.944_439, 1e-6);
        let strict = Sprt {
            alpha: 0.01,
            ..TEST
        };
        near(strict.bounds().1, (0.95_f64 / 0.01).ln(), 1e-12);
    }

    #[test]
    fn ratios_by_hand() {
        let s1 = score_of(10.0);
        let [won, lost] = [s1, 1.0 - s1].map(|score| (score / 0.5).ln());
        let even = (2.0 - 2.0 * s1).ln();
        for (counts, likelihoods) in [
            // One side won all pairs: H1 gives a win the probability of its score.
            ([0.0, 0.0, 0.0, 0.0, 20.0], 20.0 * won),
            ([20.0, 0.0, 0.0, 0.0, 0.0], 20.0 * lost),
            // All even: H1 needs pairs that were won, though none was seen.
            ([0.0, 0.0, 20.0, 0.0, 0.0], 20.0 * even),
            // Nothing between: it is Wald's own.
            ([8.0, 0.0, 0.0, 0.0, 12.0], 12.0 * won + 8.0 * lost),
        ] {
            near(TEST.ratio(&counts), likelihoods * 20.0 / 28.0, 1e-9);
        }
        assert_eq!(TEST.ratio(&[0.0; 5]), 0.0);
        let far = Sprt {
            elo0: -1e6,
            elo1: 1e6,
            ..TEST
        };
        assert!(far.ratio(&[1.0, 2.0, 3.0, 4.0, 5.0]).is_finite());
    }

    #[test]
    fn decisions_at_the_bounds() {
        assert_eq!(TEST.decision(0.0), Decision::Open);
        assert_eq!(TEST.decision(2.944), Decision::Open);
        assert_eq!(TEST.decision(2.945), Decision::H1);
        assert_eq!(TEST.decision(-2.944), Decision::Open);
        assert_eq!(TEST.decision(-2.945), Decision::H0);
    }

    #[test]
    fn many_pairs_have_the_ratio_of_the_normal_formula() {
        // Van den Bergh's (2.1): N (s1 - s0) (2 mean - s0 - s1) / (2 variance).
        let counts = [900.0, 2400.0, 3300.0, 2460.0, 940.0];
        let sample = Sample::of(&counts).unwrap();
        let (s0, s1) = (score_of(0.0), score_of(10.0));
        let normal =
            sample.count * (s1 - s0) * (2.0 * sample.mean - s0 - s1) / (2.0 * sample.variance);
        near(TEST.ratio(&counts), normal, 0.05);
    }

    /// What the test decides in one match of pairs that are drawn with these probabilities.
    fn decide(test: &Sprt, chances: &[f64; 5], rng: &mut fastrand::Rng) -> Decision {
        let mut counts = [0.0; 5];
        for _ in 0..MOST_PAIRS {
            let mut rest = rng.f64();
            let drawn = chances.iter().position(|chance| {
                rest -= chance;
                rest < 0.0
            });
            counts[drawn.unwrap_or(2)] += 1.0;
            let decision = test.decision(test.ratio(&counts));
            if decision != Decision::Open {
                return decision;
            }
        }
        Decision::Open
    }

    const MOST_PAIRS: usize = 300;
    const RUNS: u32 = 1000;

    /// At most so many of the matches, give or take three standard deviations, end with what is
    /// wrong.
    fn errs_at_most(share: f64, wrong: Decision, test: &Sprt, chances: &[f64; 5]) {
        let mut rng = fastrand::Rng::with_seed(7);
        let matches = (0..RUNS).map(|_| decide(test, chances, &mut rng));
        let found = matches.filter(|&decision| decision == wrong).count() as f64;
        let runs = f64::from(RUNS);
        let most = runs * share + 3.0 * (runs * share * (1.0 - share)).sqrt();
        assert!(
            found <= most,
            "{found} of {RUNS} {wrong:?}: {test:?} {chances:?}"
        );
    }

    /// So many Elo in pairs of several kinds: with few and many even ones, with few steps that are
    /// large and many that are small.
    fn kinds(elo: f64) -> Vec<[f64; 5]> {
        let equal = [
            [0.0625, 0.25, 0.375, 0.25, 0.0625],
            [0.25, 0.0, 0.5, 0.0, 0.25],
            [0.5, 0.0, 0.0, 0.0, 0.5],
            [0.0, 0.5, 0.0, 0.5, 0.0],
            [0.0, 0.1, 0.8, 0.1, 0.0],
            [0.02, 0.0, 0.96, 0.0, 0.02],
            [0.1, 0.0, 0.7, 0.2, 0.0],
            [0.0, 0.2, 0.7, 0.0, 0.1],
            [0.0, 0.0, 1.0, 0.0, 0.0],
        ];
        // What is won beyond an even score is won by whole pairs instead of what was drawn.
        let more = 2.0 * (score_of(elo) - 0.5);
        let shifted = equal.map(|kind| {
            let mut kind = kind.map(|chance| chance * (1.0 - more));
            kind[4] += more;
            kind
        });
        shifted.into()
    }

    #[test]
    fn errors_are_as_rare_as_promised_from_the_first_pair_on() {
        for (elo1, alpha, beta) in [(50.0, 0.05, 0.05), (200.0, 0.05, 0.05), (100.0, 0.1, 0.02)] {
            let test = Sprt {
                elo0: 0.0,
                elo1,
                alpha,
                beta,
            };
            for chances in kinds(0.0) {
                errs_at_most(alpha, Decision::H1, &test, &chances);
            }
            for chances in kinds(elo1) {
                errs_at_most(beta, Decision::H0, &test, &chances);
            }
        }
    }

    #[test]
    fn most_matches_are_decided_and_rightly() {
        let test = Sprt {
            elo1: 100.0,
            ..TEST
        };
        let mut rng = fastrand::Rng::with_seed(7);
        for (elo, right) in [(0.0, Decision::H0), (100.0, Decision::H1)] {
            for chances in kinds(elo) {
                let matches = (0..200).map(|_| decide(&test, &chances, &mut rng));
                let found = matches.filter(|&decision| decision == right).count();
                assert!(found >= 170, "{found} of 200 {right:?}: {chances:?}");
            }
        }
    }
}
