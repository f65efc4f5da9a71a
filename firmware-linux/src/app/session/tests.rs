//! Games between people and engine, event by event.

use super::*;
use minmax_engine::game::PlayError;

const HUMAN_FIRST: [Player; 2] = [Player::Human, Player::Engine];
const ENGINE_FIRST: [Player; 2] = [Player::Engine, Player::Human];

fn session(players: [Player; 2]) -> Session {
    Session::new(Config {
        rules: Rules::TIC_TAC_TOE,
        players,
        level: Level::DEFAULT,
        limits: None,
        seed: 7,
    })
}

fn cell(n: usize) -> Point {
    Point::new((n - 1) % 3, (n - 1) / 3).unwrap()
}

fn idea() -> Thought {
    Thought {
        score: 17,
        depth: 2,
        nodes: 30,
        elapsed_ms: 4,
        ..Thought::default()
    }
}

fn task(request: Option<Request>) -> Box<Task> {
    match request {
        Some(Request::Think(task)) => task,
        other => panic!("no task but {other:?}"),
    }
}

fn notice(reaction: &Reaction) -> Notice {
    reaction.notice.unwrap()
}

/// The human plays a cell, the engine answers with another.
fn exchange(session: &mut Session, human: usize, engine: usize) {
    let asked = task(session.handle(Event::Play(cell(human))).request);
    let answered = session.handle(Event::Answer(asked.id, Some((cell(engine), idea()))));
    assert!(matches!(notice(&answered), Notice::Played(_, _, Some(_))));
}

fn stones(session: &Session) -> Vec<Point> {
    session.view().game.moves().to_vec()
}

#[test]
fn people_and_engine_take_turns() {
    let mut session = session(HUMAN_FIRST);
    assert!(session.start().is_none());
    exchange(&mut session, 5, 1);
    assert_eq!(stones(&session), [cell(5), cell(1)]);
    assert_eq!(session.view().thought, Some((cell(1), idea())));
    assert!(session.view().awaits_human());
}

#[test]
fn the_engine_begins_if_it_plays_black() {
    let mut session = session(ENGINE_FIRST);
    let asked = task(session.start());
    assert_eq!((asked.seed, asked.afresh), (7, true));
    let refused = session.handle(Event::Play(cell(1)));
    assert_eq!(notice(&refused), Notice::EngineThinks);
    session.handle(Event::Answer(asked.id, Some((cell(5), idea()))));
    let next = task(session.handle(Event::Play(cell(1))).request);
    assert!(!next.afresh, "what was learnt is kept within a game");
}

#[test]
fn undo_takes_the_reply_back_too_and_redo_brings_both() {
    let mut session = session(HUMAN_FIRST);
    exchange(&mut session, 5, 1);
    exchange(&mut session, 9, 2);
    assert_eq!(notice(&session.handle(Event::Undo)), Notice::Undone(2));
    assert_eq!(stones(&session), [cell(5), cell(1)]);
    assert_eq!(notice(&session.handle(Event::Redo)), Notice::Redone(2));
    assert_eq!(stones(&session).len(), 4);
    assert_eq!(session.view().thought, Some((cell(2), idea())));
    assert_eq!(notice(&session.handle(Event::Redo)), Notice::NothingToRedo);
}

#[test]
fn undo_while_the_engine_thinks_gives_its_task_up() {
    let mut session = session(HUMAN_FIRST);
    let asked = task(session.handle(Event::Play(cell(5))).request);
    let undone = session.handle(Event::Undo);
    assert_eq!(notice(&undone), Notice::Undone(1));
    assert!(matches!(undone.request, Some(Request::Abandon)));
    let late = session.handle(Event::Answer(asked.id, Some((cell(1), idea()))));
    assert!(late.notice.is_none() && late.request.is_none());
    assert!(stones(&session).is_empty());
    let again = session.handle(Event::Redo);
    assert_eq!(notice(&again), Notice::Redone(1));
    task(again.request);
}

#[test]
fn a_move_of_the_engine_alone_is_not_taken_back() {
    let mut session = session(ENGINE_FIRST);
    let asked = task(session.start());
    session.handle(Event::Answer(asked.id, Some((cell(5), idea()))));
    assert_eq!(notice(&session.handle(Event::Undo)), Notice::NothingToUndo);
    assert_eq!(stones(&session), [cell(5)]);
}

#[test]
fn a_won_game_can_be_taken_back() {
    let mut session = session([Player::Human; 2]);
    for n in [1, 4, 2, 5, 3] {
        session.handle(Event::Play(cell(n)));
    }
    assert_eq!(session.view().ending, Some(Ending::Row(Side::Black)));
    assert!(session.view().winning.contains(cell(2)));
    let refused = session.handle(Event::Play(cell(9)));
    assert_eq!(notice(&refused), Notice::Refused(PlayError::GameOver));
    assert_eq!(notice(&session.handle(Event::Hint)), Notice::GameOver);
    assert_eq!(notice(&session.handle(Event::Undo)), Notice::Undone(1));
    assert_eq!(session.view().ending, None);
}

#[test]
fn undo_is_offered_exactly_where_it_works() {
    let check = |session: &mut Session| {
        let offered = session.view().can_undo;
        let before = session.record().clone();
        let worked = session
            .handle(Event::Undo)
            .notice
            .unwrap()
            .changes_position();
        assert_eq!(offered, worked, "{before:?}");
        session.handle(Event::Redo);
    };
    for players in [
        [Player::Human; 2],
        HUMAN_FIRST,
        ENGINE_FIRST,
        [Player::Engine; 2],
    ] {
        for moves in 0..6 {
            let mut session = session(players);
            let mut record = Record::new(Rules::TIC_TAC_TOE);
            for n in &[1, 4, 2, 5, 3][..moves.min(5)] {
                record.play(cell(*n), None).unwrap();
            }
            session.handle(Event::Restore(Box::new(record)));
            check(&mut session);
            session.handle(Event::Resign);
            check(&mut session);
        }
    }
}

#[test]
fn advice_is_full_strength_and_void_after_the_next_move() {
    let mut session = session(HUMAN_FIRST);
    let asked = task(session.handle(Event::Hint).request);
    assert_eq!(asked.level, Level::FULL);
    let advised = session.handle(Event::Answer(asked.id, Some((cell(5), idea()))));
    assert_eq!(notice(&advised), Notice::Hint(cell(5), idea()));
    assert_eq!(session.view().hint, Some((cell(5), idea())));
    assert!(stones(&session).is_empty());
    session.handle(Event::Play(cell(1)));
    assert_eq!(session.view().hint, None);
}

#[test]
fn sides_change_and_the_game_goes_on() {
    let mut session = session(HUMAN_FIRST);
    let swapped = session.handle(Event::Swap);
    assert_eq!(notice(&swapped), Notice::YourSide(Side::White));
    let asked = task(swapped.request);
    session.handle(Event::Answer(asked.id, Some((cell(5), idea()))));
    assert!(session.view().awaits_human());
    let mut two = self::session([Player::Human; 2]);
    assert_eq!(notice(&two.handle(Event::Swap)), Notice::NoSideToSwap);
}

#[test]
fn the_person_resigns_whoever_is_to_move() {
    let mut session = session(ENGINE_FIRST);
    session.start();
    let resigned = session.handle(Event::Resign);
    assert_eq!(notice(&resigned), Notice::Resigned(Side::White));
    assert!(matches!(resigned.request, Some(Request::Abandon)));
    assert_eq!(notice(&session.handle(Event::Resign)), Notice::GameOver);
    let undone = session.handle(Event::Undo);
    assert_eq!(notice(&undone), Notice::Unresigned);
    task(undone.request);
}

#[test]
fn levels_and_limits() {
    let mut session = session(HUMAN_FIRST);
    let level = Level::new(2).unwrap();
    assert_eq!(
        notice(&session.handle(Event::Level(level))),
        Notice::Level(level, None)
    );
    let asked = task(session.handle(Event::Play(cell(1))).request);
    assert_eq!((asked.level, asked.limits), (level, level.limits()));
    session.config.limits = Some(Limits::nodes(5).into());
    session.handle(Event::New);
    let asked = task(session.handle(Event::Play(cell(1))).request);
    assert_eq!((asked.limits, asked.afresh), (Limits::nodes(5), true));
}

#[test]
fn a_restored_game_goes_on_under_its_own_rules() {
    let mut session = session(HUMAN_FIRST);
    let mut record = Record::new(Rules::GOMOKU);
    record.play(cell(1), None).unwrap();
    let restored = session.handle(Event::Restore(Box::new(record)));
    assert_eq!(notice(&restored), Notice::Restored(1));
    task(restored.request);
    session.handle(Event::New);
    assert_eq!(session.view().rules(), Rules::GOMOKU);
}

#[test]
fn an_engine_that_has_failed_thinks_again_when_told_to_move() {
    let mut session = session(HUMAN_FIRST);
    assert!(session.handle(Event::MoveNow).request.is_none());
    let asked = task(session.handle(Event::Play(cell(5))).request);
    session.handle(Event::Answer(asked.id, None));
    assert!(session.view().thinking.is_none() && session.view().awaits_engine());
    let again = task(session.handle(Event::MoveNow).request);
    session.handle(Event::Answer(again.id, Some((cell(1), idea()))));
    assert_eq!(stones(&session), [cell(5), cell(1)]);
}

#[test]
fn another_game_and_its_players_begin_at_once() {
    let mut session = session(HUMAN_FIRST);
    task(session.handle(Event::Play(cell(5))).request);
    let start = |record| {
        Event::Start(Box::new(Start {
            record,
            players: ENGINE_FIRST,
            level: Level::LOWEST,
        }))
    };
    let begun = session.handle(start(Record::new(Rules::GOMOKU)));
    assert_eq!(notice(&begun), Notice::NewGame);
    let asked = task(begun.request);
    assert_eq!(
        (asked.level, asked.game.rules()),
        (Level::LOWEST, Rules::GOMOKU)
    );
    let mut record = Record::new(Rules::TIC_TAC_TOE);
    record.play(cell(1), None).unwrap();
    let begun = session.handle(start(record));
    assert_eq!(notice(&begun), Notice::Restored(1));
    assert!(matches!(begun.request, Some(Request::Abandon)));
    assert_eq!(session.config().rules, Rules::TIC_TAC_TOE);
    let view = session.view();
    assert!(!view.can_undo && !view.can_redo && view.awaits_human());
}

#[test]
fn a_watched_game_takes_no_moves() {
    let mut session = session([Player::Engine; 2]);
    let first = task(session.start());
    let moved = session.handle(Event::Answer(first.id, Some((cell(5), idea()))));
    task(moved.request);
    for event in [Event::Undo, Event::Resign] {
        assert_eq!(notice(&session.handle(event)), Notice::NoHuman);
    }
    assert!(matches!(
        session.handle(Event::MoveNow).request,
        Some(Request::MoveNow)
    ));
}

#[test]
fn another_game_begins_and_stops_the_engine() {
    let mut session = session(HUMAN_FIRST);
    let asked = task(session.handle(Event::Play(cell(5))).request);
    assert!(session.is_in_progress());
    let begun = session.handle(Event::Begin(Rules::GOMOKU));
    assert_eq!(notice(&begun), Notice::NewGame);
    assert!(matches!(begun.request, Some(Request::Abandon)));
    assert!(!session.is_in_progress());
    session.handle(Event::Answer(asked.id, Some((cell(1), idea()))));
    assert!(stones(&session).is_empty());
    assert_eq!(session.config().rules, Rules::GOMOKU);
    session.handle(Event::New);
    assert_eq!(session.view().rules(), Rules::GOMOKU);
}

#[test]
fn others_take_their_seats_and_the_game_goes_on() {
    let mut session = session(HUMAN_FIRST);
    exchange(&mut session, 5, 1);
    let seated = session.handle(Event::Seat([Player::Engine; 2]));
    assert_eq!(notice(&seated), Notice::Seated([Player::Engine; 2]));
    let asked = task(seated.request);
    let seated = session.handle(Event::Seat([Player::Human; 2]));
    assert!(matches!(seated.request, Some(Request::Abandon)));
    session.handle(Event::Answer(asked.id, Some((cell(9), idea()))));
    assert_eq!(stones(&session), [cell(5), cell(1)]);
    assert!(session.view().awaits_human());
}
