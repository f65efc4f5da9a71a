use std::fs::FileTimes;
use std::io::ErrorKind;
use std::time::{Duration, SystemTime};

use minmax_engine::point::Point;
use minmax_engine::rules::{LineRule, Rules};
use minmax_engine::side::Side;
use proptest::prelude::*;

use super::*;
use crate::app::record::Ending;
use crate::sgf;
use crate::store::numbers;

const PLAYERS: [Player; 2] = [Player::Engine, Player::Human];

fn kept(record: &Record) -> Kept {
    Kept {
        record: record.clone(),
        players: PLAYERS,
        level: Level::new(7).unwrap(),
    }
}

fn at(column: usize, row: usize) -> Point {
    Point::new(column, row).unwrap()
}

/// Tic-tac-toe, by the numbers of the cells.
fn small(cells: &[usize]) -> Record {
    let mut record = Record::new(Rules::TIC_TAC_TOE);
    for cell in cells {
        let point = at((cell - 1) % 3, (cell - 1) / 3);
        record.play(point, None).unwrap();
    }
    record
}

const WON: [usize; 5] = [1, 4, 2, 5, 3];

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn open(&self) -> (Keeper, Found) {
        Keeper::open(self.0.path(), 8).unwrap()
    }

    fn names(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(folder)).into_iter().flatten();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<_> = names.collect();
        names.sort();
        names
    }

    /// The moves of the archived games and whether they are finished.
    fn archived(&self) -> Vec<(usize, bool)> {
        let names = self.names(ARCHIVE);
        let games = names.iter().enumerate().map(|(n, name)| {
            assert_eq!(*name, format!("{:06}.sgf", n + 1));
            let bytes = fs::read(self.path(ARCHIVE).join(name)).unwrap();
            let record = sgf::read(&bytes).unwrap();
            (record.game().moves().len(), record.ending().is_some())
        });
        games.collect()
    }

    fn set(&self, bytes: &[u8]) {
        fs::write(self.path(GAME), bytes).unwrap();
    }

    /// What stands there is set aside and not lost.
    fn assert_damaged(&self, why: &str) {
        let bytes = fs::read(self.path(GAME)).unwrap_or_default();
        let (mut keeper, found) = self.open();
        let Found::Damaged { kept_as } = found else {
            panic!("{why}: {found:?}");
        };
        if kept_as.is_file() {
            assert_eq!(fs::read(kept_as).unwrap(), bytes, "{why}");
        }
        keeper.save(&kept(&small(&[9]))).unwrap();
        assert_eq!(found_record(self.open().1), small(&[9]), "{why}");
    }
}

fn found_record(found: Found) -> Record {
    match found {
        Found::Game { record, .. } => *record,
        other => panic!("{other:?}"),
    }
}

/// A game as another program may have left it here, with other lines and a rule of its own.
fn annotated() -> Record {
    let text = "(;GM[4]SZ[9]RU[house]PB[\u{5f20}]EV[Cup];B[ee]C[a\\]b];W[ef](;B[ff]C[x];W[aa])\
                (;B[gg](;W[hh])(;W[ii])))";
    sgf::read(text.as_bytes()).unwrap()
}

fn annotated_text() -> String {
    text::Game::from(&kept(&annotated()))
        .write(Some(3))
        .unwrap()
}

#[test]
fn a_game_is_gone_on_with() {
    let folder = Folder::new();
    let deep = folder.path("var/lib/box");
    let (mut keeper, found) = Keeper::open(&deep, 8).unwrap();
    assert_eq!(found, Found::Nothing);
    for record in [
        small(&[]),
        small(&[5, 1]),
        small(&WON),
        annotated(),
        Record::new(Rules::new(7, 6, 4, LineRule::Freestyle).unwrap()),
        Record::new(Rules::new(20, 20, 5, LineRule::CaroOverline).unwrap()),
    ] {
        keeper.save(&kept(&record)).unwrap();
        let (_, found) = Keeper::open(&deep, 8).unwrap();
        let expected = Found::Game {
            record: Box::new(record),
            players: Some(PLAYERS),
            level: Level::new(7),
        };
        assert_eq!(found, expected);
    }
}

#[test]
fn people_can_read_who_plays() {
    let text = text::Game::from(&kept(&small(&[5])))
        .write(Some(12))
        .unwrap();
    assert!(text.starts_with("(;FF[4]MC["), "{text}");
    let rest = "PB[minmax-h3 level 7]PW[Human]MP[engine,human]ML[7]MA[000012]\n;B[bb])\n";
    assert!(text.ends_with(rest), "{text}");
}

#[test]
fn a_game_of_another_program_is_gone_on_with() {
    let folder = Folder::new();
    folder.set(b"\xef\xbb\xbf( ;GM[4]SZ[3]MK[3]ML[99]MP[a,b]MA[x];B[bb])");
    let (mut keeper, found) = folder.open();
    let expected = Found::Game {
        record: Box::new(small(&[5])),
        players: None,
        level: None,
    };
    assert_eq!(found, expected);
    keeper.begin(&kept(&small(&[]))).unwrap();
    assert_eq!(folder.archived(), [(1, false)]);
}

#[test]
fn a_part_of_a_game_is_damaged_wherever_it_breaks_off() {
    let folder = Folder::new();
    let text = annotated_text();
    assert!(text::read(text.as_bytes()).is_some());
    for length in 0..text.len() {
        let part = &text.as_bytes()[..length];
        assert_eq!(text::read(part), None, "{}", String::from_utf8_lossy(part));
    }
    for (n, length) in [0, 1, text.len() / 2, text.len() - 1]
        .into_iter()
        .enumerate()
    {
        folder.set(&text.as_bytes()[..length]);
        folder.assert_damaged(&format!("{length} bytes"));
        let kept = folder
            .names("")
            .into_iter()
            .filter(|name| name.starts_with("damaged-"));
        assert_eq!(kept.count(), n + 1);
    }
}

#[test]
fn blocks_that_were_not_written_are_damage() {
    let mut record = Record::new(Rules::GOMOKU);
    for n in 0..40 {
        record.play(at(n % 15, 3 * (n / 15)), None).unwrap();
    }
    let text = text::Game::from(&kept(&record)).write(Some(1)).unwrap();
    let nodes: Vec<_> = text.match_indices(';').map(|(at, _)| at).collect();
    let (from, to) = (nodes[11], nodes[13]);
    let mut bytes = text.into_bytes();
    bytes[from..to].fill(0);
    assert!(sgf::read(&bytes).is_ok_and(|shorter| shorter.game().moves().len() < 40));
    assert_eq!(text::read(&bytes), None);
}

#[test]
fn what_cannot_be_gone_on_with_is_kept_aside() {
    let folder = Folder::new();
    let large = [b"(;GM[4]C[".as_slice(), &[b'x'; 1 << 20], b"])"].concat();
    for (bytes, why) in [
        (b"".as_slice(), "empty"),
        (b"hello", "no game"),
        (b"x(;GM[4];B[hh])", "something before"),
        (b"(;GM[4];B[hh]", "cut off"),
        (b"(;GM[1];B[hh])", "another game"),
        (b"(;GM[4];B[hh];W[hh])", "an impossible move"),
        (
            b"(;GM[4]RU[renju];B[hg];W[aa];B[gh];W[ac];B[ih];W[ae];B[hi];W[ag];B[hh])",
            "a forbidden move",
        ),
        (b"(;GM[4]RU[house];B[hh])", "an unknown rule"),
        (b"(;GM[4]C[\xff];B[hh])", "not UTF-8"),
        (b"(;FF[4]MC[00000000]GM[4];B[hh])", "another sum"),
        (b"(;FF[4]MC", "half a sum"),
        (&large, "too large"),
    ] {
        folder.set(bytes);
        folder.assert_damaged(why);
    }
    fs::remove_file(folder.path(GAME)).unwrap();
    fs::create_dir(folder.path(GAME)).unwrap();
    folder.assert_damaged("a folder");
    assert!(folder.path("damaged-13.sgf").is_dir());
}

#[test]
fn what_an_interrupted_save_has_left_is_removed() {
    let folder = Folder::new();
    let (mut keeper, _) = folder.open();
    keeper.save(&kept(&small(&WON))).unwrap();
    let half = &annotated_text()[..40];
    for left in [".minmax-h3-Ab12cD", "archive/.minmax-h3-x"] {
        fs::write(folder.path(left), half).unwrap();
    }
    assert_eq!(found_record(folder.open().1), small(&WON));
    assert_eq!(folder.names(""), [ARCHIVE, GAME]);
    assert_eq!(folder.names(ARCHIVE), ["000001.sgf"]);
}

#[test]
fn a_game_stands_in_the_archive_once() {
    let folder = Folder::new();
    let (mut keeper, _) = folder.open();
    let mut record = small(&WON);
    keeper.save(&kept(&record)).unwrap();
    assert_eq!(folder.archived(), [(5, true)]);
    record.undo();
    keeper.save(&kept(&record)).unwrap();
    assert_eq!(folder.archived(), [(5, true)]);
    let (mut keeper, _) = folder.open();
    record.resign(Side::Black);
    keeper.save(&kept(&record)).unwrap();
    assert_eq!(folder.archived(), [(4, true)]);
    keeper.begin(&kept(&small(&[]))).unwrap();
    let (mut keeper, _) = folder.open();
    keeper.save(&kept(&small(&WON))).unwrap();
    assert_eq!(folder.archived(), [(4, true), (5, true)]);
}

#[test]
fn a_game_that_is_left_is_not_lost() {
    let folder = Folder::new();
    let (mut keeper, _) = folder.open();
    keeper.begin(&kept(&small(&[]))).unwrap();
    keeper.begin(&kept(&small(&[]))).unwrap();
    assert_eq!(folder.archived(), [], "nothing was played");
    keeper.save(&kept(&small(&[5, 1]))).unwrap();
    keeper.begin(&kept(&small(&[]))).unwrap();
    assert_eq!(folder.archived(), [(2, false)]);
    keeper.save(&kept(&small(&WON))).unwrap();
    keeper.save(&kept(&small(&[1, 4, 2]))).unwrap();
    keeper.begin(&kept(&small(&[]))).unwrap();
    assert_eq!(folder.archived(), [(2, false), (5, true)], "taken back");
    keeper.save(&kept(&small(&WON))).unwrap();
    keeper.save(&kept(&small(&[1, 9]))).unwrap();
    keeper.begin(&kept(&small(&[]))).unwrap();
    let all = [(2, false), (5, true), (5, true), (2, false)];
    assert_eq!(folder.archived(), all, "it went another way");
    keeper.save(&kept(&small(&WON))).unwrap();
    keeper.save(&kept(&small(&[]))).unwrap();
    let (mut keeper, _) = folder.open();
    keeper.begin(&kept(&small(&[]))).unwrap();
    keeper.save(&kept(&small(&WON))).unwrap();
    assert_eq!(
        folder.archived()[4..],
        [(5, true); 2],
        "taken back to its start"
    );
    keeper.begin(&kept(&small(&[]))).unwrap();
    keeper.save(&kept(&small(&[3]))).unwrap();
    keeper.begin(&kept(&small(&[1]))).unwrap();
    assert_eq!(folder.archived()[6..], [(1, false)]);
}

#[test]
fn to_go_on_with_a_game_is_no_new_game() {
    let folder = Folder::new();
    let (mut keeper, _) = folder.open();
    keeper.save(&kept(&small(&[5, 1]))).unwrap();
    let (mut keeper, found) = folder.open();
    keeper.begin(&kept(&found_record(found))).unwrap();
    assert_eq!(folder.archived(), []);
    let (mut keeper, _) = folder.open();
    keeper.begin(&kept(&small(&[5, 1, 9]))).unwrap();
    assert_eq!(folder.archived(), [], "it waited for the disk");
    keeper.begin(&kept(&small(&[5, 1, 9, 2]))).unwrap();
    assert_eq!(
        folder.archived(),
        [(3, false)],
        "another game, with the same moves"
    );
}

/// The plug is pulled when a finished game stands in the archive and not yet in `game.sgf`, or a
/// game that is left stands in both.
#[test]
fn a_plug_pulled_between_two_files_makes_no_second_game() {
    let folder = Folder::new();
    let (mut keeper, _) = folder.open();
    keeper.save(&kept(&small(&WON[..4]))).unwrap();
    let before = fs::read(folder.path(GAME)).unwrap();
    keeper.save(&kept(&small(&WON))).unwrap();
    folder.set(&before);
    let (mut keeper, found) = folder.open();
    assert_eq!(found_record(found), small(&WON[..4]));
    keeper.begin(&kept(&small(&[]))).unwrap();
    assert_eq!(folder.archived(), [(5, true)]);
    keeper.save(&kept(&small(&[2, 3]))).unwrap();
    let before = fs::read(folder.path(GAME)).unwrap();
    keeper.begin(&kept(&small(&[]))).unwrap();
    folder.set(&before);
    let (mut keeper, _) = folder.open();
    keeper.save(&kept(&small(&[2, 3, 4]))).unwrap();
    keeper.begin(&kept(&small(&[]))).unwrap();
    assert_eq!(folder.archived(), [(5, true), (3, false)]);
}

#[test]
fn a_card_that_is_put_in_late_loses_nothing() {
    let folder = Folder::new();
    let (mut keeper, found) = folder.open();
    assert_eq!(found, Found::Nothing);
    let other = annotated_text();
    folder.set(other.as_bytes());
    keeper.save(&kept(&small(&[5]))).unwrap();
    assert_eq!(found_record(folder.open().1), small(&[5]));
    let aside = fs::read(folder.path("damaged-1.sgf")).unwrap();
    assert_eq!(aside, other.as_bytes());
    fs::remove_dir_all(folder.0.path()).unwrap();
    keeper.save(&kept(&small(&[5, 1]))).unwrap();
    assert_eq!(found_record(folder.open().1), small(&[5, 1]));
}

#[test]
fn without_an_archive_the_game_is_kept_and_not_left() {
    let folder = Folder::new();
    fs::write(folder.path(ARCHIVE), "in the way").unwrap();
    let (mut keeper, _) = Keeper::open(folder.0.path(), 8).unwrap();
    folder.set(b"(;GM[4]SZ[3]MK[3];B[aa])");
    let refused = keeper.save(&kept(&small(&[1])));
    assert!(matches!(refused, Err(StoreError::Io(_))), "no number");
    fs::remove_file(folder.path(ARCHIVE)).unwrap();
    keeper.save(&kept(&small(&[1]))).unwrap();
    fs::write(folder.path(ARCHIVE), "in the way").unwrap();
    for _ in 0..2 {
        assert!(keeper.save(&kept(&small(&WON))).is_err());
        assert_eq!(found_record(folder.open().1), small(&WON));
        assert!(keeper.begin(&kept(&small(&[]))).is_err());
        assert_eq!(found_record(folder.open().1), small(&WON));
    }
    fs::remove_file(folder.path(ARCHIVE)).unwrap();
    keeper.begin(&kept(&small(&[]))).unwrap();
    assert_eq!(folder.archived(), [(5, true)]);
    assert_eq!(found_record(folder.open().1), small(&[]));
}

#[test]
fn no_folder_is_an_error() {
    let folder = Folder::new();
    fs::write(folder.path("file"), "").unwrap();
    for name in ["file", "file/folder"] {
        let opened = Keeper::open(&folder.path(name), 8);
        assert!(matches!(opened, Err(StoreError::Io(_))), "{name}");
    }
}

#[test]
fn a_game_that_would_not_be_read_is_not_written() {
    let folder = Folder::new();
    let (mut keeper, _) = folder.open();
    keeper.save(&kept(&small(&[5]))).unwrap();
    let mut large = small(&[5]);
    let note = large.note_mut(0).unwrap();
    note.branches.push(format!("(;C[{}])", "x".repeat(1 << 20)));
    let refused = keeper.save(&kept(&large));
    assert!(matches!(refused, Err(StoreError::TooLarge)));
    assert_eq!(found_record(folder.open().1), small(&[5]));
}

/// Fills an archive with games of 4 KiB, each read as older or newer by a clock that jumps.
fn many(folder: &Folder, numbers: impl Iterator<Item = u32>) {
    fs::create_dir(folder.path(ARCHIVE)).unwrap();
    for number in numbers {
        let path = folder.path(ARCHIVE).join(format!("{number:06}.sgf"));
        fs::write(&path, "x").unwrap();
        let jump = Duration::from_secs(u64::from(number) * 7_919 % 1_000 * 1_000_000);
        let time = SystemTime::UNIX_EPOCH + jump;
        let file = fs::File::options().write(true).open(path).unwrap();
        file.set_times(FileTimes::new().set_modified(time)).unwrap();
    }
}

#[test]
fn the_oldest_go_whatever_the_clock_says() {
    let folder = Folder::new();
    many(&folder, 100..400);
    for other in ["notes.txt", "0000001.sgf", "000000.sgf", "5.sgf"] {
        fs::write(folder.path(ARCHIVE).join(other), "").unwrap();
    }
    fs::create_dir(folder.path(ARCHIVE).join("000090.sgf")).unwrap();
    let (mut keeper, _) = Keeper::open(folder.0.path(), 1).unwrap();
    keeper.save(&kept(&small(&WON))).unwrap();
    let names = folder.names(ARCHIVE);
    let games = names.iter().filter_map(|name| numbers::number(name));
    let games: Vec<_> = games.filter(|&number| number != 90).collect();
    assert_eq!(games, (145..=400).collect::<Vec<_>>(), "256 blocks");
    assert_eq!(names.len(), 256 + 5, "the others are none of its business");
}

#[test]
fn the_newest_game_never_goes() {
    let folder = Folder::new();
    let mut record = small(&[5]);
    let comment = "x".repeat(900_000);
    let note = record.note_mut(0).unwrap();
    note.branches.push(format!("(;C[{comment}])"));
    let (mut keeper, _) = Keeper::open(folder.0.path(), 1).unwrap();
    for number in 1..4 {
        keeper.begin(&kept(&record)).unwrap();
        record.resign(Side::White);
        keeper.save(&kept(&record)).unwrap();
        assert_eq!(folder.names(ARCHIVE), [format!("{number:06}.sgf")]);
        record.unresign();
    }
}

#[test]
fn numbers_may_come_to_their_end() {
    let folder = Folder::new();
    many(&folder, [1, 3, 999_999_999].into_iter());
    for expected in ["000002.sgf", "000004.sgf"] {
        let (mut keeper, _) = folder.open();
        keeper.begin(&kept(&small(&WON))).unwrap();
        keeper.begin(&kept(&small(&[]))).unwrap();
        assert!(folder.names(ARCHIVE).contains(&expected.to_string()));
    }
}

/// The whole file or none: a process that is killed while it saves one game after the other.
#[cfg(unix)]
#[test]
#[cfg_attr(
    target_arch = "arm",
    ignore = "it starts itself anew, which an emulated program cannot"
)]
fn a_killed_box_has_its_last_game() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};

    for round in 1..12 {
        let folder = Folder::new();
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "store::keeper::tests::saves_until_it_is_killed"])
            .args(["--ignored", "--nocapture"])
            .env("MINMAX_H3_TEST_FOLDER", folder.0.path())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let saved = lines.map_while(Result::ok);
        let saved = saved.filter_map(|line| line.rsplit_once("saved ")?.1.parse().ok());
        let told: usize = saved.take(7 * round).last().unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        let (_, found) = folder.open();
        let moves = found_record(found).game().moves().len();
        assert!(moves >= told, "{moves} of {told}");
        assert!(!folder.names("").iter().any(|name| name.starts_with('.')));
    }
}

/// The other half of the test above.
#[cfg(unix)]
#[test]
#[ignore = "runs until it is killed"]
fn saves_until_it_is_killed() {
    let Some(folder) = std::env::var_os("MINMAX_H3_TEST_FOLDER") else {
        return;
    };
    let (mut keeper, _) = Keeper::open(Path::new(&folder), 8).unwrap();
    let mut record = Record::new(Rules::new(20, 20, 20, LineRule::Freestyle).unwrap());
    for n in 0..400 {
        record.play(at(n % 20, n / 20), None).unwrap();
        keeper.save(&kept(&record)).unwrap();
        println!("saved {}", n + 1);
    }
}

/// A disk of 128 KiB; none where this may not be made.
#[cfg(target_os = "linux")]
struct TinyDisk(Folder);

#[cfg(target_os = "linux")]
impl TinyDisk {
    fn new() -> Option<Self> {
        let folder = Folder::new();
        let mut mount = std::process::Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=128k", "none"]);
        let mounted = mount.arg(folder.0.path()).output();
        let mounted = mounted.is_ok_and(|output| output.status.success());
        if !mounted {
            eprintln!("skipped: only root may make a disk to be filled");
        }
        mounted.then_some(Self(folder))
    }

    fn mount(&self, options: &str) {
        let mut mount = std::process::Command::new("mount");
        mount.args(["-o", options]).arg(self.0.0.path());
        assert!(mount.status().unwrap().success());
    }

    fn fill(&self) {
        let mut full = fs::File::create(self.0.path("filler")).unwrap();
        while std::io::Write::write_all(&mut full, &[0; 4096]).is_ok() {}
    }
}

#[cfg(target_os = "linux")]
impl Drop for TinyDisk {
    fn drop(&mut self) {
        let mut unmount = std::process::Command::new("umount");
        let _ = unmount.arg(self.0.0.path()).status();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_keeps_the_game_before() {
    let Some(disk) = TinyDisk::new() else {
        return;
    };
    let folder = &disk.0;
    let (mut keeper, _) = folder.open();
    keeper.save(&kept(&small(&[5]))).unwrap();
    disk.fill();
    for record in [small(&[5, 1]), small(&WON)] {
        let refused = keeper.save(&kept(&record));
        assert!(matches!(refused, Err(StoreError::Full(_))), "{refused:?}");
        assert_eq!(found_record(folder.open().1), small(&[5]));
    }
    let refused = keeper.begin(&kept(&small(&[])));
    assert!(matches!(refused, Err(StoreError::Full(_))), "{refused:?}");
    fs::remove_file(folder.path("filler")).unwrap();
    keeper.begin(&kept(&small(&[]))).unwrap();
    assert_eq!(folder.archived(), [(5, true)]);
    assert_eq!(folder.names(""), [ARCHIVE, GAME], "no part is left");
}

#[cfg(target_os = "linux")]
#[test]
fn a_read_only_disk_is_read() {
    let Some(disk) = TinyDisk::new() else {
        return;
    };
    let folder = &disk.0;
    folder.open().0.save(&kept(&small(&[5]))).unwrap();
    disk.mount("remount,ro");
    let (mut keeper, found) = folder.open();
    assert_eq!(found_record(found), small(&[5]));
    let refused = keeper.save(&kept(&small(&[5, 1])));
    let read_only = |error: &StoreError| matches!(error, StoreError::Io(error) if error.kind() == ErrorKind::ReadOnlyFilesystem);
    assert!(refused.is_err_and(|error| read_only(&error)));
    disk.mount("remount,rw");
    keeper.save(&kept(&small(&[5, 1]))).unwrap();
    assert_eq!(found_record(folder.open().1), small(&[5, 1]));
    folder.set(b"half");
    disk.mount("remount,ro");
    let refused = Keeper::open(folder.0.path(), 8);
    assert!(
        refused.is_err_and(|error| read_only(&error)),
        "cannot be set aside"
    );
    disk.mount("remount,rw");
}

#[derive(Clone, Debug)]
enum Step {
    Play(usize),
    Undo,
    Resign,
    Begin,
    /// The box goes on with the game that it finds: as one that it begins, or not.
    Restart(bool),
    /// The next writes find the archive in the way, or no longer.
    Block(bool),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        8 => (1_usize..10).prop_map(Step::Play),
        2 => Just(Step::Undo),
        1 => Just(Step::Resign),
        2 => Just(Step::Begin),
        2 => any::<bool>().prop_map(Step::Restart),
        1 => any::<bool>().prop_map(Step::Block),
    ];
    proptest::collection::vec(step, 0..60)
}

/// What must be found in the archive at the end, by name of the model alone.
#[derive(Default)]
struct Model {
    /// The last end of each game, or what it was when it was left.
    games: Vec<Record>,
    /// The end of the game in progress, perhaps taken back since.
    end: Option<Record>,
}

impl Model {
    fn saved(&mut self, record: &Record) {
        if record.ending().is_some() {
            self.end = Some(record.clone());
        }
    }

    fn left(&mut self, record: &Record) {
        let end = self.end.take();
        if record.ending().is_none() && !record.game().moves().is_empty() {
            let own = text::Game::from(&kept(record));
            if !end.as_ref().is_some_and(|end| own.leads_to(end)) {
                self.games.push(record.clone());
            }
        }
        self.games.extend(end);
    }
}

fn block(folder: &Folder, blocked: bool) {
    let (archive, away) = (folder.path(ARCHIVE), folder.path("away"));
    if blocked && !archive.is_file() {
        let _ = fs::rename(&archive, &away);
        fs::write(&archive, "").unwrap();
    } else if !blocked && archive.is_file() {
        fs::remove_file(&archive).unwrap();
        let _ = fs::rename(&away, &archive);
    }
}

fn keep(keeper: &mut Keeper, record: &Record, begins: bool) -> Result<(), StoreError> {
    if begins {
        keeper.begin(&kept(record))
    } else {
        keeper.save(&kept(record))
    }
}

fn key(record: &Record) -> String {
    sgf::write(record, [""; 2])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever is done in whatever order: the last game that could be saved is found again, and
    /// the archive has every game before, once.
    #[test]
    fn nothing_is_lost(steps in steps()) {
        let folder = Folder::new();
        let mut keeper = folder.open().0;
        let mut record = small(&[]);
        keeper.save(&kept(&record)).unwrap();
        let mut model = Model::default();
        for step in steps {
            let before = record.clone();
            let mut begins = false;
            match step {
                Step::Play(cell) => drop(record.play(at((cell - 1) % 3, (cell - 1) / 3), None)),
                Step::Undo => drop(record.unresign() || record.undo()),
                Step::Resign => record.resign(Side::White),
                Step::Begin => {
                    record = small(&[]);
                    begins = true;
                }
                Step::Restart(again) => {
                    let (opened, found) = folder.open();
                    prop_assert_eq!(key(&found_record(found)), key(&record));
                    keeper = opened;
                    begins = again;
                }
                Step::Block(blocked) => block(&folder, blocked),
            }
            if keep(&mut keeper, &record, begins).is_err() {
                prop_assert!(folder.path(ARCHIVE).is_file());
                block(&folder, false);
                keep(&mut keeper, &record, begins).unwrap();
            }
            let starts = before.game().moves().is_empty() && before.ending().is_none();
            if begins && (starts || matches!(step, Step::Begin)) {
                model.left(&before);
            } else {
                model.saved(&record);
            }
        }
        block(&folder, false);
        keeper.begin(&kept(&Record::new(Rules::GOMOKU))).unwrap();
        model.left(&record);
        let mut expected: Vec<_> = model.games.iter().map(key).collect();
        let names = folder.names(ARCHIVE);
        let bytes = names.iter().map(|name| fs::read(folder.path(ARCHIVE).join(name)).unwrap());
        let mut archived: Vec<_> = bytes.map(|bytes| key(&sgf::read(&bytes).unwrap())).collect();
        expected.sort();
        archived.sort();
        prop_assert_eq!(archived, expected);
    }

    /// One byte that is not what was written never makes another game of it.
    #[test]
    fn a_changed_byte_is_noticed(at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut bytes = annotated_text().into_bytes();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        if let Some((game, _)) = text::read(&bytes) {
            let whole = annotated();
            prop_assert_eq!(game.record.game(), whole.game());
            prop_assert_eq!(game.record.ending(), None::<Ending>);
        }
    }

    /// No bytes whatever do any harm.
    #[test]
    fn any_bytes_are_a_game_or_damage(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let folder = Folder::new();
        folder.set(&bytes);
        let (_, found) = folder.open();
        let damaged = matches!(found, Found::Damaged { .. });
        prop_assert_eq!(damaged, folder.path("damaged-1.sgf").exists());
    }
}
