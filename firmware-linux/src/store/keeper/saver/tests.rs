use std::io::ErrorKind;
use std::sync::mpsc::{Receiver, Sender, channel};

use minmax_engine::point::Point;
use minmax_engine::rules::Rules;
use minmax_engine::side::Side;
use minmax_engine::strategy::handicap::Level;

use super::*;
use crate::app::event::Player;
use crate::app::record::Record;
use crate::store::keeper::Found;

/// Only a broken program needs so long.
const DEADLINE: Duration = Duration::from_secs(60);
const NEVER: Duration = Duration::from_secs(3_600);

fn kept(moves: usize) -> Kept {
    let mut record = Record::new(Rules::GOMOKU);
    for n in 0..moves {
        record.play(Point::new(n, 0).unwrap(), None).unwrap();
    }
    Kept {
        record,
        players: [Player::Human, Player::Engine],
        level: Level::DEFAULT,
    }
}

fn ended(moves: usize) -> Kept {
    let mut kept = kept(moves);
    kept.record.resign(Side::Black);
    kept
}

#[derive(Debug, PartialEq, Eq)]
enum Call {
    Save(usize),
    Begin(usize),
}

/// A disk that tells what it is to write, and waits to be told how it goes.
struct Disk {
    calls: Sender<Call>,
    results: Receiver<Result<(), ErrorKind>>,
}

impl Disk {
    fn write(&self, call: Call) -> Result<(), StoreError> {
        let _ = self.calls.send(call);
        let result = self.results.recv().unwrap_or(Ok(()));
        result.map_err(|kind| io::Error::from(kind).into())
    }
}

impl Keep for Disk {
    fn save(&mut self, kept: &Kept) -> Result<(), StoreError> {
        self.write(Call::Save(kept.record.game().moves().len()))
    }

    fn begin(&mut self, kept: &Kept) -> Result<(), StoreError> {
        self.write(Call::Begin(kept.record.game().moves().len()))
    }
}

struct Bench {
    saver: Saver,
    calls: Receiver<Call>,
    results: Sender<Result<(), ErrorKind>>,
    told: Receiver<SaverEvent>,
}

impl Bench {
    fn new(retry: Duration) -> Self {
        let (calls_in, calls) = channel();
        let (results, results_out) = channel();
        let (tell, told) = channel();
        let disk = Disk {
            calls: calls_in,
            results: results_out,
        };
        let saver = Saver::with(disk, retry, move |event| drop(tell.send(event)));
        Self {
            saver: saver.unwrap(),
            calls,
            results,
            told,
        }
    }

    fn call(&self) -> Call {
        self.calls.recv_timeout(DEADLINE).unwrap()
    }

    fn result(&self, result: Result<(), ErrorKind>) {
        self.results.send(result).unwrap();
    }

    /// What is told, but for the end of each try.
    fn told(&self) -> SaverEvent {
        loop {
            match self.told.recv_timeout(DEADLINE).unwrap() {
                SaverEvent::Done(_) => {}
                other => return other,
            }
        }
    }

    /// The end of a try, before which nothing else is told.
    fn done(&self) -> u64 {
        match self.told.recv_timeout(DEADLINE).unwrap() {
            SaverEvent::Done(number) => number,
            other => panic!("{other:?}"),
        }
    }

    fn assert_quiet(&self) {
        let mut told = self.told.try_iter();
        assert!(told.all(|event| matches!(event, SaverEvent::Done(_))));
    }
}

#[test]
fn of_what_comes_while_the_disk_is_busy_the_newest_is_written() {
    let bench = Bench::new(NEVER);
    bench.saver.begin(kept(0));
    assert_eq!(bench.call(), Call::Begin(0));
    for moves in 1..6 {
        bench.saver.save(kept(moves));
    }
    bench.saver.save(ended(6));
    bench.saver.save(kept(5));
    bench.saver.save(kept(4));
    bench.saver.begin(kept(0));
    bench.saver.save(kept(1));
    for call in [Call::Save(6), Call::Save(4), Call::Begin(1)] {
        bench.result(Ok(()));
        assert_eq!(bench.call(), call);
    }
    bench.result(Ok(()));
    bench.assert_quiet();
    assert!(bench.saver.finish(DEADLINE));
    assert!(bench.calls.try_recv().is_err(), "nothing more");
}

#[test]
fn each_is_told_when_it_is_written_and_not_before() {
    let bench = Bench::new(NEVER);
    let first = bench.saver.begin(kept(0));
    assert_eq!(bench.call(), Call::Begin(0));
    let dropped = bench.saver.save(kept(1));
    let last = bench.saver.save(kept(2));
    assert!(first < dropped && dropped < last);
    assert!(bench.told.try_recv().is_err(), "not written yet");
    bench.result(Ok(()));
    assert_eq!(bench.done(), first);
    assert_eq!(bench.call(), Call::Save(2));
    bench.result(Err(ErrorKind::StorageFull));
    assert!(matches!(
        bench.told.recv_timeout(DEADLINE),
        Ok(SaverEvent::Failed(_))
    ));
    assert_eq!(bench.done(), last, "nobody waits for what fails");
}

#[test]
fn a_game_behind_one_that_cannot_be_kept_is_not_waited_for_either() {
    let bench = Bench::new(NEVER);
    bench.saver.save(kept(1));
    bench.call();
    bench.result(Err(ErrorKind::ReadOnlyFilesystem));
    bench.told();
    bench.done();
    // The archive is to have the game before: it is tried first.
    let new = bench.saver.begin(kept(0));
    assert_eq!(bench.call(), Call::Save(1));
    bench.result(Err(ErrorKind::ReadOnlyFilesystem));
    assert_eq!(bench.done(), new);
}

#[test]
fn trouble_is_told_once_and_its_end() {
    let bench = Bench::new(NEVER);
    bench.saver.save(kept(1));
    let full = Err(ErrorKind::StorageFull);
    bench.call();
    bench.result(full);
    assert!(matches!(
        bench.told(),
        SaverEvent::Failed(StoreError::Full(_))
    ));
    for moves in 2..5 {
        bench.saver.save(kept(moves)); // another try
        assert_eq!(bench.call(), Call::Save(moves));
        bench.result(full);
    }
    bench.saver.save(kept(5));
    assert_eq!(bench.call(), Call::Save(5));
    bench.assert_quiet();
    bench.result(Err(ErrorKind::ReadOnlyFilesystem));
    assert!(matches!(
        bench.told(),
        SaverEvent::Failed(StoreError::Io(_))
    ));
    bench.saver.begin(kept(0));
    assert_eq!(bench.call(), Call::Save(5));
    bench.result(Ok(()));
    assert_eq!(bench.call(), Call::Begin(0));
    bench.assert_quiet();
    bench.result(Ok(()));
    assert!(matches!(bench.told(), SaverEvent::Saved));
    bench.saver.save(kept(1));
    bench.call();
    bench.result(Ok(()));
    let Bench { saver, told, .. } = bench;
    assert!(saver.finish(DEADLINE));
    assert!(
        told.iter()
            .all(|event| matches!(event, SaverEvent::Done(_)))
    );
}

#[test]
fn what_failed_is_tried_again_though_nothing_comes() {
    let bench = Bench::new(Duration::from_millis(1));
    bench.saver.save(kept(3));
    for _ in 0..3 {
        assert_eq!(bench.call(), Call::Save(3));
        bench.result(Err(ErrorKind::StorageFull));
    }
    assert_eq!(bench.call(), Call::Save(3));
    bench.result(Ok(()));
    assert!(matches!(bench.told(), SaverEvent::Failed(_)));
    assert!(matches!(bench.told(), SaverEvent::Saved));
    assert!(bench.saver.finish(DEADLINE));
}

#[test]
fn the_end_is_one_more_try() {
    let bench = Bench::new(NEVER);
    bench.saver.save(kept(1));
    bench.call();
    bench.result(Err(ErrorKind::StorageFull));
    bench.told();
    bench.result(Ok(()));
    assert!(bench.saver.finish(DEADLINE));
    assert_eq!(bench.calls.recv(), Ok(Call::Save(1)));
    assert!(bench.calls.recv().is_err(), "the thread is gone");

    let bench = Bench::new(NEVER);
    bench.saver.save(kept(1));
    for _ in 0..2 {
        bench.result(Err(ErrorKind::StorageFull));
    }
    bench.told();
    assert!(!bench.saver.finish(DEADLINE));
}

#[test]
fn a_disk_that_hangs_does_not_hold_the_end_up() {
    let bench = Bench::new(NEVER);
    bench.saver.save(kept(1));
    bench.call();
    bench.saver.save(kept(2));
    assert!(!bench.saver.finish(Duration::from_millis(5)));
    bench.results.send(Ok(())).unwrap();
    assert_eq!(bench.calls.recv(), Ok(Call::Save(2)), "it still tries");
}

#[test]
fn without_its_handle_the_thread_writes_and_ends() {
    let Bench {
        saver,
        calls,
        results,
        ..
    } = Bench::new(NEVER);
    saver.save(kept(1));
    drop(saver);
    results.send(Ok(())).unwrap();
    assert_eq!(calls.recv(), Ok(Call::Save(1)));
    assert!(calls.recv().is_err());
}

#[test]
fn a_fault_of_the_thread_is_no_success() {
    let Bench { saver, told, .. } = Bench::new(NEVER);
    drop(told);
    assert!(saver.finish(DEADLINE), "nothing was to be done");
    struct Broken;
    impl Keep for Broken {
        fn save(&mut self, _: &Kept) -> Result<(), StoreError> {
            panic!("a fault")
        }
        fn begin(&mut self, kept: &Kept) -> Result<(), StoreError> {
            self.save(kept)
        }
    }
    let saver = Saver::with(Broken, NEVER, drop).unwrap();
    saver.save(kept(1));
    assert!(!saver.finish(DEADLINE));
}

#[test]
fn games_are_on_the_disk_when_it_has_ended() {
    let folder = tempfile::tempdir().unwrap();
    let (keeper, _) = Keeper::open(folder.path(), 8).unwrap();
    let saver = Saver::start(keeper, |event| {
        assert!(matches!(event, SaverEvent::Done(_)))
    })
    .unwrap();
    for moves in 0..10 {
        saver.save(kept(moves));
    }
    saver.save(ended(9));
    saver.begin(kept(0));
    saver.save(kept(2));
    assert!(saver.finish(DEADLINE));
    let (_, found) = Keeper::open(folder.path(), 8).unwrap();
    let expected = Found::Game {
        record: Box::new(kept(2).record),
        players: Some([Player::Human, Player::Engine]),
        level: Some(Level::DEFAULT),
    };
    assert_eq!(found, expected);
    assert!(folder.path().join("archive/000001.sgf").is_file());
}
