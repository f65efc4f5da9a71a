//! Files, right and wrong, and what is said of them.

use minmax_engine::rules::Rules;

use super::*;
use crate::app::event::Player;
use crate::app::key::{Digit, Key};
use crate::hw::pins::{Bias, Drive, Pin};

const WHOLE: &str = r##"
game = "gomoku"
size = 19
rule = "standard"
level = 7
side = "second"
language = "zh"
[uart]
path = "/dev/ttyS3"
baud = 9600
[keypad]
rows = ["PA1", "PA0", "PA3", "PA2"]
columns = ["PC4", "PC7", "PC0", "PC1"]
layout = ["123A", "456B", "789C", "*0#D"]
debounce_ms = 30
settle_us = 50
bias = "external"
drive = "push-pull"
[oled]
bus = "/dev/i2c-0"
address = 0x3d
rotation = 180
blank_after_s = 0
[leds]
thinking = "PA7"
your_turn = "PA8"
error = "PL3"
[buzzer]
pin = "PA10"
[button]
moved = "PG9"
[link]
path = "/dev/ttyUSB0"
place_timeout_s = 20
[store]
folder = "/var/lib/minmax-h3"
archive_mib = 16
[http]
bind = "0.0.0.0:8080"
token_file = "/etc/minmax-h3/token"
searches = 2
[power]
command = ["systemctl", "poweroff"]
"##;

const UART: &str = "[uart]\npath = \"/dev/ttyS1\"\n";

fn read(text: &str) -> Result<Config, Vec<Fault>> {
    Config::read(text, Lang::English, &Port::of_name)
}

/// What is wrong, as lines.
fn faults(text: &str) -> Vec<String> {
    let faults = read(text).expect_err(text);
    let shown = faults
        .iter()
        .map(|fault| format!("{}: {}", fault.line, fault.words));
    shown.collect()
}

fn pin(name: &str) -> Line {
    name.parse::<Pin>().unwrap().into()
}

#[test]
fn everything_can_be_said() {
    let config = read(WHOLE).unwrap();
    assert_eq!(
        (config.game.rules.columns(), config.game.level.get()),
        (19, 7)
    );
    assert_eq!(config.game.players, [Player::Engine, Player::Human]);
    assert_eq!(config.lang, Lang::Chinese);
    let path = "/dev/ttyS3".into();
    assert_eq!(config.uart, Some(Serial { path, baud: 9600 }));
    let keypad = config.keypad.as_ref().unwrap();
    assert_eq!(keypad.rows[3], pin("PA2"));
    assert_eq!(keypad.columns[1], pin("PC7"));
    assert_eq!(keypad.layout[1][0], Digit::new(4).map(Key::Digit));
    assert_eq!(keypad.layout[3][3], Some(Key::D));
    assert_eq!((keypad.debounce_ms, keypad.settle_us), (30, 50));
    assert_eq!(
        (keypad.bias, keypad.drive),
        (Bias::External, Drive::PushPull)
    );
    let oled = config.oled.as_ref().unwrap();
    assert_eq!(
        (oled.address, oled.upside_down, oled.blank_after_s),
        (0x3d, true, 0)
    );
    assert_eq!(config.lamps.error, Some(pin("PL3")));
    let link = config.link.as_ref().unwrap();
    assert_eq!((link.serial.baud, link.place_timeout_s), (115_200, 20));
    assert_eq!(config.store.as_ref().unwrap().archive_mib, 16);
    let http = Http {
        bind: "0.0.0.0:8080".parse().unwrap(),
        token_file: Some("/etc/minmax-h3/token".into()),
        searches: 2,
    };
    assert_eq!(config.http, Some(http));
    let command = ["systemctl", "poweroff"].map(String::from).to_vec();
    assert_eq!(config.power_off, Some(command));
    assert_eq!(config.lines().count(), 13);
}

#[test]
fn little_need_be_said() {
    let config = read(UART).unwrap();
    assert_eq!(config.game.rules, Rules::GOMOKU);
    assert_eq!(config.game.players, [Player::Human, Player::Engine]);
    assert_eq!(config.lang, Lang::English);
    assert_eq!(config.uart.unwrap().baud, 115_200);
    assert!(config.keypad.is_none() && config.store.is_none() && config.http.is_none());
    let http = read("[http]\n").unwrap().http.unwrap();
    assert!(http.bind.ip().is_loopback() && http.bind.port() == 8000);
    assert_eq!((http.token_file, http.searches), (None, 1));
    let keypad = "[keypad]\nrows = ['PA6','PA7','PA8']\ncolumns = ['PC0','PC1','PC2']\nlayout = ['123','456','78.']\n";
    let keypad = read(keypad).unwrap().keypad.unwrap();
    assert_eq!(keypad.layout[2][2], None);
    assert_eq!((keypad.debounce_ms, keypad.settle_us), (20, 20));
    assert_eq!(
        (keypad.bias, keypad.drive),
        (Bias::PullUp, Drive::OpenDrain)
    );
}

#[test]
fn another_chip_has_lines_of_its_own() {
    let text = "[keypad]\nchip = 'matrix'\nrows = ['0','1','2']\ncolumns = ['PA4','PA5','5']\nlayout = ['123','456','789']\n";
    let said = faults(text);
    assert_eq!(
        said,
        [
            "4: keypad.columns matrix:5: this pin is used twice: keypad.columns has it too, in line 4"
        ]
    );
    let keypad = read(&text.replace("'5']", "'6']")).unwrap().keypad.unwrap();
    let offsets = keypad
        .columns
        .iter()
        .map(|line| (line.chip.as_str(), line.offset));
    assert_eq!(
        offsets.collect::<Vec<_>>(),
        [("matrix", 4), ("matrix", 5), ("matrix", 6)]
    );
}

/// One wrong thing each, and the only words that are said.
const WRONG: &[(&str, &str)] = &[
    (
        "game = 'chess'\n",
        "1: game chess: the game is tictactoe, 4x4, gomoku, renju or columns, rows and length, such as 7,6,4",
    ),
    (
        "game = 'gomokku'\n",
        "1: game gomokku: the game is tictactoe, 4x4, gomoku, renju or columns, rows and length, such as 7,6,4; did you mean gomoku?",
    ),
    (
        "\ngame = 'renju'\nrule = 'caro'\n",
        "3: rule caro: the game renju is played by the rule renju",
    ),
    (
        "rule = 'renju'\n\nfoul = 'lost'\n",
        "3: foul lost: a foul is refused or loses; did you mean loses?",
    ),
    (
        "foul = 'loses'\n",
        "1: foul loses: only renju has forbidden points",
    ),
    (
        "size = 99\n",
        "1: size 99: a gomoku board has 5 to 20 cells a side",
    ),
    ("size = true\n", "1: size wants a number, such as size = 15"),
    (
        "size = 15.5\n",
        "1: size 15.5: a gomoku board has 5 to 20 cells a side",
    ),
    (
        "level = 5.0\n",
        "1: level 5.0: a level is a number from 1 to 10",
    ),
    (
        "size = 10\ngame = 'gomuku'\n",
        "2: game gomuku: the game is tictactoe, 4x4, gomoku, renju or columns, rows and length, such as 7,6,4; did you mean gomoku?",
    ),
    (
        "first_cell = 'b2'\n",
        "1: unknown key first_cell; did you mean link.first_cell?",
    ),
    (
        "frist_cell = 'b2'\n",
        "1: unknown key frist_cell; did you mean link.first_cell?",
    ),
    (
        "path = '/dev/ttyS1'\n",
        "1: unknown key path; did you mean uart.path, link.path?",
    ),
    (
        "size = 9\ngame = 'tictactoe'\n",
        "1: size 9: only gomoku and renju have a size; for other boards the game is columns,rows,length",
    ),
    (
        "level = 11\n",
        "1: level 11: a level is a number from 1 to 10",
    ),
    (
        "side = 'left'\n",
        "1: side left: the side is first or second",
    ),
    (
        "players = 'human'\n",
        "1: players human: two of human and engine in move order, such as human,engine",
    ),
    (
        "players = 'human,human'\nside = 'first'\n",
        "2: players and side say the same thing: leave one out",
    ),
    (
        "language = 'fr'\n",
        "1: language fr: the language is en or zh",
    ),
    ("lvel = 3\n", "1: unknown key lvel; did you mean level?"),
    ("strategy = 'mcts'\n", "1: unknown key strategy"),
    (
        "oled = 1\n",
        "1: oled is a section: write [oled] on a line of its own",
    ),
    (
        "[kepad]\n",
        "1: unknown section [kepad]; did you mean [keypad]?",
    ),
    ("[display]\n", "1: unknown section [display]"),
    (
        "[http]\nbind = '0.0.0.0'\n",
        "2: http.bind 0.0.0.0: an address and a port, as 127.0.0.1:8000",
    ),
    (
        "[http]\ntoken_file = 'token'\n",
        "2: http.token_file token: a path that begins with /",
    ),
    (
        "[http]\nsearches = 0\n",
        "2: http.searches 0: a whole number from 1 to 64",
    ),
    ("[http]\nport = 80\n", "2: unknown key http.port"),
    (
        "[oled]\n",
        "1: [oled] needs bus, such as bus = \"/dev/i2c-0\"",
    ),
    (
        "[oled]\nbus = '/dev/i2c-0'\naddress = 0x50\n",
        "3: oled.address 0x50: one of 0x3c, 0x3d",
    ),
    (
        "[oled]\nbus = '/dev/i2c-0'\naddress = true\n",
        "3: oled.address true: one of 0x3c, 0x3d",
    ),
    (
        "[oled]\nbus = '/dev/i2c-0'\nrotation = 90\n",
        "3: oled.rotation 90: one of 0, 180",
    ),
    (
        "[oled]\nbus = 'i2c-0'\n",
        "2: oled.bus i2c-0: a path that begins with /",
    ),
    (
        "[oled]\nbus = '/dev/i2c-0'\nblank_after = 9\n",
        "3: unknown key oled.blank_after; did you mean oled.blank_after_s?",
    ),
    (
        "[leds]\n",
        "1: [leds] names no pin: leave it out, or give thinking, your_turn, error",
    ),
    (
        "[leds]\nthinkng = 'PA7'\nerror = 'PA8'\n",
        "2: unknown key leds.thinkng; did you mean leds.thinking?",
    ),
    (
        "[leds]\nerror = 7\n",
        "2: leds.error wants a text in quotes, such as leds.error = \"PA9\"",
    ),
    (
        "[leds]\nerror = 'PA22'\n",
        "2: leds.error PA22: port A has the pins PA0 to PA21",
    ),
    (
        "[leds]\nerror = 'PB2'\n",
        "2: leds.error PB2: the H3 has the ports A, C, D, E, F, G and L",
    ),
    (
        "[leds]\nerror = '17'\n",
        "2: leds.error 17: a pin is written as PA6: P, the letter of its port and a number",
    ),
    (
        "[leds]\nerror = 'PA7'\nthinking = 'PA7'\n",
        "2: leds.error PA7: this pin is used twice: leds.thinking has it too, in line 3",
    ),
    (
        "[leds]\nerror = 'PA5'\n",
        "2: leds.error PA5: this pin belongs to the system's console (UART0): to take it would cut the console off; choose another",
    ),
    (
        "[leds]\nerror = 'PF1'\n",
        "2: leds.error PF1: this pin belongs to the SD card that the system runs from: choose another",
    ),
    (
        "[leds]\nerror = 'PL6'\n",
        "2: leds.error PL6: this pin sets the processor's voltage on H3 boards: choose another",
    ),
    (
        "[leds]\nerror = 'PG6'\n",
        "2: leds.error PG6: this pin belongs to UART1 (PG6 and PG7), which uart.path (/dev/ttyS1) uses: choose another pin",
    ),
    (
        "[leds]\nerror = 'PA12'\n[oled]\nbus = '/dev/i2c-0'\n",
        "2: leds.error PA12: this pin belongs to I2C0 (PA11 and PA12), which oled.bus (/dev/i2c-0) uses: choose another pin",
    ),
    ("[buzzer]\n", "1: [buzzer] needs pin, such as pin = \"PA8\""),
    (
        "[button]\npin = 'PA3'\nmoved = 'PA7'\n",
        "2: unknown key button.pin; did you mean buzzer.pin?",
    ),
    (
        "[link]\npath = '/dev/ttyS1'\n",
        "2: link.path /dev/ttyS1: this device is used twice: uart.path has it too, in line 4",
    ),
    (
        "[link]\npath = '/dev/ttyS2'\nbaud = 12345\n",
        "3: link.baud 12345: a speed that serial lines have, such as 9600 or 115200",
    ),
    (
        "[link]\npath = '/dev/ttyS2'\nplace_timeout_s = 0\n",
        "3: link.place_timeout_s 0: a whole number from 1 to 600",
    ),
    (
        "[store]\nfolder = 'games'\n",
        "2: store.folder games: a path that begins with /",
    ),
    (
        "[store]\nfolder = '/x'\narchive_mib = -1\n",
        "3: store.archive_mib -1: a whole number from 1 to 1024",
    ),
    (
        "[power]\ncommand = 'poweroff'\n",
        "2: power.command wants texts in brackets, such as power.command = [\"systemctl\", \"poweroff\"]",
    ),
    (
        "[power]\ncommand = []\n",
        "2: power.command []: a command and its arguments, none of them empty",
    ),
    (
        "a = = 1\n",
        "1: this is not TOML: extra `=`, expected nothing",
    ),
    (
        "level = 1\nlevel = 2\n",
        "2: this is not TOML: duplicate key",
    ),
];

#[test]
fn one_wrong_thing_is_one_line() {
    for &(text, words) in WRONG {
        assert_eq!(faults(&format!("{text}{UART}")), [words], "{text}");
    }
}

#[test]
fn a_keypad_can_be_wrong_in_many_ways() {
    let keypad = |rows: &str, columns: &str, layout: &str| {
        faults(&format!(
            "[keypad]\nrows = [{rows}]\ncolumns = [{columns}]\nlayout = [{layout}]\n"
        ))
    };
    let (rows, columns) = ("'PA6','PA1','PA0'", "'PC0','PC1','PC2'");
    for (said, words) in [
        (
            keypad("'PA6','PA1'", columns, ""),
            "2: keypad.rows has 2 pins: a keypad has 3 or 4",
        ),
        (
            keypad(rows, "'PC0', 3", ""),
            "3: keypad.columns wants texts in brackets, such as keypad.columns = [\"PC4\", \"PC7\", \"PA1\", \"PA0\"]",
        ),
        (
            keypad(rows, "'PC0','PC1','PC99'", ""),
            "3: keypad.columns PC99: port C has the pins PC0 to PC16",
        ),
        (
            keypad(rows, columns, "'123','456'"),
            "4: keypad.layout has 2 lines: write one of 3 signs for each of the 3 rows",
        ),
        (
            keypad(rows, columns, "'123','456','789A'"),
            "4: keypad.layout 789A: one sign for each of the 3 columns",
        ),
        (
            keypad(rows, columns, "'123','456','78x'"),
            "4: keypad.layout 78x: 'x' is no key: keys are 0 to 9, A to D, * and #, ^ v < > for arrows, E for Enter; a dot where there is none",
        ),
        (
            keypad(rows, columns, "'123','456','781'"),
            "4: keypad.layout 781: '1' stands there twice",
        ),
    ] {
        assert_eq!(said, [words]);
    }
    assert_eq!(
        faults("[keypad]\nbias = 'up'\nchip = ''\n"),
        [
            "1: [keypad] needs rows, such as rows = [\"PC4\", \"PC7\", \"PA1\", \"PA0\"]",
            "1: [keypad] needs columns, such as columns = [\"PC4\", \"PC7\", \"PA1\", \"PA0\"]",
            "2: keypad.bias up: one of pull-up, external",
            "3: keypad.chip : the label of a GPIO chip, such as 1c20800.pinctrl",
        ]
    );
}

#[test]
fn lamps_buzzer_and_button_may_be_on_another_chip() {
    let text = "[leds]\nchip = 'expander'\nthinking = '3'\nerror = 'PA5'\n[buzzer]\nchip = 'expander'\npin = '7'\n[button]\nchip = '1f02c00.pinctrl'\nmoved = 'PL3'\n";
    let config = read(&format!("{text}{UART}")).unwrap();
    let lines: Vec<_> = config
        .lines()
        .map(|(name, line)| (name, line.chip.as_str(), line.offset))
        .collect();
    assert_eq!(
        lines,
        [
            ("leds.thinking", "expander", 3),
            ("leds.error", "expander", 5), // there it is no pin of the console
            ("buzzer.pin", "expander", 7),
            ("button.moved", "1f02c00.pinctrl", 3),
        ]
    );
    let twice =
        "[leds]\nchip = 'expander'\nthinking = '3'\n[buzzer]\nchip = 'expander'\npin = '3'\n";
    let said = faults(&format!("{twice}{UART}"));
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(
        said[0].starts_with("6: buzzer.pin expander:3: "),
        "{said:?}"
    );
}

#[test]
fn everything_wrong_with_a_game_is_said_at_once() {
    let text = format!("game = 'gomuku'\nsize = 99\nrule = 'standrd'\n{UART}");
    let said = faults(&text);
    let begins: Vec<_> = said.iter().map(|words| &words[..7]).collect();
    assert_eq!(begins, ["1: game", "3: rule"]);
    let text = format!("size = 99\nrule = 'standrd'\n{UART}");
    assert_eq!(faults(&text).len(), 2);
}

#[test]
fn everything_wrong_is_said_at_once() {
    let text =
        "level = 0\n[uart]\nbaud = 1\n[leds]\nerror = 'PA5'\nthinking = 'PX1'\nred = 'PA1'\n";
    let said = faults(text);
    let lines: Vec<_> = said.iter().map(|fault| &fault[..2]).collect();
    assert_eq!(lines, ["1:", "2:", "3:", "5:", "6:", "7:"], "{said:#?}");
}

#[test]
fn somebody_must_be_able_to_play() {
    let words = "1: nobody could play: give at least one of [keypad], [uart], [link] and [http]";
    assert_eq!(faults(""), [words]);
    assert_eq!(faults("[store]\nfolder = '/x'\n"), [words]);
}

#[test]
fn the_line_behind_a_device_decides_not_its_name() {
    // With UART3 alone switched on in a mainline device tree it is the second serial line.
    let port_of = |path: &str| (path == "/dev/ttyS1").then_some(Port::Uart(3));
    let read = |pin: &str| {
        let text = format!("{UART}[leds]\nerror = '{pin}'\n");
        Config::read(&text, Lang::English, &port_of)
            .map(|_| ())
            .map_err(|faults| faults.len())
    };
    assert_eq!(read("PG6"), Ok(()));
    assert_eq!(read("PA13"), Err(1));
}

#[test]
fn faults_are_said_in_chinese_too() {
    let faults = Config::read(
        "[leds]\nerror = 'PA5'\n[uart]\npath = '/dev/ttyS3'\n",
        Lang::Chinese,
        &Port::of_name,
    );
    let fault = &faults.unwrap_err()[0];
    assert_eq!(
        fault.in_file("box.toml", Lang::Chinese),
        "box.toml:2：leds.error PA5：此引脚属于系统控制台（UART0）：占用会切断控制台；请换一个"
    );
}

proptest::proptest! {
    #[test]
    fn no_text_is_too_much(text in "\\PC*") {
        let _ = read(&text);
    }

    #[test]
    fn no_damage_is_too_much(at in 0..WHOLE.len(), piece in "[\\[\\]\"'=#a-z0-9\n]{0,4}") {
        let mut text = WHOLE.to_owned();
        text.replace_range(at..=at, &piece);
        let _ = read(&text).map_err(|faults| assert!(!faults.is_empty()));
    }
}
