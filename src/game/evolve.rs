//! How each entry of the record changes a match. Nothing is decided here.

use std::sync::Arc;

use super::state::{TALK_KEPT, initial_reserves};
use super::{Clock, Clocks, Counts, Draw, Ear, Entry, Event, Match, Moved, Occupant, Pause};
use super::{PausedBy, Phase, Speaker, TalkLine, Words};
use crate::ids::{BoardName, ByBoard, BySeat, Instant, Millis, Team};
use crate::rules::Move;

impl Match {
    /// Applies an entry that [`Match::decide`] or [`Match::due`] made for this very state.
    pub fn evolve(&mut self, entry: &Entry) {
        let at = entry.at;
        match &entry.event {
            // The opening made this state, and a call changes nothing.
            Event::Opened(_) | Event::Called { .. } => {}
            Event::OptionsChanged(options) => {
                self.options = (**options).clone();
                self.clocks = BySeat([Clock::new(self.options.initial); 4]);
                self.clear_ready();
            }
            Event::Seated { seat, player, name } => {
                if self.started_at.is_some() {
                    self.informed.insert((player.clone(), seat.team()));
                }
                let (player, name) = (player.clone(), name.clone());
                self.seats[*seat] = Some(Occupant { player, name, ready: false });
            }
            Event::LeftSeat { seat, .. } => {
                self.seats[*seat] = None;
                if let Phase::Paused(pause) = &mut self.phase {
                    pause.ready[*seat] = false;
                }
            }
            Event::Ready { seat, ready } => match &mut self.phase {
                Phase::Paused(pause) => pause.ready[*seat] = *ready,
                _ => {
                    if let Some(occupant) = &mut self.seats[*seat] {
                        occupant.ready = *ready;
                    }
                }
            },
            Event::Started { arrived } => self.start(*arrived, at),
            Event::Arrived { seat } => self.arrived[*seat] = true,
            Event::Informed { player } => {
                self.informed.extend(Team::ALL.map(|team| (player.clone(), team)));
            }
            Event::Moved(moved) => self.apply_move(moved),
            Event::FlagFallen { seat } => self.clocks[*seat].fall(at),
            Event::ClaimFailed { seat, bonus, .. } => {
                self.counts.claimed[*seat] = true;
                self.clocks[seat.opponent()].add(*bonus);
            }
            Event::Penalised { seat, count, bonus } => {
                self.counts.penalties[*seat] = *count;
                self.clocks[seat.opponent()].add(*bonus);
            }
            Event::DrawOffered { seat, counted } => {
                self.counts.offered[*seat] |= *counted;
                self.offers.push((self.moves.len(), *seat));
                self.draw = Some(Draw { by: *seat, accepted: BySeat::default() });
            }
            Event::DrawAccepted { seat } => {
                if let Some(draw) = &mut self.draw {
                    draw.accepted[*seat] = true;
                }
            }
            Event::DrawDeclined { .. } => self.draw = None,
            Event::ClockSet { seat, left } => self.clocks[*seat].set(*left, at),
            Event::Paused { by, counted_from } => {
                self.stop_clocks(at);
                self.phase = Phase::Paused(Pause {
                    by: *by,
                    counted_from: *counted_from,
                    ready: BySeat::default(),
                });
            }
            Event::Resumed => self.run_clocks(at),
            Event::Rewound { line, to } => self.rewind(*line, *to, at),
            Event::Annulled { line } => self.annul(*line),
            Event::Said { from, to, words } => self.keep_talk(at, *from, to, words),
            Event::Over(outcome) => {
                self.stop_clocks(at);
                self.draw = None;
                self.ended_at = Some(at);
                self.phase = Phase::Over(*outcome);
            }
            Event::ResultChanged(outcome) => self.phase = Phase::Over(*outcome),
            Event::Followed(followed) => self.followed = Some(followed.clone()),
        }
        self.last_at = self.last_at.max(at);
        self.entries += 1;
    }

    fn clear_ready(&mut self) {
        for occupant in self.seats.0.iter_mut().flatten() {
            occupant.ready = false;
        }
    }

    fn start(&mut self, arrived: BySeat<bool>, at: Instant) {
        self.started_at = Some(at);
        self.first_started_at = self.first_started_at.or(Some(at));
        self.arrived = arrived;
        let seated = self.seats.iter().filter_map(|(seat, occupant)| {
            occupant.as_ref().map(|occupant| (occupant.player.clone(), seat.team()))
        });
        self.informed = seated.collect();
        self.run_clocks(at);
    }

    /// Starts the clocks of the players on move (R3).
    fn run_clocks(&mut self, at: Instant) {
        self.phase = Phase::Playing;
        self.played_since = Some(at);
        for board in BoardName::ALL {
            let seat = self.on_move(board);
            self.clocks[seat].start(at);
        }
    }

    fn stop_clocks(&mut self, at: Instant) {
        self.played = self.played_at(at);
        self.played_since = None;
        for clock in &mut self.clocks.0 {
            clock.stop(at);
        }
    }

    fn apply_move(&mut self, moved: &Arc<Moved>) {
        let seat = moved.seat;
        let board = seat.board();
        self.clocks = moved.clocks;
        self.counts = moved.counts;
        self.pass_pieces(moved);
        let recurring = &mut self.recurring[board];
        // Nothing before a drop counts (R27); nothing before a capture or a pawn move can come
        // again without one.
        if moved.position.halfmoves() == 0 {
            recurring.clear();
        }
        recurring.push(moved.position.key());
        self.positions[board] = moved.position.clone();
        self.moves.push(Arc::clone(moved));
    }

    /// Moves what was captured or dropped between the reserves (R9, R13).
    fn pass_pieces(&mut self, moved: &Moved) {
        if let Move::Drop { kind, .. } = moved.action {
            // `decide` has seen that it is there.
            let _ = self.reserves[moved.seat].take(kind);
        }
        if let Some(kind) = moved.captured {
            self.reserves[moved.seat.partner()].add(kind);
        }
    }

    fn rewind(&mut self, line: u32, to: usize, at: Instant) {
        let mut moves = std::mem::take(&mut self.moves);
        moves.truncate(to);
        let offers = std::mem::take(&mut self.offers);
        self.stop_clocks(at);
        self.set_up();
        // Each move carries the state it left; only the last one's clocks and counts remain.
        for moved in &moves {
            self.apply_move(moved);
        }
        if let Some(standing) = self.clocks_after(to) {
            self.clocks = standing;
        }
        self.offers = offers.into_iter().filter(|(after, _)| *after < to).collect();
        self.line = line;
        self.draw = None;
        self.phase = Phase::Paused(Pause {
            by: PausedBy::Director,
            counted_from: at,
            ready: BySeat::default(),
        });
    }

    /// The clocks as they stood after so many moves, all of them stopped.
    fn clocks_after(&self, to: usize) -> Option<Clocks> {
        let last = self.moves.get(to.checked_sub(1)?)?;
        let at = last.at;
        let mut clocks = last.clocks;
        clocks.0.iter_mut().for_each(|clock| clock.stop(at));
        Some(clocks)
    }

    /// Puts both boards, the reserves, the clocks and the counts back to the start.
    fn set_up(&mut self) {
        self.positions = ByBoard::from_fn(|board| self.setup[board].position.clone());
        self.reserves = initial_reserves(&self.setup);
        self.recurring = ByBoard::from_fn(|board| vec![self.setup[board].position.key()]);
        self.clocks = BySeat([Clock::new(self.options.initial); 4]);
        self.counts = Counts::default();
        self.moves.clear();
        self.offers.clear();
    }

    fn annul(&mut self, line: u32) {
        self.set_up();
        self.clear_ready();
        self.line = line;
        self.annulments += 1;
        self.draw = None;
        self.phase = Phase::Seating;
        self.started_at = None;
        self.arrived = BySeat::default();
        self.played = Millis::ZERO;
        self.played_since = None;
        self.informed.clear();
    }

    fn keep_talk(&mut self, at: Instant, from: Speaker, to: &Ear, words: &Words) {
        let lines = match to {
            Ear::Table => &mut self.table_talk,
            Ear::Partner { team, .. } => &mut self.team_talk[*team as usize],
        };
        if lines.len() == TALK_KEPT {
            lines.pop_front();
        }
        let (to, words) = (to.clone(), words.clone());
        lines.push_back(TalkLine { entry: self.entries, at, from, to, words });
    }
}
