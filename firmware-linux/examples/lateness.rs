//! How late the engine's answers are: a distribution of overruns for turns of several lengths, and
//! how fast a stop signal is obeyed. On the machine at hand:
//! `cargo run --release --package minmax-h3 --example lateness [THREADS]`
// A measurement that cannot go on ends.
#![allow(clippy::unwrap_used)]

use std::env;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use minmax_engine::bench::CASES;
use minmax_engine::game::Game;
use minmax_engine::point::MAX_SIDE;
use minmax_engine::rules::{LineRule, Rules};
use minmax_engine::search::limits::{Limits, Weakness};
use minmax_h3::pool::{Order, Pool};

/// MiB of the table.
const HASH_MIB: usize = 16;
/// Milliseconds of a turn, and how many turns of that length to measure.
const TURNS: [(u64, usize); 5] = [(5, 400), (30, 200), (100, 80), (300, 30), (1_000, 12)];
const STOPS: usize = 100;

fn main() {
    let threads = env::args().nth(1).map_or(1, |text| text.parse().unwrap());
    let mut pool = Pool::start(threads, HASH_MIB).unwrap();
    let games = games();
    println!("answers after the turn's start, in ms, on {threads} thread(s)");
    println!("turn   moves   median   95 %   99 %    most   late");
    for (ms, count) in TURNS {
        let mut took: Vec<Duration> = (0..count)
            .map(|n| answer(&mut pool, &games[n % games.len()], ms))
            .collect();
        took.sort();
        let late = took
            .iter()
            .filter(|took| **took > Duration::from_millis(ms))
            .count();
        let [median, most95, most99, most] = quantiles(&took);
        println!("{ms:4} {count:7} {median:8.2} {most95:6.2} {most99:6.2} {most:7.2} {late:6}");
    }
    let mut stops: Vec<Duration> = (0..STOPS)
        .map(|n| stop(&mut pool, &games[n % games.len()]))
        .collect();
    stops.sort();
    let [median, most95, most99, most] = quantiles(&stops);
    println!("stop {STOPS:7} {median:8.2} {most95:6.2} {most99:6.2} {most:7.2}");
}

/// The bench's, and the largest and dullest boards.
fn games() -> Vec<Game> {
    let cases = CASES.iter().map(|case| case.game().unwrap());
    let wide = [LineRule::Freestyle, LineRule::Caro]
        .map(|line| Game::new(Rules::new(MAX_SIDE, MAX_SIDE, 5, line).unwrap()));
    let long = Game::new(Rules::new(MAX_SIDE, MAX_SIDE, 7, LineRule::Freestyle).unwrap());
    cases
        .chain(wide.map(scattered))
        .chain([scattered(long)])
        .collect()
}

/// With stones all over the board, none beside another: everything is a candidate.
fn scattered(mut game: Game) -> Game {
    for row in (0..MAX_SIDE).step_by(4) {
        for column in (0..MAX_SIDE).step_by(4) {
            let point = minmax_engine::point::Point::new(column, (row + column) % MAX_SIDE);
            game.play(point.unwrap());
        }
    }
    game
}

fn order(game: &Game, limits: Limits) -> Order {
    Order {
        game: game.clone(),
        limits,
        weakness: Weakness::NONE,
        stop: Arc::new(AtomicBool::new(false)),
        began: Instant::now(),
    }
}

fn answer(pool: &mut Pool, game: &Game, ms: u64) -> Duration {
    let order = order(game, Limits::time_ms(ms));
    pool.search(&order, &mut ()).unwrap();
    order.began.elapsed()
}

/// From the signal to the answer.
fn stop(pool: &mut Pool, game: &Game) -> Duration {
    let order = order(game, Limits::default());
    let stop = Arc::clone(&order.stop);
    let (send, told) = channel();
    let stopper = thread::spawn(move || {
        thread::sleep(Duration::from_millis(20));
        send.send(Instant::now()).unwrap();
        stop.store(true, Ordering::Relaxed);
    });
    pool.search(&order, &mut ()).unwrap();
    let answered = Instant::now();
    stopper.join().unwrap();
    // One that knows all has ended before.
    answered.saturating_duration_since(told.recv().unwrap())
}

fn quantiles(sorted: &[Duration]) -> [f64; 4] {
    [50, 95, 99, 100].map(|percent| {
        let place = (sorted.len() * percent / 100).min(sorted.len() - 1);
        sorted[place].as_secs_f64() * 1_000.0
    })
}
