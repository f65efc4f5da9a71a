//! The whole board, as a person has it on the table.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};

use crate::{
    card::Card,
    keypad::mask,
    machine::Machine,
    picture::Picture,
    serial::{PATIENCE, Serial},
};

/// A start takes seconds on a machine that has nothing else to do.
const BOOT_PATIENCE: Duration = Duration::from_secs(180);

/// One board at a time: each would make the other slower.
static TABLE: Mutex<()> = Mutex::new(());

/// An emulated Orange Pi PC with keypad, display and card, switched on.
pub struct Board {
    machine: Machine,
    control: Serial,
    /// UART3, on which the game is played.
    pub game: Serial,
    _table: MutexGuard<'static, ()>,
}

impl Board {
    /// Switches on a board with this card, does something with it, and pulls the plug.
    ///
    /// # Errors
    ///
    /// Those of the doing, with all that the board has said.
    pub fn with<T>(card: &Card, act: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let table = TABLE.lock().unwrap_or_else(PoisonError::into_inner);
        let (machine, control, game) = Machine::start(card)?;
        let mut board = Self {
            machine,
            control,
            game,
            _table: table,
        };
        let result = board.wait_until_ready().and_then(|()| act(&mut board));
        result.map_err(|error| error.context(board.evidence()))
    }

    /// Carries out a shell command on the board, and gives what it has printed.
    ///
    /// # Errors
    ///
    /// When it fails, or does not end.
    pub fn run(&mut self, command: &str) -> Result<String> {
        self.control.send(command)?;
        let mut lines = Vec::new();
        loop {
            let line = self
                .control
                .wait_for("")
                .with_context(|| format!("'{command}' does not end"))?;
            match line.strip_prefix("= ") {
                Some("0") => return Ok(lines.join("\n")),
                Some(status) => bail!("{command}: exit code {status}: {}", lines.join("\n")),
                None => lines.push(line),
            }
        }
    }

    /// Starts a program in the background, its standard output on the console.
    pub fn start(&mut self, command: &str) -> Result<()> {
        self.run(&format!("{command} >/dev/console 2>&1 </dev/null &"))
            .map(drop)
    }

    /// Starts the box, set up as `box.toml` says but for these keys at its top, such as `("level", "10")`.
    pub fn start_box(&mut self, changes: &[(&str, &str)]) -> Result<()> {
        let edits: String = changes
            .iter()
            .map(|(key, value)| format!(" -e 's|^{key} = .*|{key} = {value}|'"))
            .collect();
        self.run(&format!("sed -e ''{edits} /etc/box.toml >/tmp/box.toml"))?;
        self.start("echo 1 >$oled/first_change_us; exec minmax-h3 box --config /tmp/box.toml")?;
        // A key that is down when the box first looks is none that somebody presses.
        self.run(
            "reads=$(cat $keypad/reads); \
             until [ $(($(cat $keypad/reads) - reads)) -ge 20 ]; do usleep 10000; done",
        )
        .context("the box does not look at its keys")
        .map(drop)
    }

    /// Ends the box by a signal, and waits until it has gone.
    pub fn end_box(&mut self, signal: &str) -> Result<()> {
        self.run(&format!(
            "pid=$(pidof minmax-h3) && kill -{signal} $pid && while [ -d /proc/$pid ]; do usleep 10000; done"
        ))
        .map(drop)
    }

    /// Presses a key, or several at once, for a short time; returns when the program must have noticed.
    pub fn tap(&mut self, keys: &str) -> Result<()> {
        let mask = mask(keys)?;
        self.run(&format!("tap {mask}")).map(drop)
    }

    /// Holds down these keys and no others, till the program must have noticed.
    pub fn press(&mut self, keys: &str) -> Result<()> {
        let mask = mask(keys)?;
        self.run(&format!("press {mask}")).map(drop)
    }

    /// What the display shows.
    pub fn picture(&mut self) -> Result<Picture> {
        let told = self.run(
            "cd $oled; hexdump -v -e '1/1 \"%02x\"' ram; echo; \
             grep . on all_on inverted segment_remap com_remap start_line",
        )?;
        Picture::read(&told)
    }

    /// Waits until the display shows such a picture.
    ///
    /// # Errors
    ///
    /// When it does not, with the last picture.
    pub fn wait_for_picture(
        &mut self,
        what: &str,
        is_right: impl Fn(&Picture) -> bool,
    ) -> Result<Picture> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let picture = self.picture()?;
            if is_right(&picture) {
                return Ok(picture);
            }
            if Instant::now() > deadline {
                bail!("the display does not show {what} but\n{picture:?}");
            }
            thread::sleep(Duration::from_millis(100));
        }
    }

    /// Plugs the display in, or pulls it.
    pub fn plug_display(&mut self, present: bool) -> Result<()> {
        self.run(&format!("echo {} >$oled/present", u8::from(present)))
            .map(drop)
    }

    /// Begins to measure how soon the display changes.
    pub fn watch_display(&mut self) -> Result<()> {
        self.run("echo 1 >$oled/first_change_us").map(drop)
    }

    /// When the display began to change, and when it did so last, since it is watched or the box was
    /// started.
    pub fn display_changes(&mut self) -> Result<Option<(Duration, Duration)>> {
        let told = self.run("cat $oled/first_change_us $oled/last_change_us")?;
        let (first, last) = told.split_once('\n').context("not two times")?;
        let (first, last) = (first.parse()?, last.parse()?);
        Ok((first > 0).then_some((Duration::from_micros(first), Duration::from_micros(last))))
    }

    fn wait_until_ready(&mut self) -> Result<()> {
        self.control
            .wait_long_for(&["ready"], BOOT_PATIENCE)
            .map(drop)
    }

    fn evidence(&self) -> String {
        format!(
            "the emulated board failed\n---- UART3\n{}\n---- console\n{}\n----",
            self.game.heard(),
            self.machine.console()
        )
    }
}
