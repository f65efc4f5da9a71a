//! English and Chinese: which one is spoken, and every text that people see.
//!
//! [`texts`] is the table of all texts. Whoever needs one names it and the language; nothing
//! else in this crate holds a sentence for people.

pub mod texts;

use std::env;
use std::fmt::{Display, Write};

/// A language that the box speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lang {
    /// English.
    English,
    /// Chinese (simplified).
    Chinese,
}

impl Lang {
    /// The language of this short name, `en` or `zh`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "en" => Some(Self::English),
            "zh" => Some(Self::Chinese),
            _ => None,
        }
    }

    /// The language of a locale such as `zh_CN.UTF-8`; English where the locale names another
    /// language, or a character set that could not show our Chinese.
    #[must_use]
    pub fn from_locale(locale: &str) -> Self {
        let locale = locale.split('@').next().unwrap_or_default();
        let (language, charset) = locale.split_once('.').unwrap_or((locale, "UTF-8"));
        let unicode = ["utf-8", "utf8"].contains(&charset.to_ascii_lowercase().as_str());
        let chinese = language.split(['_', '-']).next() == Some("zh");
        if chinese && unicode {
            Self::Chinese
        } else {
            Self::English
        }
    }

    /// The language of this process's locale: the first of `LC_ALL`, `LC_MESSAGES` and `LANG`
    /// that is set and not empty.
    #[must_use]
    pub fn of_environment() -> Self {
        ["LC_ALL", "LC_MESSAGES", "LANG"]
            .into_iter()
            .filter_map(|name| env::var(name).ok())
            .find(|value| !value.is_empty())
            .map_or(Self::English, |locale| Self::from_locale(&locale))
    }
}

/// A text in every language. Values are filled in where `{0}`, `{1}`… stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text {
    en: &'static str,
    zh: &'static str,
}

impl Text {
    /// The text as it stands.
    #[must_use]
    pub const fn plain(self, lang: Lang) -> &'static str {
        match lang {
            Lang::English => self.en,
            Lang::Chinese => self.zh,
        }
    }

    /// The text with the values in their places. A place without a value stays empty.
    #[must_use]
    pub fn fill(self, lang: Lang, values: &[&dyn Display]) -> String {
        let mut filled = String::new();
        let mut rest = self.plain(lang);
        while let Some((before, after)) = rest.split_once('{') {
            let (place, behind) = after.split_once('}').unwrap_or((after, ""));
            filled.push_str(before);
            let value = place.parse().ok().and_then(|n: usize| values.get(n));
            if let Some(value) = value {
                let _ = write!(filled, "{value}"); // writing to a string never fails
            }
            rest = behind;
        }
        filled.push_str(rest);
        filled
    }
}

/// A word of the user's, fit to be quoted in one line: control characters made visible, and no
/// longer than 40 characters.
#[must_use]
pub fn quoted(word: &str) -> String {
    const LONGEST: usize = 40;
    let mut quoted: String = word
        .chars()
        .take(LONGEST)
        .flat_map(|c| {
            let visible = if c.is_control() {
                c.escape_default().collect()
            } else {
                vec![c]
            };
            visible.into_iter()
        })
        .collect();
    if word.chars().nth(LONGEST).is_some() {
        quoted.push_str("...");
    }
    quoted
}

/// The candidate that the user most likely meant: at most two letters away and less than half
/// of the word.
#[must_use]
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let length = word.chars().count();
    candidates
        .into_iter()
        .filter(|candidate| candidate.chars().count().abs_diff(length) <= 2)
        .map(|candidate| (strsim::damerau_levenshtein(&word, candidate), candidate))
        .filter(|&(distance, candidate)| distance <= 2 && 2 * distance < candidate.chars().count())
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locales_name_a_language() {
        for chinese in [
            "zh",
            "zh_CN",
            "zh_CN.UTF-8",
            "zh_TW.utf8",
            "zh-Hans",
            "zh_CN.UTF-8@pinyin",
        ] {
            assert_eq!(Lang::from_locale(chinese), Lang::Chinese, "{chinese}");
        }
        for other in [
            "",
            "C",
            "C.UTF-8",
            "en_US.UTF-8",
            "zha_CN",
            "zh_CN.GB2312",
            "POSIX",
        ] {
            assert_eq!(Lang::from_locale(other), Lang::English, "{other}");
        }
    }

    #[test]
    fn values_are_filled_in_by_number_and_never_read_as_places() {
        let text = Text {
            en: "{1} before {0}{2}",
            zh: "",
        };
        assert_eq!(text.fill(Lang::English, &[&"{1}", &7]), "7 before {1}");
    }

    #[test]
    fn the_nearest_word_is_near() {
        let words = ["undo", "redo", "hint", "level"];
        assert_eq!(nearest("udno", words), Some("undo"));
        assert_eq!(nearest("Levle", words), Some("level"));
        assert_eq!(nearest("xyz", words), None);
        assert_eq!(nearest("", words), None);
    }

    #[test]
    fn quoted_words_are_short_and_visible() {
        assert_eq!(quoted("a\u{1b}[2Jb"), "a\\u{1b}[2Jb");
        assert_eq!(quoted(&"x".repeat(100)), "x".repeat(40) + "...");
        assert_eq!(quoted("围棋"), "围棋");
    }
}
