//! All games, as many as there may be.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::path::Path;
use std::sync::atomic::{AtomicU32, AtomicU64};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use super::command::{Command, Refusal};
use super::desk::Desk;
use super::ids::Ids;
use super::live::{House, Room};
use super::shown::News;
use crate::app::event::Start;
use crate::http::searches::Searches;
use crate::store::StoreError;
use crate::store::shelf::Shelf;

/// The name of the box's own game.
pub const BOX: &str = "box";

/// How much there may be at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Games; the oldest that nobody is at goes for a new one.
    pub games: usize,
    /// Clients that watch a game.
    pub watchers: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            games: 1_000,
            watchers: 256,
        }
    }
}

/// As many as there may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

/// A game, wherever it lives.
#[derive(Clone, Debug)]
pub enum Table {
    /// One of many.
    Room(Arc<Room>),
    /// The box's own.
    Box(Desk),
}

impl Table {
    /// Its name.
    #[must_use]
    pub fn id(&self) -> &str {
        match self {
            Self::Room(room) => room.id(),
            Self::Box(_) => BOX,
        }
    }

    /// The newest.
    #[must_use]
    pub fn news(&self) -> News {
        match self {
            Self::Room(room) => room.news(),
            Self::Box(desk) => desk.news(),
        }
    }

    /// The newest from now on.
    #[must_use]
    pub fn subscribe(&self) -> watch::Receiver<News> {
        match self {
            Self::Room(room) => room.subscribe(),
            Self::Box(desk) => desk.subscribe(),
        }
    }

    /// Does what somebody wants: the game after it.
    ///
    /// # Errors
    /// It was not done.
    pub async fn command(&self, command: Command) -> Result<News, Refusal> {
        match self {
            Self::Room(room) => room.command(command),
            Self::Box(desk) => desk.command(command).await,
        }
    }
}

/// All games. Copies are handles on the same ones.
#[derive(Clone, Debug)]
pub struct Rooms(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    house: Arc<House>,
    bounds: Bounds,
    games: Mutex<Games>,
    watchers: Arc<Semaphore>,
    /// Whether whoever watches is to leave, for the service ends.
    closing: watch::Sender<bool>,
    desk: Option<Desk>,
}

#[derive(Debug, Default)]
struct Games {
    rooms: HashMap<String, Arc<Room>>,
    ids: Ids,
}

impl Rooms {
    /// No games but the box's, if there is one. Games are kept nowhere.
    #[must_use]
    pub fn new(searches: Searches, bounds: Bounds, desk: Option<Desk>) -> Self {
        Self::with(searches, bounds, desk, None, 1)
    }

    /// The games that are kept in this folder, which go on, and room for more.
    ///
    /// # Errors
    /// The folder cannot be created or read, or the system gives no thread.
    pub fn open(
        searches: Searches,
        bounds: Bounds,
        desk: Option<Desk>,
        folder: &Path,
    ) -> Result<Self, StoreError> {
        let (shelf, stored) = Shelf::open(folder, bounds.games)?;
        let number = stored
            .last()
            .map_or(1, |game| game.number.saturating_add(1));
        let rooms = Self::with(searches, bounds, desk, Some(shelf), number);
        let mut games = rooms.games();
        for game in stored {
            let start = Start {
                record: game.kept.record,
                players: game.kept.players,
                level: game.kept.level,
            };
            let house = Arc::clone(&rooms.0.house);
            let room = Room::open(game.name.clone(), house, start, seed(), false);
            games.rooms.insert(game.name, room);
        }
        drop(games);
        Ok(rooms)
    }

    fn with(
        searches: Searches,
        bounds: Bounds,
        desk: Option<Desk>,
        shelf: Option<Shelf>,
        number: u32,
    ) -> Self {
        let house = House {
            searches,
            shelf,
            visits: AtomicU64::new(0),
            kept: AtomicU32::new(number),
        };
        Self(Arc::new(Inner {
            house: Arc::new(house),
            bounds,
            games: Mutex::default(),
            watchers: Arc::new(Semaphore::new(bounds.watchers)),
            closing: watch::Sender::new(false),
            desk,
        }))
    }

    fn games(&self) -> MutexGuard<'_, Games> {
        self.0.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a game.
    ///
    /// # Errors
    /// There are as many games as may be, and somebody is at each of them.
    pub fn create(&self, start: Start) -> Result<Arc<Room>, Full> {
        let mut games = self.games();
        let left = if games.rooms.len() >= self.0.bounds.games {
            Some(games.oldest_idle().ok_or(Full)?)
        } else {
            None
        };
        if let Some(room) = &left {
            games.rooms.remove(room.id());
        }
        let id = games.free_id();
        let house = Arc::clone(&self.0.house);
        let room = Room::open(id.clone(), house, start, seed(), true);
        games.rooms.insert(id, Arc::clone(&room));
        drop(games);
        if let Some(left) = left {
            self.leave(&left);
        }
        Ok(room)
    }

    fn leave(&self, room: &Room) {
        room.leave();
        if let Some(shelf) = &self.0.house.shelf {
            shelf.remove(room.id());
        }
    }

    /// The game of that name.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<Table> {
        if id == BOX {
            return self.0.desk.clone().map(Table::Box);
        }
        let room = self.games().rooms.get(id).cloned()?;
        room.visit();
        Some(Table::Room(room))
    }

    /// Whether there is a game of the box.
    #[must_use]
    pub fn has_box(&self) -> bool {
        self.0.desk.is_some()
    }

    /// How many games there are, the box's included.
    #[must_use]
    pub fn count(&self) -> usize {
        self.games().rooms.len() + usize::from(self.has_box())
    }

    /// A place for one more client that watches a game, for as long as it is held.
    ///
    /// # Errors
    /// There are as many as may be.
    pub fn watcher(&self) -> Result<OwnedSemaphorePermit, Full> {
        let watchers = Arc::clone(&self.0.watchers);
        watchers.try_acquire_owned().map_err(|_| Full)
    }

    /// How many clients watch a game.
    #[must_use]
    pub fn watching(&self) -> usize {
        self.0.bounds.watchers - self.0.watchers.available_permits()
    }

    /// Whether whoever watches is to leave.
    #[must_use]
    pub fn closing(&self) -> watch::Receiver<bool> {
        self.0.closing.subscribe()
    }

    /// The service ends: whoever watches leaves.
    pub fn close(&self) {
        self.0.closing.send_replace(true);
    }

    /// Writes what is to be kept: whether everything was written in that time. Nothing is kept
    /// afterwards.
    pub fn finish(&self, timeout: Duration) -> bool {
        let shelf = self.0.house.shelf.as_ref();
        shelf.is_none_or(|shelf| shelf.finish(timeout))
    }
}

impl Games {
    fn free_id(&mut self) -> String {
        loop {
            let id = self.ids.draw();
            if !self.rooms.contains_key(&id) {
                return id;
            }
        }
    }

    /// The game that nobody has asked for for longest, of those that nobody is at.
    fn oldest_idle(&self) -> Option<Arc<Room>> {
        let idle = self.rooms.values().filter(|room| room.is_idle());
        idle.min_by_key(|room| room.visited()).cloned()
    }
}

fn seed() -> u64 {
    RandomState::new().hash_one(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::event::Player;
    use crate::app::record::Record;
    use crate::http::searches::Capacity;
    use minmax_engine::point::Point;
    use minmax_engine::rules::Rules;
    use minmax_engine::side::Side;
    use minmax_engine::strategy::handicap::Level;

    const DEADLINE: Duration = Duration::from_secs(60);

    fn searches() -> Searches {
        Searches::new(Capacity {
            at_once: 1,
            waiting: 0,
            hash_mib: 1,
        })
    }

    fn bounds(games: usize) -> Bounds {
        let watchers = 2;
        Bounds { games, watchers }
    }

    fn people() -> Start {
        Start {
            record: Record::new(Rules::TIC_TAC_TOE),
            players: [Player::Human; 2],
            level: Level::LOWEST,
        }
    }

    fn play(rooms: &Rooms, id: &str, column: usize) -> Result<News, Refusal> {
        let Some(Table::Room(room)) = rooms.find(id) else {
            panic!("no game {id}");
        };
        let point = Point::new(column, 0).unwrap();
        room.command(Command::Play(point, None))
    }

    #[test]
    fn the_oldest_game_that_nobody_is_at_goes() {
        let rooms = Rooms::new(searches(), bounds(3), None);
        let ids: Vec<_> = (0..3)
            .map(|_| rooms.create(people()).unwrap().id().to_string())
            .collect();
        play(&rooms, &ids[0], 0).unwrap(); // the oldest, but asked for
        let mut watcher = rooms.find(&ids[1]).unwrap().subscribe();
        let mut unheard = rooms.find(&ids[2]).unwrap().subscribe();
        drop(unheard.borrow_and_update());
        drop(unheard);
        rooms.find(&ids[0]).unwrap();
        let fourth = rooms.create(people()).unwrap();
        assert!(rooms.find(&ids[2]).is_none(), "nobody was at it");
        assert!(rooms.find(&ids[0]).is_some() && rooms.find(&ids[1]).is_some());
        let _at_it = (fourth.subscribe(), rooms.find(&ids[0]).unwrap().subscribe());
        assert_eq!(rooms.create(people()).err(), Some(Full));
        assert!(!watcher.borrow_and_update().gone);
        drop(watcher);
        rooms.create(people()).unwrap();
        assert!(rooms.find(&ids[1]).is_none());
        assert_eq!(rooms.count(), 3);
    }

    #[test]
    fn whoever_holds_a_game_that_goes_is_told() {
        let rooms = Rooms::new(searches(), bounds(1), None);
        let room = rooms.create(people()).unwrap();
        rooms.create(people()).unwrap();
        assert!(room.news().gone);
        let point = Point::new(0, 0).unwrap();
        let refused = room.command(Command::Play(point, None));
        assert_eq!(refused.err(), Some(Refusal::Gone));
    }

    #[test]
    fn a_game_in_which_the_engine_thinks_does_not_go() {
        let searches = searches();
        let rooms = Rooms::new(searches.clone(), bounds(1), None);
        let thinking = Start {
            record: Record::new(Rules::GOMOKU),
            players: [Player::Engine, Player::Human],
            level: Level::FULL,
        };
        let occupied = searches.occupied();
        let room = rooms.create(thinking).unwrap();
        assert_eq!(rooms.create(people()).err(), Some(Full));
        room.command(Command::MoveNow).unwrap();
        drop(occupied);
        let end = std::time::Instant::now() + DEADLINE;
        while rooms.create(people()).is_err() {
            assert!(std::time::Instant::now() < end);
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn a_slow_reader_finds_the_newest_and_only_that() {
        let rooms = Rooms::new(searches(), bounds(9), None);
        let room = rooms.create(people()).unwrap();
        let mut slow = room.subscribe();
        for column in 0..3 {
            play(&rooms, room.id(), column).unwrap();
        }
        assert!(slow.has_changed().unwrap());
        let news = slow.borrow_and_update().clone();
        assert_eq!((news.rev, news.shown.stones()), (4, 3));
        assert!(!slow.has_changed().unwrap());
    }

    #[test]
    fn no_more_watch_than_may() {
        let rooms = Rooms::new(searches(), bounds(9), None);
        let places = [rooms.watcher().unwrap(), rooms.watcher().unwrap()];
        assert_eq!((rooms.watcher().err(), rooms.watching()), (Some(Full), 2));
        drop(places);
        assert!(rooms.watcher().is_ok());
    }

    #[test]
    fn kept_games_go_on_with_players_level_and_ending() {
        let folder = tempfile::tempdir().unwrap();
        let open = |games| Rooms::open(searches(), bounds(games), None, folder.path()).unwrap();
        let rooms = open(3);
        let ids: Vec<_> = (0..4)
            .map(|_| rooms.create(people()).unwrap().id().to_string())
            .collect();
        play(&rooms, &ids[1], 1).unwrap();
        play(&rooms, &ids[1], 0).unwrap();
        let Some(Table::Room(room)) = rooms.find(&ids[1]) else {
            panic!("it is there");
        };
        let change = Command::Change {
            level: Level::new(7),
            players: None,
        };
        room.command(change).unwrap();
        room.command(Command::Resign).unwrap();
        play(&rooms, &ids[3], 2).unwrap();
        assert!(rooms.finish(DEADLINE));
        let before = room.news().shown.kept.clone();
        let rooms = open(2);
        assert!(rooms.find(&ids[0]).is_none(), "it went for another");
        assert!(rooms.find(&ids[2]).is_none(), "too many: the oldest");
        let again = rooms.find(&ids[1]).unwrap().news();
        assert_eq!(again.shown.kept, before);
        assert_eq!(
            again.shown.ending,
            Some(crate::app::record::Ending::Resigned(Side::Black))
        );
        assert_eq!(rooms.find(&ids[3]).unwrap().news().shown.stones(), 1);
        assert!(play(&rooms, &ids[3], 0).is_ok());
    }

    #[test]
    fn an_engine_that_was_to_move_moves_after_a_restart() {
        let folder = tempfile::tempdir().unwrap();
        let versus = Start {
            record: Record::new(Rules::TIC_TAC_TOE),
            players: [Player::Engine, Player::Human],
            level: Level::LOWEST,
        };
        let closed = searches();
        closed.close();
        let rooms = Rooms::open(closed, bounds(9), None, folder.path()).unwrap();
        let id = rooms.create(versus).unwrap().id().to_string();
        assert!(rooms.finish(DEADLINE));
        let rooms = Rooms::open(searches(), bounds(9), None, folder.path()).unwrap();
        let table = rooms.find(&id).unwrap();
        let end = std::time::Instant::now() + DEADLINE;
        while table.news().shown.stones() == 0 {
            assert!(std::time::Instant::now() < end);
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}
