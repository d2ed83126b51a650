//! Who may see what (R11, R12, R40): the only code that sees a whole match and writes for one
//! audience. What is hidden is absent, not emptied.

use super::{Draw, Ear, Entry, Event, Followed, Match, Moved, Occupant, Outcome, Pause, Phase};
use super::{TalkLine, state::TALK_KEPT};
use crate::ids::{BoardName, BySeat, Instant, Millis, PlayerId, Seat, Team};
use crate::rules::{Move, Options, PartnerBoard, Position, Reserve, SpectatorReserves, Status};

/// Those who are shown the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Audience {
    /// The player of a seat.
    Seat(Seat),
    /// Everyone who does not sit at the table.
    Spectator,
    /// The director, while he does not sit there.
    Director,
}

impl Audience {
    /// The six audiences of a match.
    pub const ALL: [Audience; 6] = [
        Audience::Seat(Seat::AWhite),
        Audience::Seat(Seat::ABlack),
        Audience::Seat(Seat::BWhite),
        Audience::Seat(Seat::BBlack),
        Audience::Spectator,
        Audience::Director,
    ];

    /// The name that the protocol gives the audience.
    pub const fn name(self) -> &'static str {
        match self {
            Audience::Seat(seat) => seat.name(),
            Audience::Spectator => "spectator",
            Audience::Director => "director",
        }
    }

    /// The seat, where it is one.
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Audience::Seat(seat) => Some(seat),
            Audience::Spectator | Audience::Director => None,
        }
    }
}

/// A match as one audience may see it.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    pub(super) state: &'a Match,
    pub(super) audience: Audience,
}

/// One board as an audience sees it.
#[derive(Clone, Copy, Debug)]
pub struct BoardView<'a> {
    /// Which.
    pub name: BoardName,
    /// The pieces, and who is on move.
    pub position: &'a Position,
    /// For the player on move, never counting his reserve (R11).
    pub status: Status,
}

/// The four clocks at one instant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClockFace {
    /// What each shows.
    pub left: BySeat<Millis>,
    /// Which are running.
    pub running: Vec<Seat>,
    /// Which have fallen.
    pub fallen: Vec<Seat>,
    /// The instant.
    pub at: Instant,
}

/// An entry as an audience is shown it.
#[derive(Clone, Debug)]
pub struct Shown<'a> {
    /// What it is shown of the event.
    pub event: ShownEvent<'a>,
    /// The reserves that changed and that it may see.
    pub reserves: Vec<(Seat, Reserve)>,
    /// Whether a snapshot must follow, for more has changed than the event tells.
    pub then_snapshot: bool,
}

/// What an audience is shown of an event.
#[derive(Clone, Debug)]
pub enum ShownEvent<'a> {
    /// All of it.
    Whole(&'a Event),
    /// That the match has started, but not its clocks (R12).
    StartedUnseen,
    /// That a piece arrived from the hidden board.
    ReserveGrew,
    /// That a clock of the hidden board changed, not by what.
    ClocksChanged,
    /// That an earlier position was restored, without the number of moves on the hidden board.
    RewoundHere {
        /// The number of the new line of play.
        line: u32,
        /// How many moves of the own board remain.
        to: usize,
    },
}

impl<'a> View<'a> {
    /// What that audience may see of the match.
    pub const fn new(state: &'a Match, audience: Audience) -> View<'a> {
        View { state, audience }
    }

    /// The audience.
    pub const fn audience(&self) -> Audience {
        self.audience
    }

    /// Whether a board is hidden from this audience.
    fn is_restricted(&self) -> bool {
        self.state.options.partner_board == PartnerBoard::Hidden
            && self.audience != Audience::Director
    }

    /// Whether only rules, seats and seating are shown: to spectators, under `partner_board:
    /// "hidden"`, until the end (R12).
    fn is_blind(&self) -> bool {
        self.audience == Audience::Spectator && self.is_restricted() && !self.is_over()
    }

    fn is_over(&self) -> bool {
        self.state.outcome().is_some()
    }

    fn sees_board(&self, board: BoardName) -> bool {
        !self.is_restricted()
            || self.is_over()
            || self.audience.seat().is_some_and(|seat| seat.board() == board)
    }

    fn sees_reserve(&self, of: Seat) -> bool {
        match self.audience {
            _ if self.is_over() => true,
            Audience::Director => true,
            Audience::Spectator => {
                !self.is_restricted()
                    && self.state.options.spectator_reserves == SpectatorReserves::Shown
            }
            Audience::Seat(seat) if self.is_restricted() => seat == of,
            Audience::Seat(seat) => seat.team() == of.team(),
        }
    }

    /// Whether this audience is shown the reserves of both teams before the end.
    pub fn sees_all_reserves(&self) -> bool {
        Seat::ALL.into_iter().all(|seat| self.sees_reserve(seat))
    }

    /// The options: shown to everyone (R3).
    pub const fn options(&self) -> &'a Options {
        &self.state.options
    }

    /// How late this audience is shown everything.
    pub fn delay(&self) -> Millis {
        match self.audience {
            Audience::Spectator => self.state.options.spectator_delay,
            Audience::Seat(_) | Audience::Director => Millis::ZERO,
        }
    }

    /// The line of play; a rewind belongs to the play, an annulment to the seating.
    pub fn line(&self) -> u32 {
        if self.is_blind() { self.state.annulments } else { self.state.line }
    }

    /// The people: shown to everyone.
    pub const fn seats(&self) -> &'a BySeat<Option<Occupant>> {
        &self.state.seats
    }

    /// The name of the phase.
    pub fn phase(&self) -> &'static str {
        match self.state.phase {
            Phase::Seating => "seating",
            Phase::Playing => "playing",
            // A pause is neither seating nor the end.
            Phase::Paused(_) if self.is_blind() => "playing",
            Phase::Paused(_) => "paused",
            Phase::Over(_) => "over",
        }
    }

    /// The pause, if there is one.
    pub fn pause(&self) -> Option<&'a Pause> {
        match &self.state.phase {
            Phase::Paused(pause) if !self.is_blind() => Some(pause),
            _ => None,
        }
    }

    /// The result, once there is one.
    pub fn outcome(&self) -> Option<&'a Outcome> {
        self.state.outcome()
    }

    /// Where the players went on after the end, once they have.
    pub const fn followed(&self) -> Option<&'a Followed> {
        self.state.followed()
    }

    /// The boards that are shown.
    pub fn boards(&self) -> impl Iterator<Item = BoardView<'a>> + use<'a> {
        let (view, state) = (*self, self.state);
        BoardName::ALL.into_iter().filter(move |board| view.sees_board(*board)).map(move |name| {
            let position = &state.positions[name];
            let status = position.status(state.options.back_rank_drops);
            BoardView { name, position, status }
        })
    }

    /// The moves of the boards that are shown, in the order played.
    pub fn moves(&self) -> impl Iterator<Item = &'a Moved> + use<'a> {
        let (view, state) = (*self, self.state);
        let shown = move |moved: &&Moved| view.sees_board(moved.seat.board());
        state.moves.iter().map(std::convert::AsRef::as_ref).filter(shown)
    }

    /// How many half-moves have been made on a board that is shown.
    pub fn ply(&self, board: BoardName) -> u32 {
        if self.sees_board(board) { self.state.ply(board) } else { 0 }
    }

    /// The reserves that are shown.
    pub fn reserves(&self) -> Vec<(Seat, Reserve)> {
        Seat::ALL
            .into_iter()
            .filter(|seat| self.sees_reserve(*seat))
            .map(|seat| (seat, self.state.reserves[seat]))
            .collect()
    }

    /// The four clocks at that instant; `None` where only rules, seats and seating are shown (R12).
    pub fn clocks(&self, at: Instant) -> Option<ClockFace> {
        if self.is_blind() {
            return None;
        }
        let clocks = &self.state.clocks;
        let those = |test: fn(&super::Clock) -> bool| {
            clocks.iter().filter(|(_, clock)| test(clock)).map(|(seat, _)| seat).collect()
        };
        Some(ClockFace {
            left: BySeat::from_fn(|seat| clocks[seat].left_at(at)),
            running: those(super::Clock::is_running),
            fallen: those(|clock| clock.fallen_at().is_some()),
            at,
        })
    }

    /// Whose clock fell first, as far as one has fallen (R22).
    pub fn first_to_fall(&self) -> Option<Team> {
        let clocks = self.state.clocks.iter().filter(|_| !self.is_blind());
        let falls = clocks.filter_map(|(seat, clock)| Some((clock.fallen_at()?, seat.team())));
        falls.min_by_key(|(at, _)| *at).map(|(_, team)| team)
    }

    /// The standing draw offer.
    pub fn draw(&self) -> Option<Draw> {
        self.state.draw.filter(|_| !self.is_blind())
    }

    /// The penalised moves of each player whose board is shown (R35).
    pub fn penalties(&self) -> Vec<(Seat, u8)> {
        Seat::ALL
            .into_iter()
            .filter(|seat| self.sees_board(seat.board()))
            .map(|seat| (seat, self.state.counts.penalties[seat]))
            .collect()
    }

    /// The talk that this audience may read: the table's, and for a player the partner talk that
    /// was said while he himself sat there.
    pub fn talk(&self, listener: Option<&PlayerId>) -> Vec<&'a TalkLine> {
        if self.is_blind() {
            return Vec::new();
        }
        let heard = |line: &&TalkLine| match &line.to {
            Ear::Table => true,
            Ear::Partner { heard_by, .. } => {
                listener.is_some() && heard_by.iter().any(|person| person.as_ref() == listener)
            }
        };
        let partners = self.audience.seat().map(|seat| &self.state.team_talk[seat.team() as usize]);
        let mut lines: Vec<&TalkLine> = self.state.table_talk.iter().collect();
        lines.extend(partners.into_iter().flatten().filter(heard));
        lines.sort_by_key(|line| line.entry);
        lines.drain(..lines.len().saturating_sub(TALK_KEPT));
        lines
    }

    /// What this audience is shown of an entry that has just been applied; `None`: nothing.
    pub fn show(&self, entry: &'a Entry) -> Option<Shown<'a>> {
        let event = &entry.event;
        let shown = if self.is_blind() { blindly(event, self.state) } else { self.openly(event) };
        let then_snapshot = match event {
            Event::Rewound { .. } | Event::Annulled { .. } => true,
            Event::Over(_) => self.is_restricted(),
            _ => false,
        };
        Some(Shown { event: shown?, reserves: self.changed_reserves(event), then_snapshot })
    }

    fn openly(&self, event: &'a Event) -> Option<ShownEvent<'a>> {
        match event {
            Event::Opened(_) | Event::Arrived { .. } | Event::Informed { .. } => None,
            Event::Said { to: Ear::Partner { team, .. }, .. } => {
                let seat = self.audience.seat()?;
                (seat.team() == *team).then_some(ShownEvent::Whole(event))
            }
            Event::Moved(moved) if !self.sees_board(moved.seat.board()) => {
                let arrived =
                    moved.passed().is_some_and(|(seat, _)| self.audience == Audience::Seat(seat));
                let grew = ShownEvent::ReserveGrew;
                Some(if arrived { grew } else { ShownEvent::ClocksChanged })
            }
            Event::ClaimFailed { seat, .. } | Event::Penalised { seat, .. }
                if !self.sees_board(seat.board()) =>
            {
                Some(ShownEvent::ClocksChanged)
            }
            Event::Rewound { line, .. } if self.is_restricted() => {
                Some(ShownEvent::RewoundHere { line: *line, to: self.moves().count() })
            }
            _ => Some(ShownEvent::Whole(event)),
        }
    }

    fn changed_reserves(&self, event: &Event) -> Vec<(Seat, Reserve)> {
        let changed: Vec<Seat> = match event {
            Event::Moved(moved) => {
                let dropped = matches!(moved.action, Move::Drop { .. }).then_some(moved.seat);
                let received = moved.passed().map(|(seat, _)| seat);
                [dropped, received].into_iter().flatten().collect()
            }
            Event::Over(_) => Seat::ALL.to_vec(),
            _ => Vec::new(),
        };
        changed
            .into_iter()
            .filter(|seat| self.sees_reserve(*seat))
            .map(|seat| (seat, self.state.reserves[seat]))
            .collect()
    }
}

/// What spectators are shown while a board is hidden: rules, seats and seating (R12).
fn blindly<'a>(event: &'a Event, state: &Match) -> Option<ShownEvent<'a>> {
    match event {
        Event::Seated { .. }
        | Event::LeftSeat { .. }
        | Event::OptionsChanged(_)
        | Event::Annulled { .. } => Some(ShownEvent::Whole(event)),
        Event::Ready { .. } if matches!(state.phase, Phase::Seating) => {
            Some(ShownEvent::Whole(event))
        }
        Event::Started { .. } => Some(ShownEvent::StartedUnseen),
        _ => None,
    }
}
