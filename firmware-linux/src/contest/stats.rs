//! What results say about strength: Elo difference, its error, and a sequential test.
//!
//! The two games of an opening, one with each colour, are not independent: the opening favours
//! somebody. So the unit is the *pair*, with five results (0 to 2 points: "pentanomial"), and all
//! formulas here take whatever units they are given.
//!
//! The test is Wald's sequential probability ratio test in the generalised form that match
//! managers and test farms use: M. Van den Bergh, "A Practical Introduction to the GSPRT", formula
//! (2.1) (<http://hardy.uhasselt.be/Fishtest/GSPRT_approximation.pdf>).

/// How many standard deviations to either side hold 95 % of a normal distribution.
const NORMAL_95: f64 = 1.959_963_985;
/// What stands for the number of a result that was never seen, so that a variance is never 0.
const UNSEEN: f64 = 1e-3;

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

    /// The same, as if every score had been seen at least a little: its variance is above 0.
    #[must_use]
    pub fn regular(counts: &[f64]) -> Option<Self> {
        if counts.iter().sum::<f64>() <= 0.0 {
            return None;
        }
        let seen: Vec<_> = counts.iter().map(|&n| n.max(UNSEEN)).collect();
        Self::of(&seen)
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

    /// The log-likelihood ratio of H1 to H0.
    #[must_use]
    pub fn ratio(&self, sample: &Sample) -> f64 {
        let (s0, s1) = (score_of(self.elo0), score_of(self.elo1));
        let slope = (s1 - s0) * (2.0 * sample.mean - s0 - s1);
        sample.count * slope / (2.0 * sample.variance)
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
    fn a_ratio_by_hand() {
        // s0 = 0.5, s1 = 0.514387: 100 * 0.014387 * (1.4 - 1.014387) / 0.32.
        let sample = Sample::of(&[20.0, 20.0, 60.0]).unwrap();
        near(TEST.ratio(&sample), 1.7337, 1e-3);
        assert_eq!(TEST.decision(1.7337), Decision::Open);
        assert_eq!(TEST.decision(2.945), Decision::H1);
        assert_eq!(TEST.decision(-2.945), Decision::H0);
        // Two and a half times as many games of the same kind decide it.
        let more = Sample {
            count: 250.0,
            ..sample
        };
        assert_eq!(TEST.decision(TEST.ratio(&more)), Decision::H1);
    }

    #[test]
    fn no_point_lost_is_no_division_by_zero() {
        let counts = [0.0, 0.0, 0.0, 0.0, 20.0];
        let sample = Sample::regular(&counts).unwrap();
        let ratio = TEST.ratio(&sample);
        assert!(ratio.is_finite() && ratio > 0.0);
        assert_eq!(Sample::of(&counts).unwrap().elo().value, f64::INFINITY);
        assert_eq!(Sample::regular(&[0.0; 5]), None);
    }
}
