//! A table for tests: it feeds a match with commands and instants as the server does, and looks
//! after every record whether what must always hold still holds.
//!
//! [`check`] reads a script. Each line is `[time] who what [=> expected]`: the time is `@MS` since
//! the start or `+MS` since the line before; `who` is a seat, a board (its player on move), a name,
//! or `director`; the expected text is everything that the line brought about, deadlines included.
//! A line without an expectation must not be refused. [`Table::line`] knows the words.

#![allow(clippy::unwrap_used)] // A helper of tests is not seen to be one.
#![allow(dead_code)] // No file of tests uses all of it.

use std::fmt::Write as _;

use catchmate::game::{
    Actor, Attendance, Audience, Claim, Command, DrawAnswer, Entry, Event, HalfPoints, Match,
    Opened, Outcome, PausedBy, Phase, Refusal, RuledResult, Ruling, ShownEvent, View, Words,
};
use catchmate::ids::{BoardName, ByBoard, BySeat, Instant, Millis, PlayerId, Seat, Team};
use catchmate::rules::{Attempt, Kind, Options, Reserve, Setup};

/// The usual position.
pub const USUAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// Two lone kings, White on move.
pub const KINGS: &str = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
/// Both boards from the usual position.
pub const BOTH: [&str; 2] = [USUAL, USUAL];
/// When the matches of these tests start.
pub const START: Instant = Instant(1_700_000_000_000);

/// A match, its people, and everything that has happened.
#[derive(Clone)]
pub struct Table {
    pub state: Match,
    pub attendance: Attendance,
    pub record: Vec<Entry>,
    /// What each audience has been shown, in the order of [`Audience::ALL`].
    pub shown: [Vec<String>; 6],
    /// How the latest line was shown, one row for each of its events.
    pub rows: Vec<String>,
    now: Instant,
    pieces: u32,
    ledger: Ledger,
}

/// Plays a script from these boards, the match having started at [`START`].
pub fn check(options: Options, boards: [&str; 2], script: &str) -> Table {
    let mut table = Table::started(options, boards);
    table.run(script);
    table
}

/// The script with the seats of the four players seen from `seat`: `ME`, `OPP`, `PARTNER`, and
/// `ACROSS`, the partner's opponent; `MINE` and `THEIRS` are the two teams, `HERE` and `THERE` the
/// boards.
pub fn seen_from(seat: Seat, script: &str) -> String {
    let across = seat.partner().opponent();
    [
        ("ME", seat.to_string()),
        ("OPP", seat.opponent().to_string()),
        ("PARTNER", seat.partner().to_string()),
        ("ACROSS", across.to_string()),
        ("MINE", format!("team{}", seat.team().number())),
        ("THEIRS", format!("team{}", seat.team().other().number())),
        ("HERE", seat.board().to_string()),
        ("THERE", seat.board().other().to_string()),
    ]
    .iter()
    .fold(script.to_owned(), |text, (name, value)| {
        text.split_inclusive(|c: char| !c.is_ascii_alphabetic())
            .map(|word| match word.strip_prefix(name) {
                Some(rest) if !rest.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                    format!("{value}{rest}")
                }
                _ => word.to_owned(),
            })
            .collect()
    })
}

impl Table {
    /// An open table at which nobody sits.
    pub fn open(options: Options, boards: [&str; 2]) -> Table {
        Table::opened(Opened {
            options,
            setup: ByBoard(boards.map(|fen| fen.parse::<Setup>().unwrap())),
            listed: true,
            keys: None,
        })
    }

    pub fn opened(opened: Opened) -> Table {
        let opening = Event::Opened(Box::new(opened.clone())).at(START);
        let state = Match::open(opened, START);
        let table = Table {
            pieces: state.pieces(),
            ledger: Ledger::new(state.options()),
            attendance: Attendance::nobody(START),
            record: vec![opening],
            shown: std::array::from_fn(|_| Vec::new()),
            rows: Vec::new(),
            now: START,
            state,
        };
        if table.state.positions_are_usual() {
            assert_eq!(table.pieces, 64, "R10");
        }
        table.look();
        table
    }

    /// The four players sit; each goes by the name of his seat.
    pub fn seated(options: Options, boards: [&str; 2]) -> Table {
        let mut table = Table::open(options, boards);
        for seat in Seat::ALL {
            table.run(&format!("{seat} sit {seat} => seated {seat}"));
        }
        table
    }

    /// The four players have started the match.
    pub fn started(options: Options, boards: [&str; 2]) -> Table {
        let mut table = Table::seated(options, boards);
        for seat in Seat::ALL {
            table.run(&format!("{seat} ready"));
        }
        assert_eq!(table.phase(), "playing");
        table
    }

    pub fn run(&mut self, script: &str) {
        for line in script.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let (call, expected) = match line.split_once("=>") {
                Some((call, expected)) => (call.trim(), Some(expected.trim())),
                None => (line, None),
            };
            let told = self.line(call);
            match expected {
                Some(expected) => assert_eq!(told, expected, "in the line `{line}`"),
                None => assert!(!told.contains("refused"), "`{line}`: {told}"),
            }
        }
    }

    /// Carries out one line of a script and tells what it brought about.
    pub fn line(&mut self, line: &str) -> String {
        let mut words: Vec<&str> = line.split_whitespace().collect();
        if let Some(ms) = words[0].strip_prefix('@') {
            self.now = START + Millis(ms.parse().unwrap());
            words.remove(0);
        } else if let Some(ms) = words[0].strip_prefix('+') {
            self.now = self.now + Millis(ms.parse().unwrap());
            words.remove(0);
        } else if let Some(ms) = words[0].strip_prefix('-') {
            self.now = self.now - Millis(ms.parse().unwrap());
            words.remove(0);
        }
        match *words.as_slice() {
            // Questions.
            ["clock", seat] => self.left(seat.parse().unwrap()).to_string(),
            ["fallen"] => names(&self.face().fallen),
            ["running"] => names(&self.face().running),
            ["reserve", seat] => letters(&self.reserve(seat.parse().unwrap())),
            ["fen", board] => self.fen(board_name(board).unwrap()),
            ["status", board] => self.status(board_name(board).unwrap()).to_owned(),
            ["penalties"] => {
                let counts = View::new(&self.state, Audience::Director).penalties();
                counts.iter().map(|(_, count)| count.to_string()).collect::<Vec<_>>().join(" ")
            }
            ["phase"] => self.phase().to_owned(),
            ["offer"] => {
                let draw = View::new(&self.state, Audience::Director).draw();
                draw.map_or("none".to_owned(), |draw| {
                    let accepted = Seat::ALL.into_iter().filter(|seat| draw.accepted[*seat]);
                    let mut told = draw.by.to_string();
                    accepted.for_each(|seat| write!(told, " {seat}").unwrap());
                    told
                })
            }
            ["deadline"] => self
                .state
                .next_deadline(&self.attendance)
                .map_or("none".to_owned(), |at| at.since(START).0.to_string()),
            // What happens without a command.
            ["due"] => self.told(Table::enter_deadlines),
            ["gone", seat] => self.presence(seat.parse().unwrap(), false),
            ["back", seat] => self.presence(seat.parse().unwrap(), true),
            ["restart"] => self.interrupt(PausedBy::Restart),
            ["journal"] => self.interrupt(PausedBy::Journal),
            [who, ref what @ ..] => {
                let (actor, command) = (self.actor(who), Table::command(who, what));
                self.told(|table| {
                    if let Err(refusal) = table.send(&actor, &command) {
                        let code = refusal.code();
                        let rule = refusal.rule().map(|rule| format!(" {rule}"));
                        table.rows.push(format!("refused {code}{}", rule.unwrap_or_default()));
                    }
                })
            }
            [] => unreachable!("empty lines are skipped"),
        }
    }

    /// What everything that happens meanwhile is told as.
    fn told(&mut self, happens: impl FnOnce(&mut Table)) -> String {
        let before = self.record.len();
        self.rows.clear();
        happens(self);
        let mut told: Vec<String> =
            self.record[before..].iter().map(|entry| describe(&entry.event)).collect();
        told.extend(self.rows.iter().filter(|row| row.starts_with("refused")).cloned());
        if told.is_empty() { "nothing".to_owned() } else { told.join(", ") }
    }

    fn presence(&mut self, seat: Seat, present: bool) -> String {
        self.told(|table| table.set_presence(seat, present))
    }

    pub fn set_presence(&mut self, seat: Seat, present: bool) {
        self.enter_deadlines();
        if !self.attendance.note(seat, present, self.now) {
            return;
        }
        let arrivals = self.state.arrivals(&self.attendance, self.now);
        self.enter(&arrivals);
        if !present && let Some(occupant) = self.state.seats()[seat].clone() {
            let gone =
                Actor { player: occupant.player, name: occupant.name.into(), director: false };
            self.send(&gone, &Command::Unready).unwrap();
        }
        self.enter_deadlines();
    }

    /// The server was down, or could not save, from the last recorded instant until now.
    fn interrupt(&mut self, by: PausedBy) -> String {
        self.told(|table| {
            let entries = table.state.interrupt(by, table.state.last_at(), table.now);
            table.enter(&entries);
        })
    }

    pub fn now(&self) -> Instant {
        self.now
    }

    pub fn set_now(&mut self, now: Instant) {
        self.now = now;
    }

    /// Feeds one command received now, after the deadlines that come first.
    pub fn send(&mut self, actor: &Actor, command: &Command) -> Result<Vec<Event>, Refusal> {
        self.enter_deadlines();
        let entries = self.state.decide(actor, command, &self.attendance, self.now)?;
        self.enter(&entries);
        // Whoever sits down is there, whoever has left is not.
        for entry in &entries {
            match entry.event {
                Event::Seated { seat, .. } if matches!(command, Command::Sit { .. }) => {
                    self.attendance.note(seat, true, self.now);
                }
                Event::LeftSeat { seat, .. } => {
                    self.attendance.note(seat, false, self.now);
                }
                _ => {}
            }
        }
        self.enter_deadlines();
        Ok(entries.into_iter().map(|entry| entry.event).collect())
    }

    fn enter_deadlines(&mut self) {
        for _ in 0..20 {
            let due = self.state.next_deadline(&self.attendance);
            let entries = self.state.due(&self.attendance, self.now);
            assert_eq!(due.is_some_and(|due| due <= self.now), !entries.is_empty());
            if entries.is_empty() {
                return;
            }
            self.enter(&entries);
        }
        panic!("the deadlines do not end");
    }

    /// Enters one record and looks at everything that must hold after each of its entries.
    fn enter(&mut self, entries: &[Entry]) {
        if let Some((first, rest)) = entries.split_first() {
            assert!(rest.iter().all(|entry| entry.at == first.at), "one record, one instant");
        }
        for entry in entries {
            self.ledger.note(entry, &self.state);
            self.state.evolve(entry);
            self.record.push(entry.clone());
            self.show(entry);
            let over = self.record.iter().filter(|e| matches!(e.event, Event::Over(_))).count();
            assert!(over <= 1, "R4: one match, one result");
            assert_eq!(self.state.pieces(), self.pieces, "R10: nothing leaves the game");
            self.ledger.compare(&self.state, entry.at);
        }
        if !entries.is_empty() {
            assert_eq!(Match::replay(&self.record).as_ref(), Some(&self.state), "replay");
            self.look();
        }
        self.ledger.compare(&self.state, self.now.max(self.state.last_at()));
    }

    /// Shows an entry that has just been applied to every audience.
    fn show(&mut self, entry: &Entry) {
        let mut row = describe(&entry.event);
        for (audience, log) in Audience::ALL.into_iter().zip(&mut self.shown) {
            let shown = View::new(&self.state, audience).show(entry);
            row.push_str(" | ");
            let Some(shown) = shown else {
                row.push('.');
                continue;
            };
            match shown.event {
                ShownEvent::Whole(_) => row.push('='),
                ShownEvent::StartedUnseen => row.push_str("started"),
                ShownEvent::ReserveGrew => row.push_str("reserve"),
                ShownEvent::ClocksChanged => row.push_str("clocks"),
                ShownEvent::RewoundHere { to, .. } => write!(row, "rewound {to}").unwrap(),
            }
            for (seat, reserve) in &shown.reserves {
                write!(row, " {seat}:{}", letters(reserve)).unwrap();
            }
            if shown.then_snapshot {
                row.push_str(" snapshot");
            }
            log.push(render(&shown.event, &row[row.rfind('|').unwrap()..], entry.at));
        }
        self.rows.push(row);
    }

    /// Draws every audience's screen, which must not panic, and checks what they have in common.
    fn look(&self) {
        for audience in Audience::ALL {
            let view = View::new(&self.state, audience);
            assert_eq!(view.outcome(), self.state.outcome());
            assert_eq!(view.audience(), audience);
            if let Some(outcome) = view.outcome() {
                assert_eq!(view.phase(), "over");
                assert!(view.legal().is_none());
                let [one, two] = outcome.points.unwrap_or([HalfPoints::ZERO; 2]);
                assert_eq!(outcome.winner == Some(Team::One), one > two);
                assert_eq!(outcome.winner == Some(Team::Two), two > one);
            }
            if let Some(legal) = view.legal() {
                let seat = audience.seat().expect("a spectator is never on move");
                assert_eq!(self.state.on_move(seat.board()), seat);
                assert!(legal.drops.iter().all(|(kind, _)| self.reserve(seat).count(*kind) > 0));
            }
        }
    }

    /// Everything that an audience would see on its screen.
    pub fn screen(&self, audience: Audience, listener: Option<&PlayerId>) -> String {
        let view = View::new(&self.state, audience);
        let moves: Vec<String> = view
            .moves()
            .map(|m| format!("{} {} {} {:?} {}", m.seat, m.action, m.san, m.spent, m.position))
            .collect();
        format!(
            "{:?} {} {} {:?}\n{:?} {:?} {:?}\n{:?}\n{:?} {:?}\n{:?}\n{:?} {:?}\n{:?}\n{:?}\n{:?}",
            view.options(),
            view.line(),
            view.phase(),
            view.pause(),
            view.outcome(),
            view.draw(),
            view.penalties(),
            view.seats(),
            view.boards().map(|b| (b.name, b.position.to_string(), b.status)).collect::<Vec<_>>(),
            BoardName::ALL.map(|board| view.ply(board)),
            moves,
            view.reserves(),
            view.clocks(self.now),
            view.legal(),
            view.delay(),
            view.talk(listener).iter().map(|l| (l.at, l.from, &l.to, &l.words)).collect::<Vec<_>>(),
        )
    }

    /// A person: the player who goes by the name of a seat, or anyone else by his own.
    pub fn actor(&self, who: &str) -> Actor {
        let name = match board_name(who) {
            Some(board) => {
                let seat = self.state.on_move(board);
                let occupant = self.state.seats()[seat].as_ref();
                occupant.map_or(seat.to_string(), |occupant| occupant.player.to_string())
            }
            None => who.to_owned(),
        };
        person(&name)
    }

    fn command(who: &str, what: &[&str]) -> Command {
        let amount = |text: &str| text.parse::<u64>().unwrap();
        let mut ply = None;
        let mut line = None;
        let mut words = Vec::new();
        for word in what {
            match word.split_once('=') {
                Some(("ply", number)) => ply = Some(number.parse().unwrap()),
                Some(("line", number)) => line = Some(number.parse().unwrap()),
                _ => words.push(*word),
            }
        }
        let ruling = |ruling| Command::Rule(ruling);
        let claim = |claim, attempt: Option<&str>| Command::ClaimDraw {
            claim,
            attempt: attempt.map(|text| text.parse().unwrap()),
            ply,
            line,
        };
        let seat = |name: &str| name.parse::<Seat>().unwrap();
        match *words.as_slice() {
            ["sit", name] => Command::Sit { seat: seat(name), key: None },
            ["stand"] => Command::Stand,
            ["ready"] => Command::Ready,
            ["unready"] => Command::Unready,
            ["flag"] => Command::ClaimTime,
            ["repetition"] => claim(Claim::Repetition, None),
            ["repetition", named] => claim(Claim::Repetition, Some(named)),
            ["fifty_moves"] => claim(Claim::FiftyMoves, None),
            ["fifty_moves", named] => claim(Claim::FiftyMoves, Some(named)),
            ["offer"] => Command::Draw(DrawAnswer::Offer),
            ["accept"] => Command::Draw(DrawAnswer::Accept),
            ["decline"] => Command::Draw(DrawAnswer::Decline),
            ["resign"] => Command::Resign,
            ["call"] => Command::Call,
            ["inform"] => Command::Inform,
            ["say", to, text] => {
                Command::Say { to_partner: to == "partner", words: Words::Text(text.into()) }
            }
            ["start"] => ruling(Ruling::Start),
            ["pause"] => ruling(Ruling::Pause),
            ["resume"] => ruling(Ruling::Resume),
            ["set", whose, ms] => {
                ruling(Ruling::SetClock { seat: seat(whose), left: Millis(amount(ms)) })
            }
            ["add", whose, ms] => {
                ruling(Ruling::AddClock { seat: seat(whose), millis: ms.parse().unwrap() })
            }
            ["rewind", to] => ruling(Ruling::Rewind { to: to.parse().unwrap() }),
            ["annul"] => ruling(Ruling::Annul),
            ["result", "1"] => ruling(Ruling::Result(RuledResult::Winner(Some(Team::One)))),
            ["result", "2"] => ruling(Ruling::Result(RuledResult::Winner(Some(Team::Two)))),
            ["result", "draw"] => ruling(Ruling::Result(RuledResult::Winner(None))),
            ["points", one, two] => {
                let half = |text: &str| HalfPoints(text.parse().unwrap());
                ruling(Ruling::Result(RuledResult::Points([half(one), half(two)])))
            }
            ["seat", whose, name] => {
                let player = person(name).player;
                ruling(Ruling::Seat { seat: seat(whose), player, name: name.to_owned() })
            }
            ["unseat", whose] => ruling(Ruling::Unseat { seat: seat(whose) }),
            ["close"] => ruling(Ruling::Close),
            [text] => {
                let attempt: Attempt =
                    text.parse().unwrap_or_else(|_| panic!("{who}: what is `{text}`?"));
                Command::Move { attempt, ply, line }
            }
            _ => panic!("{who}: what is `{words:?}`?"),
        }
    }

    fn face(&self) -> catchmate::game::ClockFace {
        View::new(&self.state, Audience::Director).clocks(self.now).unwrap()
    }

    pub fn left(&self, seat: Seat) -> u64 {
        self.face().left[seat].0
    }

    pub fn reserve(&self, seat: Seat) -> Reserve {
        View::new(&self.state, Audience::Director).reserves()[seat as usize].1
    }

    pub fn fen(&self, board: BoardName) -> String {
        let view = View::new(&self.state, Audience::Director);
        view.boards().nth(board as usize).unwrap().position.to_string()
    }

    pub fn status(&self, board: BoardName) -> &'static str {
        let view = View::new(&self.state, Audience::Director);
        view.boards().nth(board as usize).unwrap().status.name()
    }

    pub fn phase(&self) -> &'static str {
        View::new(&self.state, Audience::Director).phase()
    }

    pub fn outcome(&self) -> Option<Outcome> {
        self.state.outcome().copied()
    }
}

/// Whether a match began as most do.
trait Usual {
    fn positions_are_usual(&self) -> bool;
}

impl Usual for Match {
    fn positions_are_usual(&self) -> bool {
        let view = View::new(self, Audience::Director);
        let usual = view.boards().all(|board| board.position.to_string() == USUAL);
        usual && view.reserves().iter().all(|(_, reserve)| reserve.total() == 0)
    }
}

/// Somebody by that name; `director` holds the key.
pub fn person(name: &str) -> Actor {
    Actor { player: PlayerId(name.into()), name: name.to_owned(), director: name == "director" }
}

fn board_name(text: &str) -> Option<BoardName> {
    BoardName::ALL.into_iter().find(|board| board.to_string() == text)
}

fn names(seats: &[Seat]) -> String {
    let names: Vec<String> = seats.iter().map(Seat::to_string).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(" ") }
}

pub fn letters(reserve: &Reserve) -> String {
    let mut text = String::new();
    for kind in Kind::ALL {
        (0..reserve.count(kind)).for_each(|_| text.push(kind.letter()));
    }
    if text.is_empty() { "-".to_owned() } else { text }
}

/// An event in a few words.
pub fn describe(event: &Event) -> String {
    match event {
        Event::Opened(_) => "opened".to_owned(),
        Event::OptionsChanged(_) => "options".to_owned(),
        Event::Seated { seat, .. } => format!("seated {seat}"),
        Event::LeftSeat { seat, .. } => format!("left_seat {seat}"),
        Event::Ready { seat, ready: true } => format!("ready {seat}"),
        Event::Ready { seat, ready: false } => format!("unready {seat}"),
        Event::Started { .. } => "started".to_owned(),
        Event::Arrived { seat } => format!("arrived {seat}"),
        Event::Informed { player } => format!("informed {player}"),
        Event::Moved(moved) => format!("moved {} {}", moved.seat, moved.action),
        Event::FlagFallen { seat } => format!("flag_fallen {seat}"),
        Event::ClaimFailed { seat, claim, bonus } => {
            let claim = match claim {
                Claim::Repetition => "repetition",
                Claim::FiftyMoves => "fifty_moves",
            };
            format!("claim_failed {seat} {claim} {}", bonus.0)
        }
        Event::Penalised { seat, count, bonus } => format!("penalised {seat} {count} {}", bonus.0),
        Event::DrawOffered { seat, .. } => format!("draw_offered {seat}"),
        Event::DrawAccepted { seat } => format!("draw_accepted {seat}"),
        Event::DrawDeclined { seat } => format!("draw_declined {seat}"),
        Event::Called { seat } => format!("called {seat}"),
        Event::ClockSet { seat, left } => format!("clock_set {seat} {}", left.0),
        Event::Paused { by: PausedBy::Director, .. } => "paused director".to_owned(),
        Event::Paused { by: PausedBy::Restart, .. } => "paused restart".to_owned(),
        Event::Paused { by: PausedBy::Journal, .. } => "paused journal".to_owned(),
        Event::Resumed => "resumed".to_owned(),
        Event::Rewound { line, to } => format!("rewound {line} {to}"),
        Event::Annulled { line } => format!("annulled {line}"),
        Event::Said { .. } => "said".to_owned(),
        Event::Over(outcome) => format!("over {}", result(*outcome)),
        Event::ResultChanged(outcome) => format!("result_changed {}", result(*outcome)),
        Event::Followed(followed) => format!("followed {} {}", followed.by, followed.match_id),
    }
}

fn result(outcome: Outcome) -> String {
    let board = outcome.board.map_or("-".to_owned(), |board| board.to_string());
    let result = match outcome.points {
        Some([HalfPoints(2), HalfPoints(0)]) => "team1".to_owned(),
        Some([HalfPoints(0), HalfPoints(2)]) => "team2".to_owned(),
        Some([HalfPoints(1), HalfPoints(1)]) => "draw".to_owned(),
        Some([HalfPoints(0), HalfPoints(0)]) => "nobody".to_owned(),
        Some([HalfPoints(one), HalfPoints(two)]) => format!("{one}:{two}"),
        None => "unfinished".to_owned(),
    };
    format!("{} {board} {result}", outcome.by.name())
}

/// What the wire would write of a shown event.
fn render(event: &ShownEvent<'_>, row: &str, at: Instant) -> String {
    let event = match event {
        ShownEvent::Whole(Event::Moved(moved)) => {
            let left = BySeat::from_fn(|seat| moved.clocks[seat].left_at(moved.at));
            format!(
                "{} {} {} {} {} {:?} {left:?}",
                moved.seat, moved.action, moved.san, moved.position, moved.status, moved.spent
            )
        }
        ShownEvent::Whole(Event::DrawOffered { seat, .. }) => format!("offered {seat}"),
        other => format!("{other:?}"),
    };
    format!("{at:?} {event} {row}")
}

/// The four clocks kept a second time, in the simplest way: what each was given and what it used.
#[derive(Clone)]
struct Ledger {
    options: Options,
    given: BySeat<u64>,
    used: BySeat<u64>,
    thinking: ByBoard<Option<(Seat, Instant)>>,
    fallen: BySeat<Option<Instant>>,
    /// The ledger as it stood after each move, and when that was.
    after: Vec<(Instant, Box<Ledger>)>,
}

impl Ledger {
    fn new(options: &Options) -> Ledger {
        Ledger {
            given: BySeat([options.initial.0; 4]),
            options: options.clone(),
            used: BySeat::default(),
            thinking: ByBoard::default(),
            fallen: BySeat::default(),
            after: Vec::new(),
        }
    }

    fn settle(&mut self, board: BoardName, at: Instant) {
        if let Some((seat, since)) = self.thinking[board].take() {
            self.used[seat] += at.since(since).0;
        }
    }

    fn settle_both(&mut self, at: Instant) {
        for board in BoardName::ALL {
            self.settle(board, at);
        }
    }

    fn give(&mut self, seat: Seat, time: Millis) {
        if self.fallen[seat].is_none() {
            self.given[seat] += time.0;
        }
    }

    /// Notes an entry that is about to be applied to `before`.
    fn note(&mut self, entry: &Entry, before: &Match) {
        let at = entry.at;
        match &entry.event {
            Event::OptionsChanged(options) => *self = Ledger::new(options),
            Event::Annulled { .. } => *self = Ledger::new(&self.options),
            Event::Started { .. } | Event::Resumed => {
                self.thinking = ByBoard::from_fn(|board| Some((before.on_move(board), at)));
            }
            Event::Moved(moved) => {
                let (seat, board) = (moved.seat, moved.seat.board());
                self.settle(board, at);
                if self.fallen[seat].is_some_and(|fall| at < fall) {
                    self.fallen[seat] = None;
                }
                self.give(seat, self.options.increment);
                self.thinking[board] = Some((seat.opponent(), at));
                let mut standing = self.clone();
                standing.after.clear();
                self.after.push((at, Box::new(standing)));
            }
            Event::FlagFallen { seat } => self.fallen[*seat] = Some(at),
            Event::ClaimFailed { seat, bonus, .. } | Event::Penalised { seat, bonus, .. } => {
                self.give(seat.opponent(), *bonus);
            }
            Event::ClockSet { seat, left } => {
                if let Some((thinking, since)) = &mut self.thinking[seat.board()]
                    && thinking == seat
                {
                    *since = at.max(*since);
                }
                self.given[*seat] = left.0;
                self.used[*seat] = 0;
                self.fallen[*seat] = (left.0 == 0).then_some(at);
            }
            Event::Paused { .. } | Event::Over(_) => {
                self.settle_both(at);
            }
            Event::Rewound { to, .. } => {
                let mut after = std::mem::take(&mut self.after);
                after.truncate(*to);
                *self = match after.last() {
                    Some((at, ledger)) => {
                        let mut ledger = (**ledger).clone();
                        ledger.settle_both(*at);
                        ledger
                    }
                    None => Ledger::new(&self.options),
                };
                self.after = after;
            }
            _ => {}
        }
    }

    /// Compares the clocks of the match at that instant.
    fn compare(&self, state: &Match, at: Instant) {
        let face = View::new(state, Audience::Director).clocks(at).unwrap();
        for seat in Seat::ALL {
            let thinking = self.thinking[seat.board()].filter(|(thinking, _)| *thinking == seat);
            let used = self.used[seat] + thinking.map_or(0, |(_, since)| at.since(since).0);
            let fallen = self.fallen[seat].is_some();
            let left = if fallen { 0 } else { self.given[seat].saturating_sub(used) };
            assert_eq!(face.left[seat].0, left, "R32: the clock of {seat}");
            assert_eq!(face.fallen.contains(&seat), fallen, "R20: the fall of {seat}");
            assert_eq!(face.running.contains(&seat), thinking.is_some() && !fallen, "R33: {seat}");
        }
        let playing = matches!(state.phase(), Phase::Playing);
        assert_eq!(self.thinking.0.iter().all(Option::is_some), playing, "R34");
    }
}
