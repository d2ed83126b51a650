//! What a practice player does at the board: pure, from what its own seat is shown and nothing
//! else. The server only waits for it, and passes its words on.
//!
//! It plays a plain game: it mates when it can, takes what is free, saves its king, asks its partner
//! where only a drop helps, claims a fallen flag and minds its clock. It never resigns, and offers
//! no draw.

mod choice;
mod value;

#[cfg(test)]
mod tests;

use crate::game::{Command, DrawAnswer, Occupant, PausedBy, Speaker, View, Words};
use crate::ids::{Instant, Millis, Seat};
use crate::rules::{Attempt, Kind};

pub use choice::choose;

/// How long a practice player takes to see that something has happened, at the least.
const GLANCE: Millis = Millis(600);
/// How long it thinks about a move, where it has the time: from this
const QUICK: Millis = Millis(1000);
/// to so much longer.
const SPREAD: Millis = Millis(2000);
/// It never thinks longer than this part of what its clock shows.
const PART_OF_CLOCK: u64 = 15;
/// An offer is accepted where the own board is no better than this, in hundredths of a pawn.
const GOOD_ENOUGH: i32 = 100;

/// What there is to do for a practice player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Task {
    /// To be ready, to start or to go on (R34).
    Ready,
    /// To claim an opponent's fall (R22).
    ClaimTime,
    /// To answer a standing offer (R25).
    AnswerDraw,
    /// To move.
    Move {
        /// In that line of play.
        line: u32,
        /// After so many half-moves of its board.
        ply: u32,
    },
    /// To ask the partner for a piece, for only a drop helps (R19, R26).
    Ask {
        /// What would help.
        kind: Kind,
    },
}

/// What there is to do for the practice player that is shown that view; `None`: to wait.
pub fn task(view: &View) -> Option<Task> {
    let seat = view.audience().seat()?;
    let ready = match (view.phase(), view.pause()) {
        ("seating", _) => view.seats()[seat].as_ref()?.ready,
        (_, Some(pause)) => pause.by == PausedBy::Director || pause.ready[seat],
        ("playing", None) => return at_play(view, seat),
        _ => return None,
    };
    (!ready).then_some(Task::Ready)
}

fn at_play(view: &View, seat: Seat) -> Option<Task> {
    if view.first_to_fall() == Some(seat.team().other()) {
        return Some(Task::ClaimTime);
    }
    // Before it moves: moving would decline the offer (R25).
    if view.draw().is_some_and(|draw| !draw.agreed(seat)) {
        return Some(Task::AnswerDraw);
    }
    let legal = view.legal()?;
    if !legal.moves.is_empty() || !legal.drops.is_empty() {
        return Some(Task::Move { line: view.line(), ply: view.ply(seat.board()) });
    }
    let kind = helpful_drop(view, seat)?;
    (!has_asked(view, seat, kind)).then_some(Task::Ask { kind })
}

/// The cheapest piece that could be dropped: it arrives soonest.
fn helpful_drop(view: &View, seat: Seat) -> Option<Kind> {
    let board = view.boards().find(|board| board.name == seat.board())?;
    let ban = view.options().back_rank_drops;
    let helps = |kind: &Kind| board.position.drop_squares(*kind, ban).any();
    Kind::ALL.into_iter().rev().find(helps)
}

/// Whether it has asked for that since its turn began: it does not nag.
fn has_asked(view: &View, seat: Seat, kind: Kind) -> bool {
    let on_board = view.moves().filter(|moved| moved.seat.board() == seat.board());
    let since = on_board.last().map_or(Instant::default(), |moved| moved.at);
    let listener = view.seats()[seat].as_ref().map(|occupant| &occupant.player);
    view.talk(listener).iter().any(|line| {
        line.from == Speaker::Seat(seat)
            && line.words == Words::Phrase(request(kind))
            && line.at >= since
    })
}

/// How long it takes over that, from the instant on at which it sees that there is something to do.
/// That differs by `noise`, any number, so that no two moves look alike.
pub fn delay(task: Task, view: &View, at: Instant, noise: u64) -> Millis {
    match task {
        Task::Ready => Millis::ZERO,
        Task::ClaimTime | Task::AnswerDraw | Task::Ask { .. } => Millis(GLANCE.0 + noise % 600),
        Task::Move { .. } => {
            let seat = view.audience().seat();
            let left = seat.and_then(|seat| view.clocks(at).map(|clocks| clocks.left[seat]));
            let bound = left.unwrap_or_default().0 / PART_OF_CLOCK;
            Millis((QUICK.0 + noise % SPREAD.0).min(bound))
        }
    }
}

/// What it asks of the match; `None` where there is nothing to ask any more.
pub fn command(task: Task, view: &View, noise: u64) -> Option<Command> {
    Some(match task {
        Task::Ready => Command::Ready,
        Task::ClaimTime => Command::ClaimTime,
        Task::AnswerDraw => Command::Draw(answer(view)?),
        Task::Move { line, ply } => {
            let attempt = Attempt::from(choose(view, noise)?);
            Command::Move { attempt, ply: Some(ply), line: Some(line) }
        }
        Task::Ask { kind } => {
            Command::Say { to_partner: true, words: Words::Phrase(request(kind)) }
        }
    })
}

/// Where its partner is a person, the decision is his: its own word only does not stand in his way.
fn answer(view: &View) -> Option<DrawAnswer> {
    let seat = view.audience().seat()?;
    let draw = view.draw()?;
    let partner = &view.seats()[seat.partner()];
    let leaves_it = partner.as_ref().is_some_and(|partner| !Occupant::practises(partner));
    let accepts = leaves_it
        || draw.by.team() == seat.team()
        || choice::balance(view).is_some_and(|balance| balance <= GOOD_ENOUGH);
    Some(if accepts { DrawAnswer::Accept } else { DrawAnswer::Decline })
}

/// The stock phrase that asks for a piece.
const fn request(kind: Kind) -> &'static str {
    match kind {
        Kind::Pawn => "need_pawn",
        Kind::Knight => "need_knight",
        Kind::Bishop => "need_bishop",
        Kind::Rook => "need_rook",
        Kind::Queen => "need_queen",
    }
}
