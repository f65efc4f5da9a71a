//! The sections of the file one by one.

use std::hash::{BuildHasher, RandomState};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use minmax_engine::notation::parse_point;
use minmax_engine::point::Point;
use minmax_engine::rules::Rules;
use minmax_engine::strategy::handicap::Level;
use toml::de::DeTable;

use super::reader::{Found, Reader, Section};
use super::wiring::Wiring;
use super::{BAUDS, Config, Fault, Http, Keypad, Lamps, Link, Oled, Serial, Store};
use crate::app::event::Player;
use crate::app::key::Key;
use crate::app::session;
use crate::hw::pins::{Bias, Drive, Line, MAIN_CHIP, Port};
use crate::input::keypad::layout::key_of;
use crate::lang::{Lang, nearest, quoted, texts};
use crate::values::{Checker, GameWords, Refusal};

/// The sections and their keys; the first are those at the top.
const KEYS: [(&str, &[&str]); 11] = [
    (
        "",
        &[
            "game", "size", "rule", "foul", "level", "side", "players", "language",
        ],
    ),
    ("uart", &["path", "baud"]),
    (
        "keypad",
        &[
            "chip",
            "rows",
            "columns",
            "layout",
            "debounce_ms",
            "settle_us",
            "bias",
            "drive",
        ],
    ),
    ("oled", &["bus", "address", "rotation", "blank_after_s"]),
    ("leds", &["chip", "thinking", "your_turn", "error"]),
    ("buzzer", &["chip", "pin"]),
    ("button", &["chip", "moved"]),
    ("link", &["path", "baud", "place_timeout_s", "first_cell"]),
    ("store", &["folder", "archive_mib"]),
    ("http", &["bind", "token_file", "searches"]),
    ("power", &["command"]),
];
/// Where the web page is without a word: for this machine alone.
const USUAL_ADDRESS: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8_000);
/// Whoever has more of them has another kind of file.
const MOST_SYNTAX_FAULTS: usize = 10;
const PINS: &str = "[\"PC4\", \"PC7\", \"PA1\", \"PA0\"]";

fn sections() -> impl Iterator<Item = &'static str> {
    KEYS.iter().skip(1).map(|&(name, _)| name)
}

/// The keys of a section.
fn keys_of(section: &str) -> &'static [&'static str] {
    let found = KEYS.iter().find(|(name, _)| *name == section);
    found.map_or(&[], |&(_, keys)| keys)
}

/// All keys by their full names: `keypad.rows`.
fn all_keys() -> Vec<String> {
    let full = |section: &str, key: &str| match section {
        "" => key.to_string(),
        section => format!("{section}.{key}"),
    };
    let all = KEYS.iter();
    all.flat_map(|(section, keys)| keys.iter().map(|key| full(section, key)))
        .collect()
}

/// A file being read.
struct File<'a, 'p> {
    reader: Reader<'a>,
    wiring: Wiring<'p>,
    top: Section<'a>,
}

pub(super) fn read(
    text: &str,
    lang: Lang,
    port_of: &dyn Fn(&str) -> Option<Port>,
) -> Result<Config, Vec<Fault>> {
    let reader = Reader::new(text, lang);
    let (root, errors) = DeTable::parse_recoverable(text);
    if !errors.is_empty() {
        // The rest would be guesswork, and so is what follows in the same line.
        return Err(syntax(reader, &errors));
    }
    let top = Section {
        name: "",
        table: root.get_ref(),
        at: 0,
    };
    let wiring = Wiring::new(port_of);
    let mut file = File {
        reader,
        wiring,
        top,
    };
    let config = file.config(lang);
    file.wiring.judge(&mut file.reader);
    let faults = file.reader.finish();
    if faults.is_empty() {
        Ok(config)
    } else {
        Err(faults)
    }
}

fn syntax(mut reader: Reader<'_>, errors: &[toml::de::Error]) -> Vec<Fault> {
    for error in errors {
        let at = error.span().map_or(0, |span| span.start);
        reader.tell(at, texts::TOML_NOT_TOML, &[&error.message()]);
    }
    let mut faults = reader.finish();
    faults.dedup_by_key(|fault| fault.line);
    faults.truncate(MOST_SYNTAX_FAULTS);
    faults
}

impl<'a> File<'a, '_> {
    fn config(&mut self, lang: Lang) -> Config {
        self.names();
        let game = self.game();
        let config = Config {
            game,
            lang: self.lang().unwrap_or(lang),
            uart: self.uart(),
            link: self.link(game.rules),
            oled: self.oled(),
            keypad: self.keypad(),
            lamps: self.lamps(),
            buzzer: self.only_pin("buzzer", "pin", "PA8"),
            moved: self.only_pin("button", "moved", "PA9"),
            store: self.store(),
            http: self.http(),
            power_off: self.power(),
        };
        let inputs = ["keypad", "uart", "link", "http"];
        if inputs.iter().all(|input| self.top.get(input).is_none()) {
            self.reader.tell(0, texts::TOML_NO_INPUT, &[]);
        }
        config
    }

    /// Refuses keys and sections at the top that are not known.
    fn names(&mut self) {
        let is_known = |name: &str| sections().any(|known| known == name);
        let keys = keys_of("");
        for (key, value) in self.top.table {
            let (name, at) = (key.get_ref().as_ref(), key.span().start);
            let is_section = value.get_ref().is_table();
            if is_known(name) && !is_section {
                self.reader.tell(at, texts::TOML_NOT_A_SECTION, &[&name]);
            } else if is_section && !is_known(name) && !keys.contains(&name) {
                self.unknown_section(name, at);
            }
        }
        let tables = self.top.table.iter();
        let tables = tables.filter(|(_, value)| value.get_ref().is_table());
        let tables = tables.map(|(key, _)| key.get_ref().as_ref());
        // Sections have been judged.
        let mut known: Vec<&str> = tables.collect();
        let own = keys.iter().copied().chain(sections());
        known.extend(own.map(|name| -> &str { name }));
        self.reader.only(&self.top, &known, &all_keys());
    }

    fn unknown_section(&mut self, name: &str, at: usize) {
        let shown = quoted(name);
        match nearest(name, sections()) {
            None => self.reader.tell(at, texts::TOML_UNKNOWN_SECTION, &[&shown]),
            Some(near) => {
                let text = texts::TOML_UNKNOWN_SECTION_NEAR;
                self.reader.tell(at, text, &[&shown, &near]);
            }
        }
    }

    fn section(&mut self, name: &'static str) -> Option<Section<'a>> {
        let (key, value) = self.top.table.get_key_value(name)?;
        let section = Section {
            name,
            table: value.get_ref().as_table()?,
            at: key.span().start,
        };
        self.reader.only(&section, keys_of(name), &all_keys());
        Some(section)
    }

    fn game(&mut self) -> session::Config {
        let top = self.top;
        let game = self.reader.word(&top, "game", "\"gomoku\"");
        let size = self.reader.word(&top, "size", "15");
        let rule = self.reader.word(&top, "rule", "\"freestyle\"");
        let foul = self.reader.word(&top, "foul", "\"refused\"");
        let words = GameWords {
            game: game.map(|found| found.value),
            size: size.map(|found| found.value),
            rule: rule.map(|found| found.value),
            foul: foul.map(|found| found.value),
        };
        let rules = self.rules(words);
        let level = self.reader.word(&top, "level", "5");
        let level = level.and_then(|found| self.checked(|checker| checker.level(found.value)));
        session::Config {
            rules: rules.unwrap_or(Rules::GOMOKU),
            players: self.players(),
            level: level.unwrap_or(Level::DEFAULT),
            limits: None,
            seed: RandomState::new().hash_one(0),
        }
    }

    /// The game; or all that is wrong with its words, for one fault is no reason to keep another
    /// back.
    fn rules(&mut self, words: GameWords<'_>) -> Option<Rules> {
        let rules = self.checked(|checker| checker.rules(words));
        if rules.is_none() {
            let game = GameWords {
                game: words.game,
                ..GameWords::default()
            };
            let (size, rule) = (words.size, words.rule);
            for words in [game, GameWords { size, ..game }, GameWords { rule, ..game }] {
                self.checked(|checker| checker.rules(words));
            }
        }
        rules
    }

    fn players(&mut self) -> [Player; 2] {
        let top = self.top;
        let players = self.reader.text(&top, "players", "\"human,engine\"");
        let side = self.reader.text(&top, "side", "\"first\"");
        let value = |found: Option<Found<&'a str>>| found.map(|found| found.value);
        let checked = self.checked(|checker| checker.players(value(players), value(side)));
        checked.unwrap_or([Player::Human, Player::Engine])
    }

    fn lang(&mut self) -> Option<Lang> {
        let top = self.top;
        let found = self.reader.text(&top, "language", "\"en\"")?;
        self.checked(|checker| checker.lang("language", found.value))
    }

    /// Checks values at the top. A fault is put where the value stands that it names.
    fn checked<T>(&mut self, check: impl FnOnce(Checker<'_>) -> Result<T, Refusal>) -> Option<T> {
        let (lang, prefix) = (self.reader.lang, "");
        let checked = check(Checker { lang, prefix });
        let named = checked
            .as_ref()
            .err()
            .and_then(|refusal| self.top.get(refusal.name()));
        let at = named.map_or(0, |value| value.span().start);
        self.reader.accept(at, checked)
    }

    fn serial(&mut self, section: &Section<'a>) -> Option<Serial> {
        let baud = self.reader.number(section, "baud", (0, u32::MAX), 115_200);
        let path = self.reader.path(section, "path", "/dev/ttyS1");
        if !BAUDS.contains(&baud) {
            let at = section.get("baud").map_or(section.at, |v| v.span().start);
            self.reader.check(section, at, |checker| {
                let why = texts::EXPECT_BAUD.plain(checker.lang);
                Err::<(), _>(checker.refuse("baud", &baud.to_string(), &why))
            });
        }
        let path = path?;
        let by = if section.name == "link" {
            "link.path"
        } else {
            "uart.path"
        };
        self.wiring.device(by, path);
        let path = path.value.into();
        Some(Serial { path, baud })
    }

    fn uart(&mut self) -> Option<Serial> {
        let section = self.section("uart")?;
        self.serial(&section)
    }

    fn link(&mut self, rules: Rules) -> Option<Link> {
        let section = self.section("link")?;
        let place_timeout_s = self
            .reader
            .number(&section, "place_timeout_s", (1, 600), 15);
        let first_cell = self.first_cell(&section, rules);
        let serial = self.serial(&section)?;
        Some(Link {
            serial,
            place_timeout_s,
            first_cell,
        })
    }

    fn first_cell(&mut self, section: &Section<'a>, rules: Rules) -> Option<Point> {
        let found = self.reader.text(section, "first_cell", "\"b2\"")?;
        let point = parse_point(found.value, rules).ok();
        if point.is_none() {
            let shown = quoted(found.value);
            let values: [&dyn std::fmt::Display; 3] = [&shown, &rules.columns(), &rules.rows()];
            self.reader.tell(found.at, texts::TOML_BAD_CELL, &values);
        }
        point
    }

    fn oled(&mut self) -> Option<Oled> {
        let section = self.section("oled")?;
        let address = self.address(&section);
        let rotation = [("0", false), ("180", true)];
        let upside_down = self.reader.choice(&section, "rotation", rotation);
        let blank_after_s = self
            .reader
            .number(&section, "blank_after_s", (0, 86_400), 600);
        let bus = self.reader.path(&section, "bus", "/dev/i2c-0")?;
        self.wiring.device("oled.bus", bus);
        Some(Oled {
            bus: bus.value.into(),
            address: address?,
            upside_down,
            blank_after_s,
        })
    }

    fn address(&mut self, section: &Section<'a>) -> Option<u8> {
        let Some(value) = section.get("address") else {
            return Some(0x3c);
        };
        let span = value.span();
        let integer = value.get_ref().as_integer();
        let number = integer.and_then(|i| u8::from_str_radix(i.as_str(), i.radix()).ok());
        let known = number.filter(|number| [0x3c, 0x3d].contains(number));
        let text = self.reader.text.get(span.clone()).unwrap_or_default();
        self.reader.check(section, span.start, |checker| {
            let why = texts::EXPECT_ONE_OF.fill(checker.lang, &[&"0x3c, 0x3d"]);
            known.ok_or_else(|| checker.refuse("address", text, &why))
        })
    }

    fn keypad(&mut self) -> Option<Keypad> {
        let section = self.section("keypad")?;
        let chip = self.chip(&section);
        let rows = self.lines(&section, "rows", chip);
        let columns = self.lines(&section, "columns", chip);
        let layout = match (&rows, &columns) {
            (Some(rows), Some(columns)) => self.layout(&section, rows.len(), columns.len()),
            _ => None,
        };
        let bias = [("pull-up", Bias::PullUp), ("external", Bias::External)];
        let drive = [
            ("open-drain", Drive::OpenDrain),
            ("push-pull", Drive::PushPull),
        ];
        let debounce_ms = self.reader.number(&section, "debounce_ms", (5, 200), 20);
        let settle_us = self.reader.number(&section, "settle_us", (0, 1_000), 20);
        let bias = self.reader.choice(&section, "bias", bias);
        let drive = self.reader.choice(&section, "drive", drive);
        Some(Keypad {
            rows: rows?,
            columns: columns?,
            layout: layout?,
            debounce_ms,
            settle_us,
            bias,
            drive,
        })
    }

    /// The label of the chip that a section's pins are on; the H3's main one if it is not said.
    fn chip(&mut self, section: &Section<'a>) -> &'a str {
        let example = format!("\"{MAIN_CHIP}\"");
        let found = self.reader.text(section, "chip", &example);
        let chip = found.and_then(|found| {
            self.reader.check(section, found.at, |checker| {
                let why = texts::EXPECT_CHIP.plain(checker.lang);
                let named = !found.value.trim().is_empty();
                named
                    .then_some(found.value)
                    .ok_or_else(|| checker.refuse("chip", found.value, &why))
            })
        });
        chip.unwrap_or(MAIN_CHIP)
    }

    fn lines(&mut self, section: &Section<'a>, key: &str, chip: &str) -> Option<Vec<Line>> {
        let names = self.reader.texts(section, key, PINS)?;
        let count = names.value.len();
        let mut lines = Vec::new();
        for name in names.value {
            let named = (chip, name);
            lines.extend(self.wiring.pin(&mut self.reader, section, key, named));
        }
        if !(3..=4).contains(&count) {
            let name = section.full(key);
            self.reader
                .tell(names.at, texts::EXPECT_LINES, &[&name, &count]);
            return None;
        }
        (lines.len() == count).then_some(lines)
    }

    fn layout(
        &mut self,
        section: &Section<'a>,
        rows: usize,
        columns: usize,
    ) -> Option<Vec<Vec<Option<Key>>>> {
        let lines = self.reader.texts(
            section,
            "layout",
            "[\"123A\", \"456B\", \"789C\", \"*0#D\"]",
        )?;
        let count = lines.value.len();
        if count != rows {
            let name = section.full("layout");
            let text = texts::EXPECT_LAYOUT;
            self.reader
                .tell(lines.at, text, &[&name, &count, &rows, &columns]);
            return None;
        }
        let mut seen = Vec::new();
        let mut layout = Vec::new();
        for line in lines.value {
            layout.extend(self.layout_row(section, line, columns, &mut seen));
        }
        (layout.len() == rows).then_some(layout)
    }

    fn layout_row(
        &mut self,
        section: &Section<'a>,
        line: Found<&str>,
        columns: usize,
        seen: &mut Vec<char>,
    ) -> Option<Vec<Option<Key>>> {
        self.reader.check(section, line.at, |checker| {
            let refuse = |why: String| checker.refuse("layout", line.value, &why);
            if line.value.chars().count() != columns {
                return Err(refuse(
                    texts::EXPECT_LAYOUT_ROW.fill(checker.lang, &[&columns]),
                ));
            }
            let keys = line.value.chars().map(|sign| {
                if sign == '.' {
                    return Ok(None);
                }
                let shown = quoted(&sign.to_string());
                let unknown = || refuse(texts::EXPECT_SIGN.fill(checker.lang, &[&shown]));
                let key = key_of(sign).ok_or_else(unknown)?;
                if seen.contains(&sign) {
                    return Err(refuse(
                        texts::EXPECT_SIGN_ONCE.fill(checker.lang, &[&shown]),
                    ));
                }
                seen.push(sign);
                Ok(Some(key))
            });
            keys.collect()
        })
    }

    fn pin(
        &mut self,
        section: &Section<'a>,
        chip: &str,
        (key, example): (&str, &str),
    ) -> Option<Line> {
        let name = self.reader.text(section, key, &format!("\"{example}\""))?;
        let named = (chip, name);
        self.wiring.pin(&mut self.reader, section, key, named)
    }

    fn lamps(&mut self) -> Lamps {
        let Some(section) = self.section("leds") else {
            return Lamps::default();
        };
        let lamps = ["thinking", "your_turn", "error"];
        if lamps.iter().all(|key| section.get(key).is_none()) {
            let keys = lamps.join(", ");
            let text = texts::TOML_EMPTY_SECTION;
            self.reader.tell(section.at, text, &[&"leds", &keys]);
        }
        let chip = self.chip(&section);
        Lamps {
            thinking: self.pin(&section, chip, ("thinking", "PA7")),
            your_turn: self.pin(&section, chip, ("your_turn", "PA8")),
            error: self.pin(&section, chip, ("error", "PA9")),
        }
    }

    /// The pin of a section that has no other one.
    fn only_pin(&mut self, name: &'static str, key: &str, example: &str) -> Option<Line> {
        let section = self.section(name)?;
        let chip = self.chip(&section);
        let example = format!("\"{example}\"");
        let name = self.reader.required(&section, key, &example)?;
        let named = (chip, name);
        self.wiring.pin(&mut self.reader, &section, key, named)
    }

    fn store(&mut self) -> Option<Store> {
        let section = self.section("store")?;
        let archive_mib = self.reader.number(&section, "archive_mib", (1, 1_024), 8);
        let folder = self.reader.path(&section, "folder", "/var/lib/minmax-h3")?;
        Some(Store {
            folder: folder.value.into(),
            archive_mib,
        })
    }

    fn http(&mut self) -> Option<Http> {
        let section = self.section("http")?;
        let example = format!("\"{USUAL_ADDRESS}\"");
        let bind = self.reader.text(&section, "bind", &example);
        let bind = match bind {
            Some(found) => self.reader.check(&section, found.at, |checker| {
                let why = texts::EXPECT_BIND.plain(checker.lang);
                let parsed = found.value.parse();
                parsed.map_err(|_| checker.refuse("bind", found.value, &why))
            }),
            None => Some(USUAL_ADDRESS),
        };
        let token_file = section.get("token_file").and_then(|_| {
            let found = self
                .reader
                .path(&section, "token_file", "/etc/minmax-h3/token")?;
            Some(found.value.into())
        });
        let searches = self.reader.number(&section, "searches", (1, 64), 1);
        Some(Http {
            bind: bind?,
            token_file,
            searches,
        })
    }

    fn power(&mut self) -> Option<Vec<String>> {
        let section = self.section("power")?;
        let example = "[\"systemctl\", \"poweroff\"]";
        let words = self.reader.texts(&section, "command", example)?;
        let command: Vec<_> = words
            .value
            .iter()
            .map(|word| word.value.to_owned())
            .collect();
        let good = !command.is_empty()
            && !command
                .iter()
                .any(|word| word.is_empty() || word.contains('\0'));
        self.reader.check(&section, words.at, |checker| {
            let why = texts::EXPECT_COMMAND.plain(checker.lang);
            good.then_some(command)
                .ok_or_else(|| checker.refuse("command", "[]", &why))
        })
    }
}
