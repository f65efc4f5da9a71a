//! The firmware logs through defmt with a linker script that reaches its own programs only. What
//! merely depends on it links and runs all the same, whatever `DEFMT_LOG` is, and logs nothing.
#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

use std::sync::mpsc::channel;
use std::time::Duration;

use minmax_engine::rules::Rules;
use minmax_engine::strategy::handicap;
use minmax_h3::app::event::{Player, Request};
use minmax_h3::app::session::{Config, Session};
use minmax_h3::log::{self, Level, Settings};
use minmax_h3::thinker::{Answer, Thinker};

#[test]
fn the_log_of_the_firmware_links_and_runs_outside_of_its_package() {
    let everything = Settings {
        level: Level::Trace,
        file: None,
    };
    log::init(everything).unwrap();
    let mut session = Session::new(Config {
        rules: Rules::TIC_TAC_TOE,
        players: [Player::Engine, Player::Human],
        level: handicap::Level::DEFAULT,
        limits: None,
        seed: 1,
    });
    let Some(Request::Think(task)) = session.start() else {
        panic!("the engine moves first");
    };
    let (send, answers) = channel();
    let mut thinker = Thinker::start(1, 1, move |answer| drop(send.send(answer))).unwrap();
    thinker.think(task); // logs its answer
    let done = loop {
        match answers.recv_timeout(Duration::from_secs(60)).unwrap() {
            Answer::Iteration(..) => {}
            Answer::Done(_, done) => break done,
            Answer::Failed(words) => panic!("{words}"),
        }
    };
    assert!(done.is_some());
}
