//! Values out of TOML, each with its line, and whatever is wrong with them.

use std::fmt::Display;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::Fault;
use crate::lang::{Lang, Text, nearest, quoted, texts};
use crate::values::{Checker, Refusal};

/// A section: its name, empty at the top, and what stands in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Section<'a> {
    pub(super) name: &'static str,
    pub(super) table: &'a DeTable<'a>,
    /// Where it begins, in bytes.
    pub(super) at: usize,
}

impl<'a> Section<'a> {
    pub(super) fn get(&self, key: &str) -> Option<&'a Spanned<DeValue<'a>>> {
        self.table.get(key)
    }

    /// The key as it is named in messages: `keypad.rows`.
    pub(super) fn full(&self, key: &str) -> String {
        format!("{}{key}", self.prefix())
    }

    pub(super) fn prefix(&self) -> String {
        match self.name {
            "" => String::new(),
            name => format!("{name}."),
        }
    }
}

/// A value and where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found<T> {
    pub(super) value: T,
    pub(super) at: usize,
}

/// The file, and what is wrong with it so far.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    pub(super) lang: Lang,
    faults: Vec<Fault>,
}

impl<'a> Reader<'a> {
    pub(super) const fn new(text: &'a str, lang: Lang) -> Self {
        Self {
            text,
            lang,
            faults: Vec::new(),
        }
    }

    /// All faults in the order of their lines.
    pub(super) fn finish(mut self) -> Vec<Fault> {
        self.faults.sort_by_key(|fault| fault.line);
        self.faults
    }

    pub(super) fn line(&self, at: usize) -> usize {
        let before = self.text.as_bytes().get(..at).unwrap_or_default();
        1 + before.iter().filter(|&&byte| byte == b'\n').count()
    }

    pub(super) fn fault(&mut self, at: usize, words: String) {
        let fault = Fault {
            line: self.line(at),
            words,
        };
        if !self.faults.contains(&fault) {
            self.faults.push(fault);
        }
    }

    pub(super) fn tell(&mut self, at: usize, text: Text, values: &[&dyn Display]) {
        self.fault(at, text.fill(self.lang, values));
    }

    /// The value, or a fault at that place.
    pub(super) fn accept<T>(&mut self, at: usize, checked: Result<T, Refusal>) -> Option<T> {
        checked
            .map_err(|refusal| self.fault(at, refusal.to_string()))
            .ok()
    }

    /// Runs a check of values on the section's words.
    pub(super) fn check<T>(
        &mut self,
        section: &Section<'_>,
        at: usize,
        check: impl FnOnce(Checker<'_>) -> Result<T, Refusal>,
    ) -> Option<T> {
        let prefix = section.prefix();
        let checker = Checker {
            lang: self.lang,
            prefix: &prefix,
        };
        self.accept(at, check(checker))
    }

    /// Refuses every key that is not known. `all` are the keys of all sections by their full
    /// names: one may stand in the wrong section.
    pub(super) fn only(&mut self, section: &Section<'_>, known: &[&str], all: &[String]) {
        for key in section.table.keys() {
            let name = key.get_ref().as_ref();
            if known.contains(&name) {
                continue;
            }
            let (at, quoted) = (key.span().start, section.full(&quoted(name)));
            let own = || nearest(name, known.iter().copied()).map(|near| section.full(near));
            let meant = named(name, all).or_else(own);
            match meant.or_else(|| named(nearest(name, all.iter().map(|k| key_of(k)))?, all)) {
                None => self.tell(at, texts::TOML_UNKNOWN_KEY, &[&quoted]),
                Some(near) => self.tell(at, texts::TOML_UNKNOWN_KEY_NEAR, &[&quoted, &near]),
            }
        }
    }

    /// A text.
    pub(super) fn text(
        &mut self,
        section: &Section<'a>,
        key: &str,
        example: &str,
    ) -> Option<Found<&'a str>> {
        let value = section.get(key)?;
        let at = value.span().start;
        let text = value.get_ref().as_str();
        if text.is_none() {
            let name = section.full(key);
            self.tell(at, texts::TOML_WANTS_TEXT, &[&name, &example]);
        }
        text.map(|value| Found { value, at })
    }

    /// A text without which the section makes no sense.
    pub(super) fn required(
        &mut self,
        section: &Section<'a>,
        key: &str,
        example: &str,
    ) -> Option<Found<&'a str>> {
        if section.get(key).is_none() {
            self.missing(section, key, example);
        }
        self.text(section, key, example)
    }

    fn missing(&mut self, section: &Section<'_>, key: &str, example: &str) {
        let values: [&dyn Display; 3] = [&section.name, &key, &example];
        self.tell(section.at, texts::TOML_MISSING_KEY, &values);
    }

    /// A text or a number, as text: `level = 5` and `level = "5"` are the same. Whether it is a
    /// good number is for others to say.
    pub(super) fn word(
        &mut self,
        section: &Section<'a>,
        key: &str,
        example: &str,
    ) -> Option<Found<&'a str>> {
        let value = section.get(key)?;
        if matches!(value.get_ref(), DeValue::Integer(_) | DeValue::Float(_)) {
            let Range { start: at, end } = value.span();
            let value = self.text.get(at..end).unwrap_or_default();
            return Some(Found { value, at });
        }
        let is_number = example.starts_with(|c: char| c.is_ascii_digit());
        if is_number && !value.get_ref().is_str() {
            let name = section.full(key);
            let at = value.span().start;
            self.tell(at, texts::TOML_WANTS_NUMBER, &[&name, &example]);
            return None;
        }
        self.text(section, key, example)
    }

    /// A number within bounds; the usual one if none is given, or a wrong one.
    pub(super) fn number(
        &mut self,
        section: &Section<'a>,
        key: &str,
        bounds: (u32, u32),
        usual: u32,
    ) -> u32 {
        let Some(value) = section.get(key) else {
            return usual;
        };
        let Range { start: at, end } = value.span();
        let Some(integer) = value.get_ref().as_integer() else {
            let name = section.full(key);
            self.tell(at, texts::TOML_WANTS_NUMBER, &[&name, &usual]);
            return usual;
        };
        let number = u32::from_str_radix(integer.as_str(), integer.radix()).ok();
        let within = number.filter(|number| (bounds.0..=bounds.1).contains(number));
        let text = self.text.get(at..end).unwrap_or_default();
        let checked = self.check(section, at, |checker| {
            let why = || texts::EXPECT_NUMBER.fill(checker.lang, &[&bounds.0, &bounds.1]);
            within.ok_or_else(|| checker.refuse(key, text, &why()))
        });
        checked.unwrap_or(usual)
    }

    /// One of a few words; the first if none is given, or a wrong one.
    pub(super) fn choice<T: Copy>(
        &mut self,
        section: &Section<'a>,
        key: &str,
        choices: [(&str, T); 2],
    ) -> T {
        let [(first, usual), (second, _)] = choices;
        let Some(found) = self.word(section, key, &format!("\"{first}\"")) else {
            return usual;
        };
        let chosen = choices.iter().find(|(name, _)| *name == found.value);
        let chosen = chosen.map(|&(_, choice)| choice);
        let checked = self.check(section, found.at, |checker| {
            let known = format!("{first}, {second}");
            let why = texts::EXPECT_ONE_OF.fill(checker.lang, &[&known]);
            chosen.ok_or_else(|| checker.refuse(key, found.value, &why))
        });
        checked.unwrap_or(usual)
    }

    /// A list of texts without which the section makes no sense.
    pub(super) fn texts(
        &mut self,
        section: &Section<'a>,
        key: &str,
        example: &str,
    ) -> Option<Found<Vec<Found<&'a str>>>> {
        let Some(value) = section.get(key) else {
            self.missing(section, key, example);
            return None;
        };
        let at = value.span().start;
        let items = value.get_ref().as_array().and_then(|array| {
            let texts = array.iter().map(|item| {
                let value = item.get_ref().as_str()?;
                let at = item.span().start;
                Some(Found { value, at })
            });
            texts.collect::<Option<Vec<_>>>()
        });
        if items.is_none() {
            let name = section.full(key);
            self.tell(at, texts::TOML_WANTS_TEXTS, &[&name, &example]);
        }
        items.map(|value| Found { value, at })
    }

    /// A path without which the section makes no sense.
    pub(super) fn path(
        &mut self,
        section: &Section<'a>,
        key: &str,
        example: &str,
    ) -> Option<Found<&'a str>> {
        let found = self.required(section, key, &format!("\"{example}\""))?;
        self.check(section, found.at, |checker| {
            let why = texts::EXPECT_PATH.plain(checker.lang);
            let good = found.value.starts_with('/') && !found.value.contains('\0');
            good.then_some(found)
                .ok_or_else(|| checker.refuse(key, found.value, &why))
        })
    }
}

/// The key without its section.
fn key_of(full: &str) -> &str {
    full.rsplit('.').next().unwrap_or_default()
}

/// The full names of a key, which may stand in several sections.
fn named(key: &str, all: &[String]) -> Option<String> {
    let full = all.iter().map(String::as_str);
    let full: Vec<_> = full.filter(|full| key_of(full) == key).collect();
    (!full.is_empty()).then(|| full.join(", "))
}
