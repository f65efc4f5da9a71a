//! The check on hardware in which one thing after the other is wrong.

use std::collections::HashMap;
use std::net::SocketAddr;

use nix::libc;

use super::*;
use crate::hw::gpio::LineError;
use crate::hw::pins::{MAIN_CHIP, Port};

const FILE: &str = r##"
[uart]
path = "/dev/ttyS3"
[keypad]
rows = ["PA1", "PA0", "PA3"]
columns = ["PC4", "PC7", "PC0"]
layout = ["123", "456", "789"]
[oled]
bus = "/dev/i2c-0"
[leds]
thinking = "PA7"
[button]
moved = "PA10"
[link]
path = "/dev/ttyUSB0"
[store]
folder = "/var/lib/minmax-h3"
[http]
bind = "0.0.0.0:8080"
token_file = "/etc/minmax-h3/token"
[power]
command = ["systemctl", "poweroff"]
"##;

/// Hardware that says these error numbers for devices and folders, and is well otherwise.
#[derive(Default)]
struct Bench {
    errors: HashMap<&'static str, i32>,
    pin: Option<fn() -> LineError>,
    console: bool,
    no_command: bool,
    no_token: bool,
}

impl Bench {
    fn says(path: &'static str, number: i32) -> Self {
        let errors = HashMap::from([(path, number)]);
        Self {
            errors,
            ..Self::default()
        }
    }

    fn ask(&self, path: &Path) -> io::Result<()> {
        let error = self.errors.get(path.to_str().unwrap());
        error.map_or(Ok(()), |&number| Err(io::Error::from_raw_os_error(number)))
    }
}

impl Hardware for Bench {
    fn port_of(&self, path: &str) -> Option<Port> {
        Port::of_name(path)
    }
    fn line(&self, _: &Line, _: Bias) -> Result<(), LineError> {
        self.pin.map_or(Ok(()), |error| Err(error()))
    }
    fn serial(&self, path: &Path, _: u32) -> io::Result<()> {
        self.ask(path)
    }
    fn is_console(&self, path: &Path) -> bool {
        self.console && path == Path::new("/dev/ttyS3")
    }
    fn display(&self, bus: &Path, _: u8) -> io::Result<()> {
        self.ask(bus)
    }
    fn folder(&self, path: &Path) -> io::Result<()> {
        self.ask(path)
    }
    fn address(&self, address: SocketAddr) -> io::Result<()> {
        assert_eq!(address.port(), 8080);
        self.ask(Path::new("8080"))
    }
    fn text(&self, path: &Path) -> io::Result<String> {
        self.ask(path)?;
        Ok(if self.no_token {
            "x y\n"
        } else {
            "correct-horse\n"
        }
        .into())
    }
    fn command(&self, _: &str) -> bool {
        !self.no_command
    }
}

fn report(bench: &Bench, lang: Lang) -> Report {
    let config = Config::read(FILE, Lang::English, &|path| bench.port_of(path)).unwrap();
    Report::of_hardware("box.toml", &config, bench, lang)
}

fn written(report: &Report) -> String {
    let mut out = Vec::new();
    report.write(&mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn all_that_is_well_is_named() {
    let report = report(&Bench::default(), Lang::English);
    assert!(report.is_good());
    assert_eq!(
        written(&report),
        "\
ok     file    box.toml
ok     game    gomoku 15x15, freestyle; human, engine, level 5
ok     uart    /dev/ttyS3, 115200 baud
ok     keypad  3 rows PA1 PA0 PA3, 3 columns PC4 PC7 PC0
ok     oled    /dev/i2c-0, address 0x3c
ok     leds    PA7
ok     button  PA10
ok     link    /dev/ttyUSB0, 115200 baud
ok     store   /var/lib/minmax-h3, finished games up to 8 MiB
ok     http    http://0.0.0.0:8080, with the token of /etc/minmax-h3/token
ok     power   systemctl poweroff
All is well.
"
    );
}

/// The one wrong row that this hardware leads to.
fn wrong(bench: &Bench) -> (String, String) {
    let report = report(bench, Lang::English);
    let wrong: Vec<_> = report
        .rows()
        .iter()
        .filter(|row| row.verdict == Verdict::Wrong)
        .collect();
    let [row] = wrong[..] else {
        panic!("{wrong:#?}");
    };
    assert!(written(&report).ends_with("Wrong: 1.\n"));
    (
        format!("{}: {}", row.part, row.what),
        row.fix.clone().unwrap(),
    )
}

/// Which device says which error, and the beginning of the words and a part of the fix.
const TROUBLES: &[(&str, i32, &str, &str)] = &[
    (
        "/dev/ttyS3",
        libc::ENOENT,
        "uart: /dev/ttyS3 is not there",
        "switch UART3 on: a line overlays=uart3 in /boot/armbianEnv.txt",
    ),
    (
        "/dev/ttyS3",
        libc::EIO,
        "uart: /dev/ttyS3 has a device file, but no hardware behind it (EIO)",
        "switch the line on: overlays=uart3",
    ),
    (
        "/dev/ttyS3",
        libc::EACCES,
        "uart: /dev/ttyS3 may not be opened",
        "the group dialout",
    ),
    (
        "/dev/ttyS3",
        libc::EBUSY,
        "uart: another program uses /dev/ttyS3",
        "serial-getty@ttyS3.service",
    ),
    (
        "/dev/ttyS3",
        libc::ENOTTY,
        "uart: /dev/ttyS3 is no serial line",
        "see ls /dev/ttyS*",
    ),
    (
        "/dev/ttyS3",
        libc::ENOMEM,
        "uart: /dev/ttyS3: Cannot allocate memory",
        "dmesg",
    ),
    (
        "/dev/ttyUSB0",
        libc::ENOENT,
        "link: /dev/ttyUSB0 is not there",
        "plug the adapter in",
    ),
    (
        "/dev/i2c-0",
        libc::ENOENT,
        "oled: /dev/i2c-0 is not there",
        "overlays=i2c0",
    ),
    (
        "/dev/i2c-0",
        libc::EACCES,
        "oled: /dev/i2c-0 may not be opened",
        "the group i2c",
    ),
    (
        "/dev/i2c-0",
        libc::ENXIO,
        "oled: no display answers at 0x3c on /dev/i2c-0",
        "swap SDA and SCL, check ground and 3.3 V, or try address = 0x3d",
    ),
    (
        "/dev/i2c-0",
        libc::EREMOTEIO,
        "oled: no display answers at 0x3c on /dev/i2c-0",
        "swap",
    ),
    (
        "/dev/i2c-0",
        libc::ETIMEDOUT,
        "oled: the bus /dev/i2c-0 hangs",
        "short circuit",
    ),
    (
        "/dev/i2c-0",
        libc::ENOTTY,
        "oled: /dev/i2c-0 is no I2C bus",
        "ls /dev/i2c-*",
    ),
    (
        "/var/lib/minmax-h3",
        libc::EACCES,
        "store: /var/lib/minmax-h3 cannot be written: Permission denied",
        "sudo chown $USER /var/lib/minmax-h3",
    ),
    (
        "/var/lib/minmax-h3",
        libc::EROFS,
        "store: /var/lib/minmax-h3 cannot be written: Read-only file system",
        "remount,rw",
    ),
    (
        "8080",
        libc::EADDRINUSE,
        "http: 0.0.0.0:8080 is in use",
        "choose another port",
    ),
    (
        "8080",
        libc::EADDRNOTAVAIL,
        "http: 0.0.0.0:8080: this machine has no such address",
        "0.0.0.0:8080 is every address",
    ),
    (
        "8080",
        libc::EACCES,
        "http: 0.0.0.0:8080 may not be listened on",
        "a port above 1023",
    ),
    (
        "/etc/minmax-h3/token",
        libc::ENOENT,
        "http: /etc/minmax-h3/token cannot be read: there is no such file",
        "sudo chown $USER /etc/minmax-h3/token",
    ),
];

#[test]
fn every_device_that_fails_is_told_with_its_fix() {
    for &(path, number, what, fix) in TROUBLES {
        let (found, mend) = wrong(&Bench::says(path, number));
        assert!(found.starts_with(what), "{found}");
        assert!(mend.contains(fix), "{mend}");
    }
}

#[test]
fn a_token_must_be_one() {
    let bench = Bench {
        no_token: true,
        ..Bench::default()
    };
    let (what, fix) = wrong(&bench);
    assert!(
        what.starts_with("http: /etc/minmax-h3/token holds no token"),
        "{what}"
    );
    assert!(fix.ends_with("| sudo tee /etc/minmax-h3/token"), "{fix}");
}

#[test]
fn a_page_for_this_machine_alone_is_said_to_be_one() {
    let text = "[http]\nbind = \"127.0.0.1:8080\"\n";
    let config = Config::read(text, Lang::English, &Port::of_name).unwrap();
    let report = Report::of_hardware("box.toml", &config, &Bench::default(), Lang::English);
    assert!(report.is_good());
    let text = written(&report);
    assert!(
        text.contains(
            "\
ok     http    http://127.0.0.1:8080, anybody may play
note   http    only this machine opens that: bind = \"0.0.0.0:8080\" opens it to the network
"
        ),
        "{text}"
    );
}

#[test]
fn a_command_that_is_missing_is_told() {
    let bench = Bench {
        no_command: true,
        ..Bench::default()
    };
    let (what, fix) = wrong(&bench);
    assert_eq!(what, "power: there is no command systemctl");
    assert_eq!(fix, "write its whole path");
}

#[test]
fn what_fails_for_all_pins_is_told_once_a_part() {
    for (pin, what, fix) in [
        (
            (|| LineError::NoChip(vec![])) as fn() -> LineError,
            "no GPIO chip here has the label 1c20800.pinctrl",
            "run the check on the board",
        ),
        (
            || LineError::NoChip(vec![MAIN_CHIP.into(), "other".into()]),
            "no GPIO chip here has the label 1c20800.pinctrl",
            "the labels here are: 1c20800.pinctrl, other",
        ),
        (
            || LineError::Denied("/dev/gpiochip0".into()),
            "/dev/gpiochip0 may not be opened",
            "the group gpio",
        ),
    ] {
        let bench = Bench {
            pin: Some(pin),
            ..Bench::default()
        };
        let report = report(&bench, Lang::English);
        let wrong = report
            .rows()
            .iter()
            .filter(|row| row.verdict == Verdict::Wrong);
        let parts: Vec<_> = wrong
            .inspect(|row| assert_eq!(row.what, what))
            .inspect(|row| assert!(row.fix.as_ref().unwrap().contains(fix), "{row:?}"))
            .map(|row| row.part)
            .collect();
        assert_eq!(parts, ["keypad", "leds", "button"]);
    }
}

#[test]
fn what_fails_for_a_pin_is_told_for_every_pin() {
    for (pin, what) in [
        (
            (|| LineError::Busy) as fn() -> LineError,
            "another program uses PC7",
        ),
        (
            || LineError::NotAble,
            "PC7: this chip has no pull-up resistors of its own",
        ),
        (
            || LineError::NoLine(8),
            "PC7: this chip has the lines 0 to 7",
        ),
        (
            || LineError::Os(io::Error::from_raw_os_error(libc::EPERM)),
            "PC7: Operation not permitted (os error 1)",
        ),
    ] {
        let bench = Bench {
            pin: Some(pin),
            ..Bench::default()
        };
        let report = report(&bench, Lang::English);
        let wrong = report
            .rows()
            .iter()
            .filter(|row| row.verdict == Verdict::Wrong);
        assert_eq!(wrong.count(), 8);
        assert!(
            report.rows().iter().any(|row| row.what == what),
            "{}",
            written(&report)
        );
    }
}

#[test]
fn what_somebody_may_wonder_about_is_no_failure() {
    let mut bench = Bench::says("/var/lib/minmax-h3", libc::ENOENT);
    bench.console = true;
    let report = report(&bench, Lang::English);
    assert!(report.is_good());
    let notes = report
        .rows()
        .iter()
        .filter(|row| row.verdict == Verdict::Note);
    let notes: Vec<_> = notes.map(|row| row.what.as_str()).collect();
    assert_eq!(
        notes,
        [
            "/dev/ttyS3 is the system's console too: its messages would mix with the game",
            "/var/lib/minmax-h3 is not there"
        ]
    );
}

#[test]
fn a_file_that_is_wrong_is_told_and_nothing_is_touched() {
    let faults = Config::read("[leds]\nerror = 'PA5'\n", Lang::English, &Port::of_name);
    let report = Report::of_faults("box.toml", &faults.unwrap_err(), Lang::English);
    assert!(!report.is_good());
    assert_eq!(
        written(&report),
        "\
WRONG  file    box.toml:1: nobody could play: give at least one of [keypad], [uart], [link] and [http]
WRONG  file    box.toml:2: leds.error PA5: this pin belongs to the system's console (UART0): to take it would cut the console off; choose another
note   file    the hardware is looked at when the file is right
Wrong: 2.
"
    );
}

#[test]
fn the_table_speaks_chinese_and_its_columns_stay_in_line() {
    let report = report(&Bench::says("/dev/i2c-0", libc::ENXIO), Lang::Chinese);
    let text = written(&report);
    assert!(
        text.contains("错误   oled    /dev/i2c-0 上地址 0x3c 没有显示屏应答\n"),
        "{text}"
    );
    assert!(
        text.contains("               解决：请对调 SDA 和 SCL"),
        "{text}"
    );
    assert!(text.ends_with("错误：1 处。\n"));
    for line in text
        .lines()
        .filter(|line| line.contains(" oled ") || line.contains(" uart "))
    {
        let part = line.find("oled").or(line.find("uart")).unwrap();
        assert_eq!(line[..part].width(), 7, "{line}");
    }
}
