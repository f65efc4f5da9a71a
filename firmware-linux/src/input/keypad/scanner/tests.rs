//! The scanner on mocked pins, and on a matrix without diodes that carries currents as real ones do.

use std::cell::RefCell;
use std::convert::Infallible;
use std::rc::Rc;

use embedded_hal_mock::eh1::MockError;
use embedded_hal_mock::eh1::delay::NoopDelay;
use embedded_hal_mock::eh1::digital::{Mock, State, Transaction};
use proptest::prelude::*;

use super::*;

const TIMING: Timing = Timing::with_debounce(20);
/// Milliseconds between two scans.
const PERIOD: u32 = 5;

const SIDE: usize = 4;

/// The wires: pressed keys connect rows and columns in both directions.
#[derive(Debug, Default)]
struct Wires {
    low: [bool; SIDE],
    pressed: Vec<(usize, usize)>,
    reads: usize,
}

impl Wires {
    fn is_low(&mut self, column: usize) -> bool {
        self.reads += 1;
        let mut rows = self.low;
        let mut columns = [false; SIDE];
        // As often as there are wires, for a current may take every one.
        for _ in 0..2 * SIDE {
            for &(row, column) in &self.pressed {
                let low = rows[row] || columns[column];
                rows[row] = low;
                columns[column] = low;
            }
        }
        columns[column]
    }
}

struct Row(Rc<RefCell<Wires>>, usize);
struct Column(Rc<RefCell<Wires>>, usize);

impl ErrorType for Row {
    type Error = Infallible;
}

impl OutputPin for Row {
    fn set_low(&mut self) -> Result<(), Infallible> {
        self.0.borrow_mut().low[self.1] = true;
        Ok(())
    }
    fn set_high(&mut self) -> Result<(), Infallible> {
        self.0.borrow_mut().low[self.1] = false;
        Ok(())
    }
}

impl ErrorType for Column {
    type Error = Infallible;
}

impl InputPin for Column {
    fn is_low(&mut self) -> Result<bool, Infallible> {
        Ok(self.0.borrow_mut().is_low(self.1))
    }
    fn is_high(&mut self) -> Result<bool, Infallible> {
        self.is_low().map(|low| !low)
    }
}

type Bench = Scanner<Row, Column, NoopDelay, SIDE, SIDE>;

fn bench() -> (Bench, Rc<RefCell<Wires>>) {
    let wires = Rc::new(RefCell::new(Wires::default()));
    let pins = [0, 1, 2, 3];
    let rows = pins.map(|n| Row(Rc::clone(&wires), n));
    let columns = pins.map(|n| Column(Rc::clone(&wires), n));
    (
        Scanner::new(rows, columns, NoopDelay::new(), 20, TIMING),
        wires,
    )
}

type Told = Vec<((usize, usize), Stroke)>;

fn scans(scanner: &mut Bench, count: usize) -> Told {
    let mut told = Vec::new();
    for _ in 0..count {
        let heard = |place: Place, stroke| told.push(((place.row, place.column), stroke));
        scanner.scan(PERIOD, heard).unwrap();
    }
    told
}

#[test]
fn every_key_is_told_by_its_place() {
    let (mut scanner, wires) = bench();
    scans(&mut scanner, 3);
    for key in (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| (row, column))) {
        wires.borrow_mut().pressed = vec![key];
        assert_eq!(scans(&mut scanner, 20), [(key, Stroke::Press)]);
        wires.borrow_mut().pressed.clear();
        assert_eq!(scans(&mut scanner, 20), [(key, Stroke::Release)]);
    }
}

#[test]
fn two_keys_are_two_keys() {
    let (mut scanner, wires) = bench();
    scans(&mut scanner, 3);
    wires.borrow_mut().pressed = vec![(0, 0), (1, 1)];
    let told = scans(&mut scanner, 20);
    assert_eq!(told, [((0, 0), Stroke::Press), ((1, 1), Stroke::Press)]);
}

#[test]
fn the_third_corner_waits_until_it_is_certain() {
    let (mut scanner, wires) = bench();
    scans(&mut scanner, 3);
    wires.borrow_mut().pressed = vec![(0, 0), (0, 1)];
    assert_eq!(scans(&mut scanner, 20).len(), 2);
    wires.borrow_mut().pressed.push((1, 0));
    assert_eq!(scans(&mut scanner, 20), []);
    wires.borrow_mut().pressed.remove(0);
    let told = scans(&mut scanner, 20);
    assert_eq!(told, [((0, 0), Stroke::Release), ((1, 0), Stroke::Press)]);
}

#[test]
fn an_idle_keypad_costs_one_look_at_the_columns() {
    let (mut scanner, wires) = bench();
    scans(&mut scanner, 3);
    wires.borrow_mut().reads = 0;
    scans(&mut scanner, 1_000);
    assert_eq!(wires.borrow().reads, 1_000 * SIDE);
}

#[test]
fn a_key_that_never_comes_up_is_named_as_stuck() {
    let (mut scanner, wires) = bench();
    scans(&mut scanner, 3);
    wires.borrow_mut().pressed = vec![(2, 3)];
    scans(&mut scanner, 3_000);
    assert_eq!(scanner.stuck(), None);
    scans(&mut scanner, 2_000);
    assert_eq!(scanner.stuck(), Some(Place { row: 2, column: 3 }));
    wires.borrow_mut().pressed.clear();
    scans(&mut scanner, 20);
    assert_eq!(scanner.stuck(), None);
}

proptest! {
    #[test]
    fn no_key_is_told_that_is_not_pressed(
        // Up to five fingers, whose keys change again and again.
        steps in prop::collection::vec(
            (prop::collection::vec((0..SIDE, 0..SIDE), 0..6), 1..12_usize),
            1..40,
        ),
    ) {
        let (mut scanner, wires) = bench();
        scans(&mut scanner, 3);
        // What was pressed within the last window may still be told.
        let mut recent: Vec<Vec<(usize, usize)>> = Vec::new();
        for (pressed, count) in steps {
            wires.borrow_mut().pressed.clone_from(&pressed);
            recent.push(pressed);
            for (key, stroke) in scans(&mut scanner, count) {
                let now = recent.last().unwrap();
                prop_assert!(stroke != Stroke::Press || now.contains(&key), "{key:?} of {now:?}");
            }
        }
    }

    #[test]
    fn everything_pressed_is_released_in_the_end(
        steps in prop::collection::vec(prop::collection::vec((0..SIDE, 0..SIDE), 0..6), 1..40),
    ) {
        let (mut scanner, wires) = bench();
        scans(&mut scanner, 3);
        let mut told = Vec::new();
        for pressed in steps.into_iter().chain([vec![]]) {
            wires.borrow_mut().pressed = pressed;
            told.extend(scans(&mut scanner, 10));
        }
        for row in 0..SIDE {
            for column in 0..SIDE {
                let strokes = told.iter().filter(|(key, _)| *key == (row, column));
                let mut down = false;
                for (_, stroke) in strokes {
                    prop_assert_eq!(down, *stroke != Stroke::Press);
                    down = *stroke != Stroke::Release;
                }
                prop_assert!(!down);
            }
        }
    }
}

#[test]
fn rows_are_driven_one_at_a_time_and_low_together_at_rest() {
    let set = Transaction::set;
    let row = |own: [State; 2]| {
        // Let go, read, rest; and once more when a key wakes it.
        Mock::new(&[set(State::High), set(own[0]), set(own[1]), set(State::Low)])
    };
    let rows = [(); 2].map(|()| row([State::Low, State::High]));
    let get = |state| Transaction::get(state);
    let columns = [
        // Two rows, then one quiet look.
        Mock::new(&[get(State::High), get(State::High), get(State::High)]),
        Mock::new(&[get(State::High), get(State::High), get(State::High)]),
    ];
    let mut scanner = Scanner::new(rows, columns, NoopDelay::new(), 20, TIMING);
    for _ in 0..2 {
        scanner.scan(PERIOD, |_, _| panic!("no key")).unwrap();
    }
    scanner
        .rows
        .iter_mut()
        .chain(&mut scanner.columns)
        .for_each(Mock::done);
}

#[test]
fn a_failing_pin_is_told_and_its_row_let_go() {
    let failure = || MockError::Io(std::io::ErrorKind::NotConnected);
    let row = Mock::new(&[
        Transaction::set(State::High),
        Transaction::set(State::Low),
        Transaction::set(State::High),
    ]);
    let column = Mock::new(&[Transaction::get(State::High).with_error(failure())]);
    let mut scanner = Scanner::new([row], [column], NoopDelay::new(), 0, TIMING);
    let told = scanner.scan(PERIOD, |_, _| panic!("no key"));
    assert_eq!(told, Err(ScanError::Column(failure())));
    scanner
        .rows
        .iter_mut()
        .chain(&mut scanner.columns)
        .for_each(Mock::done);
}
