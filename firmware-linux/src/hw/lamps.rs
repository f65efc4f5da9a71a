//! Lamps and the buzzer, on any pins of embedded-hal.

use embedded_hal::digital::OutputPin;

/// What the lamps tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Signs {
    /// The engine thinks.
    pub thinking: bool,
    /// A person is to move.
    pub your_turn: bool,
    /// Something is wrong.
    pub error: bool,
}

/// The lamps that there are; each is lit when its pin is high.
#[derive(Debug)]
pub struct Lamps<P> {
    pins: [Option<P>; 3],
    /// What they show; `None` before the first time.
    shown: Option<Signs>,
}

impl<P: OutputPin> Lamps<P> {
    /// Lamps for thinking, a person's turn and errors.
    pub const fn new(thinking: Option<P>, your_turn: Option<P>, error: Option<P>) -> Self {
        Self {
            pins: [thinking, your_turn, error],
            shown: None,
        }
    }

    /// Lights what is to be lit. Pins are touched only when something changes.
    ///
    /// # Errors
    /// A pin fails; the next call tries again.
    pub fn show(&mut self, signs: Signs) -> Result<(), P::Error> {
        if self.shown == Some(signs) {
            return Ok(());
        }
        self.shown = None;
        let lit = [signs.thinking, signs.your_turn, signs.error];
        for (pin, lit) in self.pins.iter_mut().zip(lit) {
            if let Some(pin) = pin {
                pin.set_state(lit.into())?;
            }
        }
        self.shown = Some(signs);
        Ok(())
    }
}

/// A buzzer that sounds while its pin is high.
#[derive(Debug)]
pub struct Buzzer<P> {
    pin: P,
    until_ms: Option<u64>,
}

impl<P: OutputPin> Buzzer<P> {
    /// A silent buzzer.
    pub const fn new(pin: P) -> Self {
        Self {
            pin,
            until_ms: None,
        }
    }

    /// Sounds from `now_ms` on for so many milliseconds.
    ///
    /// # Errors
    /// The pin fails.
    pub fn sound(&mut self, now_ms: u64, for_ms: u64) -> Result<(), P::Error> {
        self.pin.set_high()?;
        self.until_ms = Some(now_ms.saturating_add(for_ms));
        Ok(())
    }

    /// Falls silent when it is time. To be called again and again.
    ///
    /// # Errors
    /// The pin fails; the next call tries again.
    pub fn tick(&mut self, now_ms: u64) -> Result<(), P::Error> {
        if self.until_ms.is_some_and(|until| now_ms >= until) {
            self.pin.set_low()?;
            self.until_ms = None;
        }
        Ok(())
    }

    /// When [`tick`](Self::tick) is to be called, if it sounds.
    #[must_use]
    pub const fn until_ms(&self) -> Option<u64> {
        self.until_ms
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use embedded_hal_mock::eh1::MockError;
    use embedded_hal_mock::eh1::digital::{Mock, State, Transaction};

    fn pin(states: &[State]) -> Mock {
        let sets = states.iter().map(|&state| Transaction::set(state));
        Mock::new(&sets.collect::<Vec<_>>())
    }

    #[test]
    fn lamps_follow_and_are_touched_only_when_something_changes() {
        let thinking = pin(&[State::Low, State::High]);
        let error = pin(&[State::Low, State::Low]);
        let mut lamps = Lamps::new(Some(thinking), None, Some(error));
        let signs = Signs::default();
        lamps.show(signs).unwrap();
        lamps.show(signs).unwrap();
        let thinks = Signs {
            thinking: true,
            ..signs
        };
        lamps.show(thinks).unwrap();
        lamps.show(thinks).unwrap();
        lamps.pins.iter_mut().flatten().for_each(Mock::done);
    }

    #[test]
    fn a_lamp_that_failed_is_tried_again() {
        let failure = MockError::Io(std::io::ErrorKind::NotConnected);
        let mut lamp = Mock::new(&[
            Transaction::set(State::Low).with_error(failure),
            Transaction::set(State::Low),
        ]);
        let mut lamps = Lamps::new(Some(lamp.clone()), None, None);
        assert!(lamps.show(Signs::default()).is_err());
        assert!(lamps.show(Signs::default()).is_ok());
        lamp.done();
    }

    #[test]
    fn a_buzzer_falls_silent() {
        let mut buzzer = Buzzer::new(pin(&[State::High, State::High, State::Low]));
        buzzer.sound(1_000, 50).unwrap();
        buzzer.tick(1_049).unwrap();
        buzzer.sound(1_049, 50).unwrap();
        buzzer.tick(1_050).unwrap();
        assert_eq!(buzzer.until_ms(), Some(1_099));
        buzzer.tick(1_200).unwrap();
        buzzer.tick(1_300).unwrap();
        buzzer.pin.done();
    }
}
