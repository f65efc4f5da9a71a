//! The link under random bytes, and the document about it held against the code.
#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

use std::fmt::Write;

use fastrand::Rng;
use minmax_engine::point::Point;
use minmax_engine::rules::Rules;
use minmax_engine::strategy::handicap::Level;
use minmax_h3::app::event::{Event as GameEvent, Player};
use minmax_h3::app::session::{Config, Session};
use minmax_h3::link::robot::Robot;
use minmax_h3::link::translate;
use minmax_link::board::Board;
use minmax_link::cell::{Cell, Colour, Size};
use minmax_link::device::Device;
use minmax_link::frame::{Frame, LONGEST_TEXT};
use minmax_link::line::{Event, Line, Timing};
use minmax_link::message::{Abilities, Command, Report};
use minmax_tests::robot::arena::{Arena, Engine, setup};
use minmax_tests::robot::person::Person;
use minmax_tests::robot::student::crc;
use minmax_tests::robot::table::{Skill, Table};
use minmax_tests::robot::wire::Noise;
use proptest::collection::vec;
use proptest::prelude::{
    Just, Strategy, any, prop, prop_assert, prop_assert_eq, prop_oneof, proptest,
};

const DOCUMENT: &str = include_str!("../firmware-linux/LINK.md");
const TIMING: Timing = Timing::for_baud(115_200);

// ---- random bytes

fn has_right_checksum(line: &[u8]) -> bool {
    let Some(star) = line.iter().rposition(|&byte| byte == b'*') else {
        return false;
    };
    let wanted = format!("{:08X}", crc(&line[..star]));
    wanted.as_bytes().eq_ignore_ascii_case(&line[star + 1..])
}

/// Bytes that look like frames more often than chance allows.
fn noise() -> impl Strategy<Value = Vec<u8>> {
    let byte = prop::sample::select(b"@:+?* 0123456789ABCDEFabMOVED\r\n".to_vec());
    let piece = prop::strategy::Union::new([
        vec(any::<u8>(), 0..40).boxed(),
        vec(byte, 0..40).boxed(),
        (1u16.., 0u8.., "[ -~]{0,20}")
            .prop_map(|(session, number, text)| {
                let text = &text;
                let frame = Frame::Message {
                    session,
                    number,
                    text,
                };
                frame.to_bytes().unwrap().to_vec()
            })
            .boxed(),
        (1u16.., any::<u16>())
            .prop_map(|(session, knows)| {
                Frame::Open { session, knows }.to_bytes().unwrap().to_vec()
            })
            .boxed(),
    ]);
    vec(piece, 0..20).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn no_line_without_the_right_checksum_is_a_frame(line in vec(any::<u8>(), 0..60)) {
        prop_assert!(Frame::parse(&line).is_none() || has_right_checksum(&line));
    }

    #[test]
    fn a_changed_frame_is_none(
        text in "[ -~]{0,60}",
        changes in vec((any::<usize>(), 1u8..), 1..6),
    ) {
        let frame = Frame::Message { session: 7, number: 1, text: &text };
        let bytes = frame.to_bytes().unwrap();
        let mut line = bytes[..bytes.len() - 1].to_vec();
        let same = line.clone();
        for (place, change) in changes {
            let place = place % line.len();
            line[place] ^= change;
        }
        if !line.eq_ignore_ascii_case(&same) {
            prop_assert_eq!(Frame::parse(&line), None);
        }
    }

    #[test]
    fn any_text_travels_as_ascii_and_whole_if_it_can(text in "\\PC{0,500}") {
        let mut ends = [Line::new(1, TIMING), Line::new(2, TIMING)];
        exchange(&mut ends, 0);
        ends[0].send(&text).unwrap();
        let heard = exchange(&mut ends, 10);
        let expected: String = text
            .chars()
            .map(|c| if (' '..='~').contains(&c) { c } else { '?' })
            .take(LONGEST_TEXT)
            .collect();
        prop_assert_eq!(heard, [expected]);
    }

    #[test]
    fn after_any_noise_the_ends_find_each_other(noise in noise()) {
        let mut ends = [Line::new(1, TIMING), Line::new(2, TIMING)];
        exchange(&mut ends, 0);
        for &byte in &noise {
            ends[0].receive(byte);
        }
        ends[0].receive(b'\n');
        for now_ms in (10..20_000).step_by(10) {
            exchange(&mut ends, now_ms);
        }
        for here in 0..2 {
            ends[here].send(&"hello").unwrap();
            prop_assert_eq!(exchange(&mut ends, 20_000), ["hello"]);
        }
    }

    #[test]
    fn box_and_machine_take_any_bytes(noise in noise(), seed in any::<u64>()) {
        let session = session([Player::Human, Player::Engine]);
        let mut robot = Robot::new(setup(1), &session.view());
        robot.receive(&noise);
        let mut table = table(seed);
        let mut device = Device::new(2, TIMING);
        for &byte in &noise {
            device.receive(byte, &mut table);
            device.poll(&mut table);
        }
        for now_ms in 0..5 {
            while robot.transmit(now_ms).is_some() {}
            while device.transmit(now_ms).is_some() {}
        }
    }

    #[test]
    fn a_machine_may_say_anything_at_any_time(
        said in vec((report(), 0u64..4_000), 0..60),
        seed in any::<u64>(),
    ) {
        let mut random = Rng::with_seed(seed);
        let mut session = session([Player::Human, Player::Engine]);
        let mut robot = Robot::new(setup(1), &session.view());
        let mut machine = Line::new(2, TIMING);
        let mut now_ms = 0;
        for (report, pause_ms) in said {
            talk(&mut robot, &mut machine, now_ms);
            machine.send(&report).unwrap();
            talk(&mut robot, &mut machine, now_ms);
            now_ms += pause_ms;
            prop_assert!(std::iter::from_fn(|| robot.next_output()).count() <= 32);
            session.handle(match random.u8(0..8) {
                0 => GameEvent::Undo,
                1 => GameEvent::New,
                2 => GameEvent::Swap,
                3 => GameEvent::Resign,
                _ => GameEvent::Play(Point::new(random.usize(0..3), random.usize(0..3)).unwrap()),
            });
            robot.follow(&session.view());
        }
        talk(&mut robot, &mut machine, now_ms);
        prop_assert!(machine.is_free(), "the box still answers");
    }

    #[test]
    fn messages_are_read_or_refused(text in "[ -~]{0,60}") {
        if let Ok(command) = text.parse::<Command>() {
            prop_assert_eq!(command.to_string().parse(), Ok(command));
        }
        if let Ok(report) = Report::parse(&text) {
            let again = report.to_string();
            prop_assert_eq!(Report::parse(&again), Ok(report.clone()));
        }
    }

    #[test]
    fn every_board_reads_back(
        columns in 3u8..=20,
        rows in 3u8..=20,
        stones in vec(prop::option::of(any::<bool>()), 400),
    ) {
        let size = Size::new(columns, rows).unwrap();
        let mut board = Board::new(size);
        for (cell, stone) in size.cells().zip(stones) {
            board.set(cell, stone.map(|black| if black { Colour::Black } else { Colour::White }));
        }
        let text = board.to_string();
        prop_assert_eq!(Board::parse(size, &text), Some(board));
        prop_assert!(Report::Board(1, Board::parse(size, &text).unwrap()).to_string().len() <= LONGEST_TEXT);
    }
}

/// What a machine may say, right or wrong.
fn report() -> impl Strategy<Value = String> {
    let job = || prop_oneof![0u16..12, any::<u16>()];
    let cells = prop::sample::select(vec![
        "3/3/3",
        "1B1/3/3",
        "BWB/WBW/BWB",
        "B2/1W1/2B",
        "3/3",
        "x",
    ]);
    let size = prop::sample::select(vec!["3 3", "3 3", "3 3", "4 4", "20 20", "0 0"]);
    let can = prop::sample::select(vec!["PMR", "PMR", "P", "-", "X"]);
    prop_oneof![
        2 => (size.clone(), can).prop_map(|(size, can)| format!("READY 1 {size} {can}")),
        1 => any::<u16>().prop_map(|version| format!("READY {version} 3 3 PMR")),
        3 => Just("MOVED".to_owned()),
        6 => (job(), size, cells).prop_map(|(job, size, cells)| format!("BOARD {job} {size} {cells}")),
        3 => job().prop_map(|job| format!("DONE {job}")),
        3 => (job(), "[ -~]{0,20}").prop_map(|(job, why)| format!("FAILED {job} {why}")),
        1 => "[ -~]{0,40}",
    ]
}

/// Carries everything between the box and a machine that only listens.
fn talk(robot: &mut Robot, machine: &mut Line, now_ms: u64) {
    loop {
        let mut quiet = true;
        while let Some(line) = machine.transmit(now_ms) {
            quiet = false;
            robot.receive(line);
        }
        while let Some(line) = robot.transmit(now_ms) {
            quiet = false;
            for &byte in line {
                machine.receive(byte);
            }
        }
        if quiet {
            return;
        }
    }
}

/// Carries all that both ends have to say at this time; the messages that arrive.
fn exchange(ends: &mut [Line; 2], now_ms: u64) -> Vec<String> {
    let mut heard = Vec::new();
    loop {
        let mut quiet = true;
        for here in 0..2 {
            while let Some(line) = ends[here].transmit(now_ms).map(<[u8]>::to_vec) {
                quiet = false;
                for byte in line {
                    if let Some(Event::Message(text)) = ends[1 - here].receive(byte) {
                        heard.push(text.to_owned());
                    }
                }
            }
        }
        if quiet {
            return heard;
        }
    }
}

fn session(players: [Player; 2]) -> Session {
    Session::new(Config {
        rules: Rules::TIC_TAC_TOE,
        players,
        level: Level::FULL,
        limits: None,
        seed: 0,
    })
}

fn table(seed: u64) -> Table {
    let size = translate::size(Rules::TIC_TAC_TOE);
    Table::new(size, Abilities::ALL, Skill::default(), Rng::with_seed(seed))
}

// ---- the document

/// The lines of the document's code blocks with that word at their beginning.
fn blocks(kind: &str) -> Vec<Vec<&'static str>> {
    let mut blocks = Vec::new();
    let mut inside = false;
    for line in DOCUMENT.lines() {
        if let Some(word) = line.trim_start().strip_prefix("```") {
            inside = word == kind;
            if inside {
                blocks.push(Vec::new());
            }
        } else if inside {
            blocks
                .last_mut()
                .into_iter()
                .for_each(|block: &mut Vec<_>| block.push(line));
        }
    }
    blocks
}

/// Who speaks, and what, in a line such as `box      LOOK 1      a remark`.
fn spoken(line: &str) -> Option<(bool, &str)> {
    let (who, rest) = line.split_once(' ')?;
    let what = rest.trim_start().split("  ").next()?;
    match who {
        "box" => Some((true, what)),
        "machine" => Some((false, what)),
        _ => None,
    }
}

#[test]
fn every_frame_in_the_document_is_right() {
    let frames: Vec<_> = blocks("frames")
        .concat()
        .into_iter()
        .filter_map(spoken)
        .collect();
    assert!(frames.len() > 20);
    for (of_box, text) in frames {
        let frame = Frame::parse(text.as_bytes());
        let (body, _) = text.rsplit_once('*').unwrap();
        let right = format!("{body}*{:08X}", crc(body.as_bytes()));
        assert!(frame.is_some(), "{text}, but right would be {right}");
        if let Some(Frame::Message { text, .. }) = frame {
            assert_understood(of_box, text);
        }
    }
}

fn assert_understood(of_box: bool, text: &str) {
    if of_box {
        assert!(text.parse::<Command>().is_ok(), "{text}");
    } else {
        assert!(Report::parse(text).is_ok(), "{text}");
    }
}

#[test]
fn every_message_in_the_document_is_understood() {
    let messages: Vec<_> = blocks("messages")
        .concat()
        .into_iter()
        .filter_map(spoken)
        .collect();
    for word in ["GAME", "PLACE", "MOVE", "REMOVE", "LOOK", "LAMP", "OVER"] {
        assert!(
            messages.iter().any(|(_, text)| text.starts_with(word)),
            "{word}"
        );
    }
    for word in ["READY", "MOVED", "BOARD", "DONE", "FAILED"] {
        assert!(
            messages.iter().any(|(_, text)| text.starts_with(word)),
            "{word}"
        );
    }
    for (of_box, text) in messages {
        assert_understood(of_box, text);
    }
}

#[test]
fn the_boards_in_the_document_are_one_board() {
    let boards = blocks("boards").concat();
    let board = |text: &str| Board::parse(Size::new(3, 3).unwrap(), text.trim()).unwrap();
    let first = board(boards[0]);
    assert!(boards.len() > 2 && boards.iter().all(|text| board(text) == first));
    assert_eq!(first.stone(Cell::parse("b3").unwrap()), Some(Colour::White));
}

/// The document's game: Black's first cell was set to 1, and White answers beside it.
fn documented_game(arena: &mut Arena<'_>) {
    arena.robot = Robot::new(setup(0x1A2B), &arena.session.view());
    arena.peer = Box::new(Device::new(0x0C3D, TIMING));
    arena.first_cell = Point::new(0, 0);
    arena.start();
    arena.until(600, "the end", Arena::is_over);
}

/// What both say, each message once, without acknowledgements.
fn messages(lines: &[(bool, String)]) -> Vec<(bool, &str)> {
    let mut messages = Vec::new();
    let mut last = [""; 2];
    for (of_box, line) in lines {
        let last = &mut last[usize::from(*of_box)];
        if let Some(Frame::Message { text, .. }) = Frame::parse(line.as_bytes())
            && *last != line.as_str()
        {
            *last = line;
            messages.push((*of_box, text));
        }
    }
    messages
}

fn listing(lines: &[(bool, &str)]) -> String {
    let mut listing = String::new();
    for (of_box, text) in lines {
        let who = if *of_box { "box" } else { "machine" };
        writeln!(listing, "{who:<8} {text}").unwrap();
    }
    listing
}

#[test]
fn the_document_s_game_is_a_real_one() {
    let mut engine = Engine::new(Level::FULL, Level::FULL.limits());
    let mut wanted = ["b3", "a1", "c2", "b1", "c1"]
        .map(|name| Cell::parse(name).unwrap())
        .into_iter();
    let choose =
        Box::new(move |table: &mut Table| wanted.find(|&cell| table.board.stone(cell).is_none()));
    let person = Person::new(Colour::White, 0, choose, Rng::with_seed(1));
    let players = [Player::Engine, Player::Human];
    let rules = Rules::TIC_TAC_TOE;
    let mut arena = Arena::new(
        rules,
        players,
        &mut engine,
        table(1),
        person,
        Noise::NONE,
        1,
    );
    documented_game(&mut arena);
    let opening: Vec<_> = arena
        .lines
        .iter()
        .map(|(of_box, line)| (*of_box, line.as_str()))
        .take(18)
        .collect();
    let documented = blocks("frames");
    let spoken_in =
        |block: &[&'static str]| block.iter().copied().filter_map(spoken).collect::<Vec<_>>();
    assert_eq!(
        spoken_in(documented.last().unwrap()),
        opening,
        "\n{}",
        listing(&opening)
    );
    let whole = messages(&arena.lines);
    let documented = blocks("messages");
    assert_eq!(
        spoken_in(documented.last().unwrap()),
        whole,
        "\n{}",
        listing(&whole)
    );
}
