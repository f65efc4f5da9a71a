//! Games with the real engine, and answers that come late.

use std::time::{Duration, Instant};

use minmax_engine::rules::Rules;
use minmax_engine::score::Score;
use minmax_engine::side::Side;
use minmax_engine::strategy::handicap::Level;

use super::*;
use crate::app::event::Player;
use crate::app::record::{Ending, Record};
use crate::app::view::Purpose;
use crate::http::searches::Capacity;

const DEADLINE: Duration = Duration::from_secs(60);
const PEOPLE: [Player; 2] = [Player::Human; 2];
const VERSUS: [Player; 2] = [Player::Human, Player::Engine];

fn house(at_once: usize) -> Arc<House> {
    let searches = Searches::new(Capacity {
        at_once,
        waiting: 0,
        hash_mib: 1,
    });
    Arc::new(House {
        searches,
        shelf: None,
        visits: AtomicU64::new(0),
        kept: AtomicU32::new(1),
    })
}

fn start(rules: Rules, players: [Player; 2], level: Level) -> Start {
    Start {
        record: Record::new(rules),
        players,
        level,
    }
}

fn room(start: Start) -> Arc<Room> {
    Room::open("game".into(), house(1), start, 1, false)
}

/// One whose engine does not come to an end by itself within a test: it is the only one that may think,
/// and somebody else does.
fn room_in_a_queue(players: [Player; 2]) -> (Arc<Room>, Ticket) {
    let house = house(1);
    let ticket = house.searches.occupied();
    let start = start(Rules::GOMOKU, players, Level::LOWEST);
    (Room::open("game".into(), house, start, 1, false), ticket)
}

fn at(column: usize, row: usize) -> Point {
    Point::new(column, row).unwrap()
}

fn play(room: &Room, column: usize, row: usize) -> Result<News, Refusal> {
    room.command(Command::Play(at(column, row), None))
}

fn moves(news: &News) -> Vec<Point> {
    news.shown.kept.record.game().moves().to_vec()
}

/// Waits until the news are so.
fn wait(room: &Room, what: &str, is_so: impl Fn(&News) -> bool) -> News {
    let end = Instant::now() + DEADLINE;
    loop {
        let news = room.news();
        if is_so(&news) {
            return news;
        }
        assert!(Instant::now() < end, "{what}: {news:?}");
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn found(point: Point, score: Score) -> Found {
    Found {
        best: point,
        score,
        depth: 3,
        nodes: 100,
        elapsed: Duration::from_millis(5),
        line: [point, at(0, 0)].into(),
    }
}

fn task(room: &Room) -> TaskId {
    room.lock().search.as_ref().unwrap().0
}

#[test]
fn the_engine_answers_and_everybody_is_told() {
    let room = room(start(Rules::GOMOKU, VERSUS, Level::LOWEST));
    let asked = play(&room, 7, 7).unwrap();
    assert_eq!(moves(&asked), [at(7, 7)]);
    assert_eq!(asked.thinking.unwrap().purpose, Purpose::Move);
    let news = wait(&room, "an answer", |news| moves(news).len() == 2);
    assert!(news.rev > asked.rev && news.thinking.is_none());
    let (_, thought) = news.shown.kept.record.moves().next_back().unwrap();
    assert!(thought.is_some());
    assert!(room.is_idle());
}

#[test]
fn two_engines_play_to_the_end() {
    let room = room(start(
        Rules::TIC_TAC_TOE,
        [Player::Engine; 2],
        Level::LOWEST,
    ));
    let news = wait(&room, "the end", |news| news.shown.ending.is_some());
    assert!(moves(&news).len() >= 5);
    assert_eq!(
        room.command(Command::Resign).err(),
        Some(Refusal::Game(Notice::GameOver))
    );
}

#[test]
fn depths_are_told_with_their_line() {
    let (room, _ticket) = room_in_a_queue(VERSUS);
    play(&room, 7, 7).unwrap();
    let before = room.news();
    let id = task(&room);
    room.hear(id, searches::News::Begun);
    room.hear(id, searches::News::Depth(found(at(8, 8), 40)));
    let news = room.news();
    assert_eq!((news.rev, news.beat), (before.rev, before.beat + 1));
    let (point, thought) = news.thinking.unwrap().best.unwrap();
    assert_eq!(point, at(8, 8));
    assert!(thought.pv.points().eq([at(8, 8), at(0, 0)]));
    assert_eq!((thought.score, thought.elapsed_ms), (40, 5));
    assert!(!room.is_idle(), "the engine thinks");
}

#[test]
fn no_answer_to_a_task_that_was_given_up_lands() {
    let (room, _ticket) = room_in_a_queue(VERSUS);
    play(&room, 7, 7).unwrap();
    let late = task(&room);
    let undone = room.command(Command::Undo).unwrap();
    assert!(moves(&undone).is_empty() && undone.thinking.is_none());
    let answer = || searches::News::Done(Some(found(at(8, 8), 0)));
    room.hear(late, answer());
    assert!(moves(&room.news()).is_empty());
    // Another task: the late answer is not taken for its.
    play(&room, 3, 3).unwrap();
    assert_ne!(task(&room), late);
    room.hear(late, answer());
    room.hear(late, searches::News::Depth(found(at(8, 8), 0)));
    room.hear(late, searches::News::Failed);
    let news = room.news();
    assert_eq!(moves(&news), [at(3, 3)]);
    assert_eq!(news.thinking.unwrap().best, None);
    let begun = Command::Start(Box::new(start(Rules::GOMOKU, PEOPLE, Level::LOWEST)));
    let late = task(&room);
    room.command(begun).unwrap();
    room.hear(late, answer());
    assert!(moves(&room.news()).is_empty());
    room.leave();
    assert_eq!(play(&room, 7, 7).err(), Some(Refusal::Gone));
}

#[test]
fn moves_are_refused_with_their_reason_and_change_nothing() {
    let room = room(start(Rules::TIC_TAC_TOE, PEOPLE, Level::LOWEST));
    play(&room, 1, 1).unwrap();
    let before = room.news();
    let occupied = minmax_engine::game::PlayError::Occupied(at(1, 1));
    assert_eq!(
        play(&room, 1, 1).err(),
        Some(Refusal::Game(Notice::Refused(occupied)))
    );
    let stale = Command::Play(at(0, 0), Some(0));
    let stones = Refusal::Stones { here: 1, seen: 0 };
    assert_eq!(room.command(stale).err(), Some(stones));
    assert_eq!(
        room.command(Command::MoveNow).err(),
        Some(Refusal::NotThinking)
    );
    assert_eq!(
        room.command(Command::Redo).err(),
        Some(Refusal::Game(Notice::NothingToRedo))
    );
    let after = room.news();
    assert_eq!((after.rev, after.beat), (before.rev, before.beat));
    let fresh = Command::Play(at(0, 0), Some(1));
    assert_eq!(moves(&room.command(fresh).unwrap()).len(), 2);
}

#[test]
fn a_game_is_taken_back_played_again_and_given_up() {
    let room = room(start(Rules::TIC_TAC_TOE, PEOPLE, Level::LOWEST));
    play(&room, 1, 1).unwrap();
    play(&room, 0, 0).unwrap();
    let undone = room.command(Command::Undo).unwrap();
    assert_eq!(moves(&undone).len(), 1);
    assert!(undone.shown.can_undo && undone.shown.can_redo);
    let redone = room.command(Command::Redo).unwrap();
    assert!(moves(&redone).len() == 2 && !redone.shown.can_redo);
    let over = room.command(Command::Resign).unwrap();
    assert_eq!(over.shown.ending, Some(Ending::Resigned(Side::Black)));
}

#[test]
fn advice_comes_and_goes_with_the_position() {
    let room = room(start(Rules::TIC_TAC_TOE, PEOPLE, Level::LOWEST));
    let asked = room.command(Command::Hint).unwrap();
    assert_eq!(asked.thinking.unwrap().purpose, Purpose::Hint);
    let news = wait(&room, "advice", |news| news.shown.hint.is_some());
    let (point, _) = news.shown.hint.unwrap();
    let after = play(&room, point.column(), point.row()).unwrap();
    assert_eq!(after.shown.hint, None);
}

#[test]
fn the_engine_moves_when_told() {
    let (room, ticket) = room_in_a_queue(VERSUS);
    let change = Command::Change {
        level: Some(Level::FULL),
        players: None,
    };
    room.command(change).unwrap();
    play(&room, 7, 7).unwrap();
    room.command(Command::MoveNow).unwrap(); // while it waits for its turn
    drop(ticket);
    wait(&room, "an answer", |news| moves(news).len() == 2);
}

#[test]
fn level_and_players_change_while_the_game_goes_on() {
    let room = room(start(Rules::TIC_TAC_TOE, PEOPLE, Level::LOWEST));
    play(&room, 1, 1).unwrap();
    let change = |level, players| Command::Change { level, players };
    let news = room.command(change(Some(Level::FULL), None)).unwrap();
    assert_eq!(news.shown.kept.level, Level::FULL);
    room.command(change(None, Some(VERSUS))).unwrap();
    let news = wait(&room, "an answer", |news| moves(news).len() == 2);
    assert_eq!(news.shown.kept.players, VERSUS);
    let same = room
        .command(change(Some(Level::FULL), Some(VERSUS)))
        .unwrap();
    assert_eq!(same.rev, news.rev);
}

#[test]
fn an_engine_that_fails_is_told_of_and_can_be_told_to_go_on() {
    let (room, ticket) = room_in_a_queue(VERSUS);
    play(&room, 7, 7).unwrap();
    room.hear(task(&room), searches::News::Failed);
    let news = room.news();
    assert_eq!(news.shown.said, Some(Message::Trouble(Trouble::Engine)));
    assert!(news.thinking.is_none());
    let again = room.command(Command::MoveNow).unwrap();
    assert!(again.thinking.is_some());
    drop(ticket);
    wait(&room, "an answer", |news| moves(news).len() == 2);
}

/// Many games think at once on one thread: each gets its turn, though no request would.
#[test]
fn games_wait_for_one_another() {
    let house = house(1);
    let rooms: Vec<_> = (0..20)
        .map(|n| {
            let start = start(Rules::TIC_TAC_TOE, [Player::Engine; 2], Level::LOWEST);
            Room::open(format!("g{n}"), Arc::clone(&house), start, n, false)
        })
        .collect();
    for room in &rooms {
        wait(room, "the end", |news| news.shown.ending.is_some());
    }
}
