//! The keypad and the button, on their own thread: a look at them every few milliseconds, since most
//! of the H3's pins cannot raise an interrupt.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use embedded_hal::delay::DelayNs;
use embedded_hal::digital::{InputPin, OutputPin, PinState};

use super::gpio::{self, LineError};
use super::pins::{Bias, Keypad, Line};
use crate::app::key::{Key, KeyEvent, Stroke};
use crate::input::keypad::Place;
use crate::input::keypad::layout::Layout;
use crate::input::keypad::scanner::Scanner;
use crate::input::keypad::stroke::{KeyState, Timing};

/// How often the keys are looked at while one is pressed or bounces.
pub const PERIOD: Duration = Duration::from_millis(5);
/// The same while nothing is pressed: a press is seen a little later, and half the work is saved.
pub const IDLE_PERIOD: Duration = Duration::from_millis(10);
/// How long until pins that failed are tried again.
const PAUSE: Duration = Duration::from_secs(1);
/// No button bounces for longer, in milliseconds.
const BUTTON_DEBOUNCE_MS: u32 = 20;

/// What happens at the keys.
#[derive(Debug)]
pub enum KeysEvent {
    /// To a key.
    Key(KeyEvent),
    /// The button says: I have moved.
    Moved,
    /// A key does not come up again. Told once until it does.
    Stuck(Key),
    /// A pin is not to be had, or fails. Told once until all is well again.
    Lost(Failure),
    /// All is well again.
    Back,
}

/// Why there are no keys.
#[derive(Debug)]
pub struct Failure {
    /// The pin that is not to be had; `None` if one failed later.
    pub line: Option<Line>,
    /// Why.
    pub error: LineError,
}

impl From<LineError> for Failure {
    fn from(error: LineError) -> Self {
        Self { line: None, error }
    }
}

/// A handle on the thread, which ends after it.
#[derive(Debug)]
pub struct Keys(Arc<AtomicBool>);

impl Keys {
    /// Looks at a keypad and a button from now on; `tell` hears what happens, on a thread of its
    /// own.
    ///
    /// # Errors
    /// The system gives no thread. A pin that is not to be had is no error: it is told.
    pub fn start(
        keypad: Option<Keypad>,
        button: Option<Line>,
        mut tell: impl FnMut(KeysEvent) + Send + 'static,
    ) -> io::Result<Self> {
        let closed = Arc::new(AtomicBool::new(false));
        let theirs = Arc::clone(&closed);
        let look = move || {
            let mut lost = false;
            while !theirs.load(Ordering::Relaxed) {
                let opened = open(keypad.as_ref(), button.as_ref());
                let looked = opened.and_then(|mut hands| {
                    if std::mem::take(&mut lost) {
                        tell(KeysEvent::Back);
                    }
                    hands.look(&theirs, &mut tell).map_err(Failure::from)
                });
                let Err(failure) = looked else {
                    return;
                };
                if !std::mem::replace(&mut lost, true) {
                    tell(KeysEvent::Lost(failure));
                }
                thread::sleep(PAUSE);
            }
        };
        thread::Builder::new().name("keys".into()).spawn(look)?;
        Ok(Self(closed))
    }
}

impl Drop for Keys {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn open(keypad: Option<&Keypad>, button: Option<&Line>) -> Result<Hands<gpio::InputPin>, Failure> {
    let keypad = keypad.map(open_keypad).transpose()?;
    let button = button.map(|line| pin(line, |line| gpio::input(line, Bias::PullUp)));
    Ok(Hands {
        keypad,
        button: button.transpose()?.map(Button::new),
        stuck: None,
    })
}

fn pin<P>(line: &Line, open: impl FnOnce(&Line) -> Result<P, LineError>) -> Result<P, Failure> {
    open(line).map_err(|error| Failure {
        line: Some(line.clone()),
        error,
    })
}

/// Every size that a keypad may have.
fn open_keypad(keypad: &Keypad) -> Result<Box<dyn Scan>, Failure> {
    match (keypad.rows.len(), keypad.columns.len()) {
        (3, 3) => sized::<3, 3>(keypad),
        (3, 4) => sized::<3, 4>(keypad),
        (4, 3) => sized::<4, 3>(keypad),
        (4, 4) => sized::<4, 4>(keypad),
        _ => Err(LineError::Os(io::ErrorKind::InvalidInput.into()).into()),
    }
}

fn sized<const ROWS: usize, const COLUMNS: usize>(
    keypad: &Keypad,
) -> Result<Box<dyn Scan>, Failure> {
    let rows = keypad.rows.iter();
    let rows = rows.map(|line| {
        pin(line, |line| {
            gpio::output(line, keypad.drive, PinState::High)
        })
    });
    let columns = keypad.columns.iter();
    let columns = columns.map(|line| pin(line, |line| gpio::input(line, keypad.bias)));
    let rows: [_; ROWS] = array(rows.collect::<Result<Vec<_>, _>>()?)?;
    let columns: [_; COLUMNS] = array(columns.collect::<Result<Vec<_>, _>>()?)?;
    let timing = Timing::with_debounce(keypad.debounce_ms);
    let scanner = Scanner::new(rows, columns, Sleep, keypad.settle_us, timing);
    let mut layout = Layout::<ROWS, COLUMNS>::new([[None; COLUMNS]; ROWS]);
    for (row, keys) in keypad.layout.iter().enumerate() {
        for (column, &key) in keys.iter().enumerate() {
            layout.put(Place { row, column }, key);
        }
    }
    Ok(Box::new(Pad { scanner, layout }))
}

fn array<T, const N: usize>(items: Vec<T>) -> Result<[T; N], LineError> {
    let wrong = |_| LineError::Os(io::ErrorKind::InvalidInput.into());
    items.try_into().map_err(wrong)
}

/// The system sleeps somewhat longer, which does no harm to levels that have settled.
struct Sleep;

impl DelayNs for Sleep {
    fn delay_ns(&mut self, ns: u32) {
        thread::sleep(Duration::from_nanos(ns.into()));
    }
}

/// A keypad of whatever size.
trait Scan {
    fn scan(&mut self, elapsed_ms: u32, heard: &mut dyn FnMut(KeyEvent)) -> Result<(), LineError>;
    fn stuck(&self) -> Option<Key>;
    fn is_at_rest(&self) -> bool;
}

struct Pad<R, C, const ROWS: usize, const COLUMNS: usize> {
    scanner: Scanner<R, C, Sleep, ROWS, COLUMNS>,
    layout: Layout<ROWS, COLUMNS>,
}

impl<R, C, const ROWS: usize, const COLUMNS: usize> Scan for Pad<R, C, ROWS, COLUMNS>
where
    R: OutputPin,
    C: InputPin,
{
    fn scan(&mut self, elapsed_ms: u32, heard: &mut dyn FnMut(KeyEvent)) -> Result<(), LineError> {
        let layout = &self.layout;
        let hear = |place, stroke| {
            if let Some(key) = layout.key(place) {
                heard(KeyEvent { key, stroke });
            }
        };
        self.scanner.scan(elapsed_ms, hear).map_err(failed)
    }

    fn stuck(&self) -> Option<Key> {
        self.layout.key(self.scanner.stuck()?)
    }

    fn is_at_rest(&self) -> bool {
        self.scanner.is_at_rest()
    }
}

fn failed(error: impl std::fmt::Debug) -> LineError {
    LineError::Os(io::Error::other(format!("{error:?}")))
}

/// A button to ground.
struct Button<P> {
    pin: P,
    state: Option<KeyState>,
}

impl<P: InputPin> Button<P> {
    const fn new(pin: P) -> Self {
        Self { pin, state: None }
    }

    fn is_pressed(&mut self, elapsed_ms: u32) -> Result<bool, LineError> {
        let closed = self.pin.is_low().map_err(failed)?;
        let state = self.state.get_or_insert_with(|| KeyState::found(closed));
        let timing = Timing::with_debounce(BUTTON_DEBOUNCE_MS);
        Ok(state.read(Some(closed), elapsed_ms, &timing) == Some(Stroke::Press))
    }

    fn is_at_rest(&self) -> bool {
        self.state.as_ref().is_some_and(KeyState::is_at_rest)
    }
}

/// Everything that hands can press.
struct Hands<P> {
    keypad: Option<Box<dyn Scan>>,
    button: Option<Button<P>>,
    /// The key that was told to be stuck.
    stuck: Option<Key>,
}

impl<P: InputPin> Hands<P> {
    fn look(
        &mut self,
        closed: &AtomicBool,
        tell: &mut impl FnMut(KeysEvent),
    ) -> Result<(), LineError> {
        let mut last = Instant::now();
        while !closed.load(Ordering::Relaxed) {
            thread::sleep(self.period());
            // Whole milliseconds are counted, and what is left of them next time.
            let elapsed = last.elapsed().as_millis();
            let elapsed_ms = u32::try_from(elapsed).unwrap_or(u32::MAX);
            last += Duration::from_millis(elapsed_ms.into());
            self.round(elapsed_ms, tell)?;
        }
        Ok(())
    }

    /// Until the next look.
    fn period(&self) -> Duration {
        let keypad = self.keypad.as_ref().is_none_or(|pad| pad.is_at_rest());
        let button = self.button.as_ref().is_none_or(Button::is_at_rest);
        if keypad && button {
            IDLE_PERIOD
        } else {
            PERIOD
        }
    }

    fn round(
        &mut self,
        elapsed_ms: u32,
        tell: &mut impl FnMut(KeysEvent),
    ) -> Result<(), LineError> {
        if let Some(keypad) = &mut self.keypad {
            keypad.scan(elapsed_ms, &mut |event| tell(KeysEvent::Key(event)))?;
            let stuck = keypad.stuck();
            if let Some(key) = stuck.filter(|_| stuck != self.stuck) {
                tell(KeysEvent::Stuck(key));
            }
            self.stuck = stuck;
        }
        if let Some(button) = &mut self.button
            && button.is_pressed(elapsed_ms)?
        {
            tell(KeysEvent::Moved);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::key::Digit;
    use embedded_hal_mock::eh1::MockError;
    use embedded_hal_mock::eh1::digital::{Mock, State, Transaction};
    use std::cell::Cell;
    use std::rc::Rc;

    const FIVE: Key = match Digit::new(5) {
        Some(five) => Key::Digit(five),
        None => Key::Enter,
    };

    struct Script(Rc<Cell<Option<Key>>>);

    impl Scan for Script {
        fn scan(
            &mut self,
            elapsed_ms: u32,
            heard: &mut dyn FnMut(KeyEvent),
        ) -> Result<(), LineError> {
            let stroke = Stroke::Press;
            (0..elapsed_ms).for_each(|_| heard(KeyEvent { key: FIVE, stroke }));
            Ok(())
        }
        fn stuck(&self) -> Option<Key> {
            self.0.get()
        }
        fn is_at_rest(&self) -> bool {
            self.0.get().is_none()
        }
    }

    fn round<P: InputPin>(hands: &mut Hands<P>, elapsed_ms: u32) -> Vec<String> {
        let mut told = Vec::new();
        let tell = &mut |event| told.push(format!("{event:?}"));
        hands.round(elapsed_ms, tell).unwrap();
        told
    }

    #[test]
    fn a_stuck_key_is_told_once_until_it_comes_up() {
        let stuck = Rc::new(Cell::new(None));
        let mut hands = Hands::<Mock> {
            keypad: Some(Box::new(Script(Rc::clone(&stuck)))),
            button: None,
            stuck: None,
        };
        assert_eq!(round(&mut hands, 2).len(), 2);
        stuck.set(Some(FIVE));
        let told = round(&mut hands, 0);
        assert!(told.len() == 1 && told[0].starts_with("Stuck"), "{told:?}");
        assert!(round(&mut hands, 0).is_empty());
        stuck.set(None);
        assert!(round(&mut hands, 0).is_empty());
        stuck.set(Some(FIVE));
        assert_eq!(round(&mut hands, 0).len(), 1);
    }

    #[test]
    fn the_button_is_heard_once_a_press() {
        let levels = [State::High, State::Low, State::High, State::Low];
        let levels = levels.into_iter().chain([State::Low; 30]);
        let reads: Vec<_> = levels.map(Transaction::get).collect();
        let mut hands = Hands {
            keypad: None,
            button: Some(Button::new(Mock::new(&reads))),
            stuck: None,
        };
        let told: Vec<_> = (0..34).flat_map(|_| round(&mut hands, 5)).collect();
        assert_eq!(told, ["Moved"]);
        hands.button.unwrap().pin.done();
    }

    #[test]
    fn keys_are_looked_at_less_often_while_none_is_pressed() {
        let stuck = Rc::new(Cell::new(None));
        let levels = [State::High, State::Low, State::High, State::High];
        let reads: Vec<_> = levels.into_iter().map(Transaction::get).collect();
        let mut hands = Hands {
            keypad: Some(Box::new(Script(Rc::clone(&stuck)))),
            button: Some(Button::new(Mock::new(&reads))),
            stuck: None,
        };
        assert_eq!(hands.period(), PERIOD, "nothing was read yet");
        for expected in [IDLE_PERIOD, PERIOD, IDLE_PERIOD] {
            round(&mut hands, 0);
            assert_eq!(hands.period(), expected);
        }
        stuck.set(Some(FIVE));
        assert_eq!(hands.period(), PERIOD);
        round(&mut hands, 0);
        hands.button.unwrap().pin.done();
    }

    #[test]
    fn a_failing_pin_is_an_error() {
        let failure = MockError::Io(io::ErrorKind::NotConnected);
        let pin = Mock::new(&[Transaction::get(State::High).with_error(failure)]);
        let mut hands = Hands {
            keypad: None,
            button: Some(Button::new(pin.clone())),
            stuck: None,
        };
        let looked = hands.round(5, &mut |event| panic!("{event:?}"));
        assert!(matches!(looked, Err(LineError::Os(_))));
        let mut pin = pin;
        pin.done();
    }

    #[test]
    fn pins_that_are_not_to_be_had_are_told_once() {
        let (send, events) = std::sync::mpsc::channel();
        let line = Line {
            chip: "no such chip".into(),
            offset: 0,
        };
        let keys = Keys::start(None, Some(line), move |event| drop(send.send(event)));
        let first = events.recv_timeout(Duration::from_secs(20)).unwrap();
        let KeysEvent::Lost(Failure {
            line: Some(line), ..
        }) = first
        else {
            panic!("{first:?}");
        };
        assert_eq!(line.chip, "no such chip");
        drop(keys);
        // The thread ends, and has said no more.
        assert!(events.recv_timeout(Duration::from_secs(20)).is_err());
    }
}
