//! The names of games and rules, as people type them and as files hold them.

use minmax_engine::rules::{LineRule, Rules};

/// Every line rule and its name.
pub const RULES: [(&str, LineRule); 5] = [
    ("freestyle", LineRule::Freestyle),
    ("standard", LineRule::Standard),
    ("renju", LineRule::Renju),
    ("caro", LineRule::Caro),
    ("caro-overline", LineRule::CaroOverline),
];

/// The rule of this name, in any case.
#[must_use]
pub fn rule(name: &str) -> Option<LineRule> {
    let mut rules = RULES.into_iter();
    rules.find_map(|(known, rule)| known.eq_ignore_ascii_case(name).then_some(rule))
}

/// The name of the rule.
#[must_use]
pub const fn rule_name(rule: LineRule) -> &'static str {
    match rule {
        LineRule::Freestyle => "freestyle",
        LineRule::Standard => "standard",
        LineRule::Renju => "renju",
        LineRule::Caro => "caro",
        LineRule::CaroOverline => "caro-overline",
    }
}

/// Whether this is tic-tac-toe, whose cells have the numbers 1 to 9.
#[must_use]
pub fn is_tic_tac_toe(rules: Rules) -> bool {
    rules == Rules::TIC_TAC_TOE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_is_found_by_its_name() {
        for (name, line) in RULES {
            assert_eq!(rule_name(line), name);
            assert_eq!(rule(name), Some(line));
            assert_eq!(rule(&name.to_uppercase()), Some(line));
        }
        assert_eq!(rule("chess"), None);
    }
}
