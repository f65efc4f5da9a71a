//! The boards' example files and the pictures in README.md: every pin is where they say.
// A test that cannot go on fails by panicking.
#![allow(clippy::unwrap_used)]

use minmax_h3::appliance::config::Config;
use minmax_h3::hw::pins::Port;
use minmax_h3::lang::Lang;

const README: &str = include_str!("../README.md");

/// What is on each pin of the header, from pin 1 on: Orange Pi PC and One.
const FORTY: [&str; 40] = [
    "3V3", "5V", "PA12", "5V", "PA11", "GND", "PA6", "PA13", "GND", "PA14", "PA1", "PD14", "PA0",
    "GND", "PA3", "PC4", "3V3", "PC7", "PC0", "GND", "PC1", "PA2", "PC2", "PC3", "GND", "PA21",
    "PA19", "PA18", "PA7", "GND", "PA8", "PG8", "PA9", "GND", "PA10", "PG9", "PA20", "PG6", "GND",
    "PG7",
];
/// Orange Pi Zero.
const ZERO: [&str; 26] = [
    "3V3", "5V", "PA12", "5V", "PA11", "GND", "PA6", "PG6", "GND", "PG7", "PA1", "PA7", "PA0",
    "GND", "PA3", "PA19", "3V3", "PA18", "PA15", "GND", "PA16", "PA2", "PA14", "PA13", "GND",
    "PA10",
];
/// NanoPi NEO.
const NEO: [&str; 24] = [
    "3V3", "5V", "PA12", "5V", "PA11", "GND", "PG11", "PG6", "GND", "PG7", "PA0", "PA6", "PA2",
    "GND", "PA3", "PG8", "3V3", "PG9", "PC0", "GND", "PC1", "PA1", "PC2", "PC3",
];

/// The file's name, its text and its board's header.
const BOARDS: [(&str, &str, &[&str]); 4] = [
    (
        "orange-pi-pc",
        include_str!("../boards/orange-pi-pc.toml"),
        &FORTY,
    ),
    (
        "orange-pi-one",
        include_str!("../boards/orange-pi-one.toml"),
        &FORTY,
    ),
    (
        "orange-pi-zero",
        include_str!("../boards/orange-pi-zero.toml"),
        &ZERO,
    ),
    (
        "nanopi-neo",
        include_str!("../boards/nanopi-neo.toml"),
        &NEO,
    ),
];

fn read(name: &str, text: &str) -> Config {
    Config::read(text, Lang::English, &Port::of_name).unwrap_or_else(|faults| {
        panic!("{name}: {faults:#?}");
    })
}

/// What stands in double quotes.
fn quoted(text: &str) -> Vec<&str> {
    text.split('"').skip(1).step_by(2).collect()
}

/// The numbers in the text, up to the first letter behind them.
fn numbers(text: &str) -> Vec<usize> {
    let words = text.split([' ', ',']).filter(|word| !word.is_empty());
    words.map_while(|word| word.parse().ok()).collect()
}

#[test]
fn every_example_is_right_and_complete() {
    for (name, text, _) in BOARDS {
        let config = read(name, text);
        assert!(config.uart.is_some() && config.keypad.is_some() && config.oled.is_some());
        assert!(
            config.store.is_some() && config.power_off.is_some(),
            "{name}"
        );
        assert_eq!(config.lines().count(), 13, "{name}");
    }
}

#[test]
fn every_example_with_its_robot_and_its_page_is_right_too() {
    for (name, text, _) in BOARDS {
        let mut whole = String::new();
        let mut left_out = false;
        // On the Zero these are left out then, as the file says.
        let given_up = ["error = ", "[buzzer]", "pin = "];
        for line in text.lines() {
            left_out |= ["# [link]", "# [http]"].contains(&line);
            left_out &= !line.is_empty();
            let line = if left_out {
                line.trim_start_matches("# ")
            } else {
                line
            };
            if name != "orange-pi-zero" || !given_up.iter().any(|start| line.starts_with(start)) {
                whole += &format!("{line}\n");
            }
        }
        let config = read(name, &whole);
        assert!(config.link.is_some() && config.http.is_some(), "{name}");
    }
}

#[test]
fn pins_in_comments_are_where_the_header_has_them() {
    for (name, text, header) in BOARDS {
        let mut seen = 0;
        for line in text.lines() {
            let Some((value, comment)) = line.split_once('#') else {
                continue;
            };
            let Some(numbers_at) = comment.find("pin ").or(comment.find("pins ")) else {
                continue;
            };
            let pins = quoted(value);
            if comment.contains("12-pin header") || pins.is_empty() {
                continue;
            }
            let (_, named) = comment[numbers_at..].split_once(' ').unwrap();
            let found: Vec<_> = numbers(named)
                .iter()
                .map(|number| header[number - 1])
                .collect();
            assert_eq!(found, pins, "{name}: {line}");
            seen += pins.len();
        }
        assert!(seen >= 12, "{name}: {seen}");
    }
}

/// The part of README.md for this board: its heading names the file.
fn section(name: &str) -> &'static str {
    let file = format!("boards/{name}.toml`");
    let mut sections = README.split("\n### ");
    let found = sections.find(|section| section.lines().next().unwrap().contains(&file));
    found.unwrap().split("\n## ").next().unwrap()
}

#[test]
fn the_pictures_show_the_headers() {
    for (name, _, header) in BOARDS {
        let picture = section(name).split("```").nth(1).unwrap();
        let mut rows = 0;
        for (row, line) in picture
            .lines()
            .filter(|line| line.contains(" | "))
            .enumerate()
        {
            let (left, right) = line.split_once(" | ").unwrap();
            let mut left = left.split_whitespace().rev();
            let mut right = right.split_whitespace();
            let (odd, even) = (2 * row + 1, 2 * row + 2);
            assert_eq!(left.next(), Some(odd.to_string().as_str()), "{name}");
            assert_eq!(left.next(), Some(header[odd - 1]), "{name}: {line}");
            assert_eq!(right.next(), Some(even.to_string().as_str()), "{name}");
            assert_eq!(right.next(), Some(header[even - 1]), "{name}: {line}");
            rows += 1;
        }
        assert_eq!(2 * rows, header.len(), "{name}");
    }
}

#[test]
fn the_tables_name_the_pins_of_the_example() {
    for (name, text, header) in BOARDS {
        let section = section(name);
        let rows: Vec<Vec<&str>> = section
            .lines()
            .filter(|line| line.starts_with("| "))
            .map(|line| line.split('|').map(str::trim).collect())
            .collect();
        let mut pins = Vec::new();
        for row in &rows {
            let names: Vec<_> = row[3]
                .split(", ")
                .filter(|name| name.starts_with('P'))
                .collect();
            let places = row[2]
                .split(", ")
                .filter_map(|place| place.split(' ').next());
            let places: Vec<usize> = places.filter_map(|place| place.parse().ok()).collect();
            let there: Vec<_> = places.iter().map(|place| header[place - 1]).collect();
            assert_eq!(there, names, "{name}: {row:?}");
            pins.extend(names);
        }
        for (key, line) in read(name, text).lines() {
            let pin = line.to_string();
            // The one pin that is on another header.
            let elsewhere = (name, pin.as_str()) == ("nanopi-neo", "PA20");
            assert!(
                elsewhere || pins.contains(&pin.as_str()),
                "{name}: {key} {pin}"
            );
        }
    }
}
