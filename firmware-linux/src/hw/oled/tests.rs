//! The display's thread with a display that understands the SSD1306's commands, and can be pulled.

use std::sync::mpsc::{Receiver, channel};

use proptest::prelude::*;

use super::*;

const DEADLINE: Duration = Duration::from_secs(20);
const SETTINGS: Settings = Settings {
    address: 0x3c,
    upside_down: false,
    blank_after: None,
};

type Bytes = [u8; WIDTH * PAGES];

/// What the display's own chip holds.
#[derive(Debug)]
struct Chip {
    plugged: bool,
    memory: Bytes,
    on: bool,
    mirrored: bool,
    columns: (usize, usize),
    strips: (usize, usize),
    at: (usize, usize),
    horizontal: bool,
    /// Bytes of pixels that were received.
    received: usize,
    commands: usize,
}

impl Default for Chip {
    fn default() -> Self {
        Self {
            plugged: true,
            memory: [0x5a; WIDTH * PAGES],
            on: false,
            mirrored: false,
            columns: (0, 127),
            strips: (0, 7),
            at: (0, 0),
            horizontal: false,
            received: 0,
            commands: 0,
        }
    }
}

impl Chip {
    fn command(&mut self, bytes: &[u8]) {
        self.commands += 1;
        match *bytes {
            [0xae] => self.on = false,
            [0xaf] => self.on = true,
            [0x20, mode] => self.horizontal = mode == 0,
            [0x21, first, last] => {
                self.columns = (first.into(), last.into());
                self.at.0 = first.into();
            }
            [0x22, first, last] => {
                self.strips = (first.into(), last.into());
                self.at.1 = first.into();
            }
            [0xa0] => self.mirrored = true,
            [0xa1] => self.mirrored = false,
            _ => {}
        }
    }

    fn data(&mut self, bytes: &[u8]) {
        assert!(self.horizontal, "the other modes are not known here");
        for &byte in bytes {
            self.received += 1;
            self.memory[self.at.1 * WIDTH + self.at.0] = byte;
            self.at.0 += 1;
            if self.at.0 > self.columns.1 {
                self.at = (self.columns.0, self.at.1 + 1);
            }
            if self.at.1 > self.strips.1 {
                self.at.1 = self.strips.0;
            }
        }
    }
}

#[derive(Clone, Default)]
struct Wire(Arc<Mutex<Chip>>);

/// What a bus says when nobody answers.
#[derive(Debug)]
struct Nobody;

impl embedded_hal::i2c::Error for Nobody {
    fn kind(&self) -> embedded_hal::i2c::ErrorKind {
        embedded_hal::i2c::ErrorKind::Other
    }
}

impl Cause<Nobody> for io::Error {
    fn of(_: Nobody) -> Self {
        Self::from_raw_os_error(nix::libc::ENXIO)
    }
}

impl ErrorType for Wire {
    type Error = Nobody;
}

impl I2c for Wire {
    fn transaction(&mut self, address: u8, operations: &mut [Operation<'_>]) -> Result<(), Nobody> {
        let mut chip = self.0.lock().unwrap();
        if address != SETTINGS.address || !chip.plugged {
            return Err(Nobody);
        }
        for operation in operations {
            match operation {
                Operation::Write([0x00, command @ ..]) => chip.command(command),
                Operation::Write([0x40, data @ ..]) => chip.data(data),
                other => panic!("{other:?}"),
            }
        }
        Ok(())
    }
}

impl Wire {
    /// Waits until the chip is as it should be.
    fn until(&self, what: &str, wanted: impl Fn(&Chip) -> bool) {
        let began = Instant::now();
        while !wanted(&self.0.lock().unwrap()) {
            assert!(began.elapsed() < DEADLINE, "not seen: {what}");
            thread::sleep(Duration::from_millis(1));
        }
    }

    fn plug(&self, plugged: bool) {
        let mut chip = self.0.lock().unwrap();
        *chip = Chip {
            plugged,
            ..Chip::default()
        };
    }
}

fn start(wire: &Wire, settings: Settings) -> (Oled, Receiver<OledEvent>) {
    let (send, events) = channel();
    let wire = wire.clone();
    let tell = move |event| drop(send.send(event));
    let oled = Oled::start_on(move || Ok(wire.clone()), settings, tell);
    (oled.unwrap(), events)
}

fn picture(seed: u8) -> Bytes {
    std::array::from_fn(|n| seed.wrapping_mul(31).wrapping_add(n as u8))
}

#[test]
fn pictures_are_shown_and_the_display_goes_dark_in_the_end() {
    let wire = Wire::default();
    let (oled, _events) = start(&wire, SETTINGS);
    oled.show(&Frame::from(picture(1)));
    wire.until("the picture", |chip| chip.memory == picture(1) && chip.on);
    oled.show(&Frame::from(picture(2)));
    wire.until("another", |chip| chip.memory == picture(2));
    drop(oled);
    assert!(!wire.0.lock().unwrap().on);
}

#[test]
fn only_what_has_changed_is_sent() {
    let wire = Wire::default();
    let (oled, _events) = start(&wire, SETTINGS);
    let mut frame = picture(1);
    oled.show(&Frame::from(frame));
    wire.until("the picture", |chip| chip.memory == frame);
    let before = wire.0.lock().unwrap().received;
    frame[130] ^= 0xff;
    frame[135] ^= 0xff;
    frame[700] ^= 0xff;
    oled.show(&Frame::from(frame));
    wire.until("the change", |chip| chip.memory == frame);
    assert_eq!(wire.0.lock().unwrap().received - before, 7);
}

#[test]
fn a_display_that_is_pulled_and_plugged_in_again_shows_the_newest_picture() {
    let wire = Wire::default();
    let (oled, events) = start(&wire, SETTINGS);
    oled.show(&Frame::from(picture(1)));
    wire.until("the picture", |chip| chip.memory == picture(1));
    wire.plug(false);
    // Even if nothing is shown it is missed.
    match events.recv_timeout(DEADLINE).unwrap() {
        OledEvent::Lost(error) => assert_eq!(error.raw_os_error(), Some(nix::libc::ENXIO)),
        other @ OledEvent::Back => panic!("{other:?}"),
    }
    for seed in 2..200 {
        oled.show(&Frame::from(picture(seed)));
    }
    wire.plug(true);
    wire.until("the newest picture", |chip| {
        chip.memory == picture(199) && chip.on
    });
    assert!(matches!(events.recv_timeout(DEADLINE), Ok(OledEvent::Back)));
    drop(oled);
    assert!(events.try_recv().is_err(), "all was said once");
}

#[test]
fn a_display_that_was_never_there_is_told_once_and_found_later() {
    let wire = Wire::default();
    wire.plug(false);
    let (oled, events) = start(&wire, SETTINGS);
    oled.show(&Frame::from(picture(3)));
    assert!(matches!(
        events.recv_timeout(DEADLINE),
        Ok(OledEvent::Lost(_))
    ));
    wire.plug(true);
    wire.until("the picture", |chip| chip.memory == picture(3) && chip.on);
    assert!(matches!(events.recv_timeout(DEADLINE), Ok(OledEvent::Back)));
}

#[test]
fn a_missing_bus_is_no_end_either() {
    let (send, events) = channel();
    let open = || Err::<Wire, _>(io::Error::from_raw_os_error(nix::libc::ENOENT));
    let oled = Oled::start_on(open, SETTINGS, move |event| drop(send.send(event))).unwrap();
    oled.show(&Frame::from(picture(1)));
    match events.recv_timeout(DEADLINE).unwrap() {
        OledEvent::Lost(error) => assert_eq!(error.kind(), io::ErrorKind::NotFound),
        other @ OledEvent::Back => panic!("{other:?}"),
    }
}

#[test]
fn it_goes_dark_when_nothing_happens_and_wakes() {
    let wire = Wire::default();
    let settings = Settings {
        blank_after: Some(Duration::from_millis(50)),
        upside_down: true,
        ..SETTINGS
    };
    let (oled, events) = start(&wire, settings);
    oled.show(&Frame::from(picture(1)));
    wire.until("darkness", |chip| chip.memory == picture(1) && !chip.on);
    assert!(wire.0.lock().unwrap().mirrored, "upside down");
    oled.wake();
    wire.until("light", |chip| chip.on);
    wire.until("darkness again", |chip| !chip.on);
    oled.show(&Frame::from(picture(2)));
    wire.until("light again", |chip| chip.on && chip.memory == picture(2));
    drop(oled);
    assert!(events.try_recv().is_err(), "nothing was wrong");
}

proptest! {
    #[test]
    fn the_display_shows_every_picture_whatever_was_shown_before(
        changes in prop::collection::vec(
            prop::collection::vec((0..WIDTH * PAGES, any::<u8>()), 0..60),
            1..20,
        ),
    ) {
        let wire = Wire::default();
        let mut screen = Screen::open(wire.clone(), &SETTINGS).unwrap();
        let mut frame = [0; WIDTH * PAGES];
        for change in changes {
            for (at, byte) in change {
                frame[at] = byte;
            }
            screen.update(&Frame::from(frame)).unwrap();
            prop_assert_eq!(&wire.0.lock().unwrap().memory[..], &frame[..]);
        }
    }
}
