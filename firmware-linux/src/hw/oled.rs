//! The SSD1306 display of 128 × 64 pixels, on its own thread: whatever happens to it, nobody waits.
//!
//! Only what has changed is sent.

use std::cell::RefCell;
use std::io;
use std::path::Path;
use std::rc::Rc;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use embedded_hal::i2c::{ErrorType, I2c, Operation};
use linux_embedded_hal::I2cdev;
use ssd1306::command::AddrMode;
use ssd1306::mode::BasicMode;
use ssd1306::prelude::{Brightness, DisplayRotation, DisplaySize128x64, I2CInterface};
use ssd1306::{I2CDisplayInterface, Ssd1306};

use crate::display::picture::changes::{Span, changes};
use crate::display::picture::frame::{Frame, PAGE_HEIGHT, PAGES, WIDTH};

/// A display is looked for, and looked after, so often.
const PERIOD: Duration = Duration::from_secs(1);
/// A display has so long to go dark in the end.
const PATIENCE: Duration = Duration::from_millis(300);

/// How a display is connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Its address on the bus.
    pub address: u8,
    /// It is mounted upside down.
    pub upside_down: bool,
    /// It goes dark when nothing has happened for this long.
    pub blank_after: Option<Duration>,
}

/// What happens to the display.
#[derive(Debug)]
pub enum OledEvent {
    /// It does not answer. Told once until it does.
    Lost(io::Error),
    /// It is back, and shows the picture.
    Back,
}

/// A handle on the display's thread. The display goes dark after it.
#[derive(Debug)]
pub struct Oled {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    wanted: Mutex<Wanted>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Wanted {
    /// The newest picture, until it is taken.
    frame: Option<Box<Frame>>,
    /// Somebody is there.
    woken: bool,
    /// The handle is gone.
    closed: bool,
    /// The thread is gone.
    ended: bool,
}

impl Oled {
    /// Starts the thread for the display on this bus; `tell` hears what happens, on that thread.
    ///
    /// # Errors
    /// The system gives no thread. A display that is missing is no error: it is told, and looked for.
    pub fn start(
        bus: &Path,
        settings: Settings,
        tell: impl FnMut(OledEvent) + Send + 'static,
    ) -> io::Result<Self> {
        let bus = bus.to_path_buf();
        let open = move || I2cdev::new(&bus).map_err(io::Error::from);
        Self::start_on(open, settings, tell)
    }

    fn start_on<I: I2c>(
        open: impl FnMut() -> io::Result<I> + Send + 'static,
        settings: Settings,
        tell: impl FnMut(OledEvent) + Send + 'static,
    ) -> io::Result<Self>
    where
        io::Error: Cause<I::Error>,
    {
        let shared = Arc::new(Shared::default());
        let theirs = Arc::clone(&shared);
        let work = move || {
            let keeper = Keeper {
                open,
                settings,
                tell,
                screen: None,
                frame: None,
                lost: false,
                dark: false,
            };
            keeper.run(&theirs);
            lock(&theirs).ended = true;
            theirs.changed.notify_all();
        };
        thread::Builder::new().name("oled".into()).spawn(work)?;
        Ok(Self { shared })
    }

    /// Shows this picture, as soon as the display can: the newest one counts.
    pub fn show(&self, frame: &Frame) {
        let mut wanted = lock(&self.shared);
        match &mut wanted.frame {
            Some(waiting) => **waiting = frame.clone(),
            none => *none = Some(Box::new(frame.clone())),
        }
        drop(wanted);
        self.shared.changed.notify_one();
    }

    /// Lights the display: somebody is there.
    pub fn wake(&self) {
        lock(&self.shared).woken = true;
        self.shared.changed.notify_one();
    }
}

impl Drop for Oled {
    /// Waits until it is dark, but not for a bus that hangs.
    fn drop(&mut self) {
        let mut wanted = lock(&self.shared);
        wanted.closed = true;
        self.shared.changed.notify_all();
        let runs = |wanted: &mut Wanted| !wanted.ended;
        let waited = self
            .shared
            .changed
            .wait_timeout_while(wanted, PATIENCE, runs);
        drop(waited);
    }
}

fn lock(shared: &Shared) -> MutexGuard<'_, Wanted> {
    shared.wanted.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    /// What is wanted by now, at the latest after `timeout`.
    fn wait(&self, timeout: Duration) -> Wanted {
        let idle = |wanted: &mut Wanted| wanted.frame.is_none() && !wanted.woken && !wanted.closed;
        let waited = self.changed.wait_timeout_while(lock(self), timeout, idle);
        let (mut wanted, _) = waited.unwrap_or_else(PoisonError::into_inner);
        Wanted {
            frame: wanted.frame.take(),
            woken: std::mem::take(&mut wanted.woken),
            ..*wanted
        }
    }
}

/// What the thread works with.
struct Keeper<I: I2c, O, T> {
    open: O,
    settings: Settings,
    tell: T,
    screen: Option<Screen<I>>,
    /// The newest picture.
    frame: Option<Box<Frame>>,
    lost: bool,
    dark: bool,
}

impl<I, O, T> Keeper<I, O, T>
where
    I: I2c,
    O: FnMut() -> io::Result<I>,
    T: FnMut(OledEvent),
    io::Error: Cause<I::Error>,
{
    fn run(mut self, shared: &Shared) {
        let mut active = Instant::now();
        // Before there is a picture: to make the display ready takes its time.
        let mut looked = Some(active);
        if let Err(error) = self.make_ready() {
            self.judge(Err(error));
        }
        loop {
            let wanted = shared.wait(PERIOD);
            if wanted.closed {
                if let Some(screen) = &mut self.screen {
                    let _ = screen.light(false); // it goes dark by itself soon enough
                }
                return;
            }
            let news = wanted.frame.is_some() || wanted.woken;
            if news {
                active = Instant::now();
            }
            if wanted.frame.is_some() {
                self.frame = wanted.frame;
            }
            let blank = self.settings.blank_after;
            let dark = blank.is_some_and(|after| active.elapsed() >= after);
            let due = looked.is_none_or(|at: Instant| at.elapsed() >= PERIOD);
            // One that does not answer must not be asked at every key.
            if due || (news && self.screen.is_some()) || dark != self.dark {
                looked = due.then(Instant::now).or(looked);
                let done = self.work(dark, due);
                self.judge(done);
            }
        }
    }

    /// Brings the display to what it should show.
    fn work(&mut self, dark: bool, due: bool) -> io::Result<()> {
        if due && let Some(screen) = &mut self.screen {
            screen.touch()?;
        }
        self.make_ready()?;
        let Some(screen) = &mut self.screen else {
            return Ok(()); // never: it is ready
        };
        screen.update(self.frame.as_deref().unwrap_or(&Frame::new()))?;
        if dark != self.dark {
            screen.light(!dark)?;
            self.dark = dark;
        }
        Ok(())
    }

    /// Opens the display and sets it up, if that is not done yet.
    fn make_ready(&mut self) -> io::Result<()> {
        if self.screen.is_none() {
            self.screen = Some(Screen::open((self.open)()?, &self.settings)?);
            self.dark = true;
        }
        Ok(())
    }

    fn judge(&mut self, done: io::Result<()>) {
        match done {
            Ok(()) if self.lost => {
                self.lost = false;
                (self.tell)(OledEvent::Back);
            }
            Ok(()) => {}
            Err(error) => {
                self.screen = None;
                if !std::mem::replace(&mut self.lost, true) {
                    (self.tell)(OledEvent::Lost(error));
                }
            }
        }
    }
}

/// What the system said of a bus error.
trait Cause<E> {
    fn of(error: E) -> Self;
}

impl Cause<linux_embedded_hal::I2CError> for io::Error {
    fn of(error: linux_embedded_hal::I2CError) -> Self {
        use linux_embedded_hal::i2cdev::linux::LinuxI2CError;
        match error.inner() {
            LinuxI2CError::Errno(number) => Self::from_raw_os_error(*number),
            LinuxI2CError::Io(error) => match error.raw_os_error() {
                Some(number) => Self::from_raw_os_error(number),
                None => error.kind().into(),
            },
        }
    }
}

/// A bus that remembers what went wrong: the display's driver does not.
struct Heard<I> {
    bus: I,
    last: Rc<RefCell<Option<io::Error>>>,
}

impl<I: ErrorType> ErrorType for Heard<I> {
    type Error = embedded_hal::i2c::ErrorKind;
}

impl<I: I2c> I2c for Heard<I>
where
    io::Error: Cause<I::Error>,
{
    fn transaction(
        &mut self,
        address: u8,
        operations: &mut [Operation<'_>],
    ) -> Result<(), Self::Error> {
        self.bus.transaction(address, operations).map_err(|error| {
            let kind = embedded_hal::i2c::Error::kind(&error);
            *self.last.borrow_mut() = Some(Cause::of(error));
            kind
        })
    }
}

type Driver<I> = Ssd1306<I2CInterface<Heard<I>>, DisplaySize128x64, BasicMode>;

/// A display that answers.
struct Screen<I: I2c> {
    driver: Driver<I>,
    last: Rc<RefCell<Option<io::Error>>>,
    /// What it shows, if that is known.
    shown: Option<Box<Frame>>,
}

impl<I: I2c> Screen<I>
where
    io::Error: Cause<I::Error>,
{
    /// A display that is set up, but dark: its memory holds noise.
    fn open(bus: I, settings: &Settings) -> io::Result<Self> {
        let last = Rc::new(RefCell::new(None));
        let heard = Heard {
            bus,
            last: Rc::clone(&last),
        };
        let interface = I2CDisplayInterface::new_custom_address(heard, settings.address);
        let rotation = if settings.upside_down {
            DisplayRotation::Rotate180
        } else {
            DisplayRotation::Rotate0
        };
        let mut screen = Self {
            driver: Ssd1306::new(interface, DisplaySize128x64, rotation),
            last,
            shown: None,
        };
        screen.ask(|driver| driver.init_with_addr_mode(AddrMode::Horizontal))?;
        screen.light(false)?;
        Ok(screen)
    }

    fn ask<T, E>(&mut self, ask: impl FnOnce(&mut Driver<I>) -> Result<T, E>) -> io::Result<T> {
        ask(&mut self.driver).map_err(|_| {
            let last = self.last.borrow_mut().take();
            last.unwrap_or_else(|| io::Error::other("display"))
        })
    }

    /// Whether it is still there: says something that changes nothing.
    fn touch(&mut self) -> io::Result<()> {
        self.ask(|driver| driver.set_brightness(Brightness::default()))
    }

    fn light(&mut self, on: bool) -> io::Result<()> {
        self.ask(|driver| driver.set_display_on(on))
    }

    fn update(&mut self, frame: &Frame) -> io::Result<()> {
        let shown = self.shown.take();
        for span in spans(shown.as_deref(), frame) {
            let [top, bottom] = [span.page, span.page + 1].map(|page| (page * PAGE_HEIGHT) as u8);
            let [left, right] = [span.columns.start, span.columns.end].map(|column| column as u8);
            self.ask(|driver| {
                driver.set_draw_area((left, top), (right, bottom))?;
                driver.draw(span.bytes(frame))
            })?;
        }
        let mut kept = shown.unwrap_or_default();
        *kept = frame.clone();
        self.shown = Some(kept);
        Ok(())
    }
}

/// What has changed; everything if nothing is shown yet.
fn spans(shown: Option<&Frame>, frame: &Frame) -> Vec<Span> {
    let whole = |page| Span {
        page,
        columns: 0..WIDTH,
    };
    match shown {
        Some(shown) => changes(shown, frame).collect(),
        None => (0..PAGES).map(whole).collect(),
    }
}

/// Looks whether a display answers at this address of the bus. Nothing changes on it.
///
/// # Errors
/// What the system says: `ENXIO`, or `EREMOTEIO` on other boards, if nobody answers.
pub fn probe(bus: &Path, address: u8) -> io::Result<()> {
    const NOTHING: [u8; 2] = [0x00, 0xe3];
    let mut bus = I2cdev::new(bus).map_err(io::Error::from)?;
    I2c::write(&mut bus, address, &NOTHING).map_err(Cause::of)
}

#[cfg(test)]
mod tests;
