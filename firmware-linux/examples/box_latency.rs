//! How long it takes from a key to the first changed picture, with a display of memory: the box's
//! own share of the time that people wait.
//!
//! ```sh
//! cargo run --release --package minmax-h3 --example box_latency
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
    use std::sync::mpsc::{Receiver, Sender, channel};
    use std::thread;
    use std::time::{Duration, Instant};

    use anyhow::{Context, anyhow};
    use minmax_engine::rules::Rules;
    use minmax_engine::strategy::handicap::Level;
    use minmax_h3::app::event::Player;
    use minmax_h3::app::key::{Digit, Key, KeyEvent};
    use minmax_h3::app::panel::{Panel, PanelSetup};
    use minmax_h3::app::session::Config;
    use minmax_h3::appliance::host::{Host, Ports, Setup, Signal};
    use minmax_h3::display::picture::frame::Frame;
    use minmax_h3::hw::keys::KeysEvent;
    use minmax_h3::lang::Lang;
    use minmax_h3::ports::{Display, Store};
    use minmax_h3::store::keeper::Kept;
    use minmax_h3::thinker::Thinker;
    use minmax_h3::worker::Worker;

    /// Keys that are measured.
    const KEYS: usize = 200;
    /// Between two of them, so that none waits for the one before.
    const PAUSE: Duration = Duration::from_millis(7);

    /// Moves that are measured, each of which waits for its disk for a second.
    const MOVES: usize = 5;

    /// A disk that has not done with anything yet.
    struct Disk;

    impl Store for Disk {
        fn keep(&mut self, _: Kept, _: bool) -> u64 {
            1
        }

        fn flush(&mut self, _: Duration) -> bool {
            true
        }
    }

    struct Screen(Sender<Instant>);

    impl Display for Screen {
        fn show(&mut self, _: &Frame) {
            let _ = self.0.send(Instant::now());
        }
    }

    pub(crate) fn run() -> anyhow::Result<()> {
        let (send, shown) = start(None)?;
        println!("key to picture, {KEYS} keys each:");
        println!("idle      {}", measure(&send, &shown)?);
        press(&send, 5)?; // the engine thinks for two seconds now
        let busy: Vec<_> = (0..thread::available_parallelism()?.get())
            .map(|_| thread::spawn(burn))
            .collect();
        println!("thinking  {}", measure(&send, &shown)?);
        for thread in busy {
            thread.join().map_err(|_| anyhow!("a thread has failed"))?;
        }
        println!("a move on a disk that takes its time, to the word that it was heard:");
        let mut times = Vec::new();
        for _ in 0..MOVES {
            let (send, shown) = start(Some(Box::new(Disk)))?;
            thread::sleep(PAUSE);
            while shown.try_recv().is_ok() {}
            let pressed = Instant::now();
            press(&send, 5)?;
            times.push(shown.recv()?.saturating_duration_since(pressed));
        }
        println!("idle      {}", summary(times));
        Ok(())
    }

    /// The box with a display, and perhaps a disk.
    fn start(
        store: Option<Box<dyn Store + Send>>,
    ) -> anyhow::Result<(Sender<Signal>, Receiver<Instant>)> {
        let (send, signals) = channel();
        let (tell, shown) = channel();
        let answers = send.clone();
        thread::spawn(move || {
            let heard = move |answer| drop(answers.send(Signal::Answer(answer)));
            let thinker = Thinker::start(1, 8, heard).map_err(|error| anyhow!("{error:?}"))?;
            let mut panel = Panel::new(PanelSetup {
                config: Config {
                    rules: Rules::GOMOKU,
                    players: [Player::Human, Player::Engine],
                    level: Level::FULL,
                    limits: None,
                    seed: 1,
                },
                record: None,
                lang: Lang::English,
                sound: false,
                address: None,
                blank_after_ms: None,
            });
            let ports = Ports {
                display: Some(Box::new(Screen(tell))),
                store: store.map(|store| store as Box<dyn Store>),
                ..Ports::default()
            };
            let begun = panel.start();
            let host = Host::new(panel, Worker::new(thinker), ports, Setup::default());
            host.run(begun, &signals)
        });
        shown.recv().context("no first picture")?;
        Ok((send, shown))
    }

    /// Work for another core, for as long as the engine thinks.
    fn burn() {
        let end = Instant::now() + Duration::from_millis(1_900);
        let mut sum = 0u64;
        while Instant::now() < end {
            sum = std::hint::black_box(sum.wrapping_mul(31) + 1);
        }
    }

    fn press(send: &Sender<Signal>, digit: u8) -> anyhow::Result<()> {
        let key = Key::Digit(Digit::new(digit).context("a digit")?);
        let event = KeysEvent::Key(KeyEvent::press(key));
        send.send(Signal::Keys(event)).context("the box has ended")
    }

    /// Moves the cursor to and fro.
    fn measure(send: &Sender<Signal>, shown: &Receiver<Instant>) -> anyhow::Result<String> {
        let mut times = Vec::new();
        for n in 0..KEYS {
            thread::sleep(PAUSE);
            while shown.try_recv().is_ok() {}
            let pressed = Instant::now();
            press(send, if n % 2 == 0 { 6 } else { 4 })?;
            times.push(shown.recv()?.saturating_duration_since(pressed));
        }
        Ok(summary(times))
    }

    fn summary(mut times: Vec<Duration>) -> String {
        times.sort_unstable();
        let ms = |time: Duration| time.as_secs_f64() * 1_000.0;
        let (median, longest) = (times[times.len() / 2], times[times.len() - 1]);
        format!("median {:.2} ms, longest {:.2} ms", ms(median), ms(longest))
    }
}
