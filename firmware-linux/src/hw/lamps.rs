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
    /// Milliseconds of sound, silence, sound…, and when they began.
    pattern: &'static [u16],
    since_ms: u64,
    sounds: bool,
}

impl<P: OutputPin> Buzzer<P> {
    /// A silent buzzer.
    pub const fn new(pin: P) -> Self {
        Self {
            pin,
            pattern: &[],
            since_ms: 0,
            sounds: false,
        }
    }

    /// Sounds for the first of these times from `now_ms` on, is silent for the second, and so
    /// on; whatever sounded before ends. It is [`tick`](Self::tick) that does it.
    pub const fn sound(&mut self, pattern: &'static [u16], now_ms: u64) {
        self.pattern = pattern;
        self.since_ms = now_ms;
    }

    /// It is `now_ms`. `true` while there is something left to sound: call again soon.
    ///
    /// # Errors
    /// The pin fails; the next call tries again.
    pub fn tick(&mut self, now_ms: u64) -> Result<bool, P::Error> {
        let part = self.part(now_ms.saturating_sub(self.since_ms));
        let sounds = part.is_some_and(|part| part % 2 == 0);
        if sounds != self.sounds {
            self.pin.set_state(sounds.into())?;
            self.sounds = sounds;
        }
        Ok(part.is_some())
    }

    /// The part of the pattern that holds after so many milliseconds.
    fn part(&self, elapsed_ms: u64) -> Option<usize> {
        let mut end_ms = 0;
        self.pattern.iter().position(|&part_ms| {
            end_ms += u64::from(part_ms);
            elapsed_ms < end_ms
        })
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
    fn a_buzzer_sounds_by_a_pattern() {
        use State::{High, Low};
        let mut buzzer = Buzzer::new(pin(&[High, Low, High, Low, High, Low]));
        assert_eq!(buzzer.tick(900), Ok(false));
        buzzer.sound(&[50, 20, 30], 1_000);
        let sounding = |now_ms| now_ms < 1_100;
        for now_ms in [1_000, 1_049, 1_050, 1_069, 1_070, 1_099, 1_100, 1_200] {
            assert_eq!(buzzer.tick(now_ms), Ok(sounding(now_ms)), "{now_ms}");
        }
        buzzer.sound(&[1_000], 2_000);
        assert_eq!(buzzer.tick(2_000), Ok(true));
        buzzer.sound(&[0], 2_010); // something else instead
        assert_eq!(buzzer.tick(2_010), Ok(false));
        buzzer.pin.done();
    }
}
