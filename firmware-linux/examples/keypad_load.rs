//! What the keypad's scanner costs: the processor time of a thread that looks at a keypad of memory as
//! often as the box does, of one core. On a board each look at a pin is a call of the system besides.
//!
//! ```sh
//! cargo run --release --package minmax-h3 --example keypad_load
//! ```
#![cfg_attr(
    not(target_os = "linux"),
    allow(dead_code, unused_imports, reason = "the box is for Linux")
)]

fn main() -> anyhow::Result<()> {
    #[cfg(target_os = "linux")]
    bench::run()?;
    Ok(())
}

#[cfg(target_os = "linux")]
mod bench {
    use std::cell::Cell;
    use std::convert::Infallible;
    use std::fs;
    use std::rc::Rc;
    use std::thread;
    use std::time::{Duration, Instant};

    use anyhow::Context;
    use embedded_hal::delay::DelayNs;
    use embedded_hal::digital::{ErrorType, InputPin, OutputPin};
    use minmax_h3::hw::keys::{IDLE_PERIOD, PERIOD};
    use minmax_h3::input::keypad::scanner::Scanner;
    use minmax_h3::input::keypad::stroke::Timing;

    const TIME: Duration = Duration::from_secs(5);

    /// Whether the row of the one key is low, and whether the key is pressed.
    #[derive(Clone, Default)]
    struct Wires(Rc<Cell<(bool, bool)>>);

    struct Row(Option<Wires>);
    struct Column(Option<Wires>);

    impl ErrorType for Row {
        type Error = Infallible;
    }

    impl OutputPin for Row {
        fn set_low(&mut self) -> Result<(), Infallible> {
            self.drive(true);
            Ok(())
        }
        fn set_high(&mut self) -> Result<(), Infallible> {
            self.drive(false);
            Ok(())
        }
    }

    impl Row {
        fn drive(&self, low: bool) {
            if let Some(Wires(wires)) = &self.0 {
                wires.set((low, wires.get().1));
            }
        }
    }

    impl ErrorType for Column {
        type Error = Infallible;
    }

    impl InputPin for Column {
        fn is_low(&mut self) -> Result<bool, Infallible> {
            let wires = self.0.as_ref();
            Ok(wires.is_some_and(|Wires(wires)| wires.get() == (true, true)))
        }
        fn is_high(&mut self) -> Result<bool, Infallible> {
            self.is_low().map(|low| !low)
        }
    }

    struct Sleep;

    impl DelayNs for Sleep {
        fn delay_ns(&mut self, ns: u32) {
            thread::sleep(Duration::from_nanos(ns.into()));
        }
    }

    pub(crate) fn run() -> anyhow::Result<()> {
        for (what, pressed, period) in [
            ("no key pressed", false, IDLE_PERIOD),
            ("a key pressed ", true, PERIOD),
        ] {
            let share = share(pressed, period)?;
            println!("{what}, scanned every {period:?}: {share:.2} % of one core");
        }
        Ok(())
    }

    fn share(pressed: bool, period: Duration) -> anyhow::Result<f64> {
        let wires = Wires::default();
        wires.0.set((false, pressed));
        let at = |n: usize| (n == 0).then(|| wires.clone());
        let rows = std::array::from_fn::<_, 4, _>(|n| Row(at(n)));
        let columns = std::array::from_fn::<_, 4, _>(|n| Column(at(n)));
        let mut scanner = Scanner::new(rows, columns, Sleep, 20, Timing::with_debounce(20));
        let (begin, before) = (Instant::now(), own_time()?);
        let mut last = begin;
        while begin.elapsed() < TIME {
            thread::sleep(period);
            let elapsed_ms = last.elapsed().as_millis() as u32;
            last = Instant::now();
            scanner.scan(elapsed_ms, |_, _| {})?;
        }
        let ran = own_time()?.saturating_sub(before);
        Ok(100.0 * ran.as_secs_f64() / begin.elapsed().as_secs_f64())
    }

    /// The processor time of this thread.
    fn own_time() -> anyhow::Result<Duration> {
        let told = fs::read_to_string("/proc/thread-self/schedstat")?;
        let ns = told.split(' ').next().context("no time")?.parse()?;
        Ok(Duration::from_nanos(ns))
    }
}
