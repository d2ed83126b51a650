//! What a practice player does at the board: pure, from what its own seat is shown and nothing
//! else. The server only waits for it, and passes its words on.
//!
//! It plays a plain game: it mates when it can, takes what is free, saves its king, asks its partner
//! where only a drop helps, claims a fallen flag and minds its clock.

mod choice;
mod value;

#[cfg(test)]
mod tests;

use crate::game::{Audience, Command, DrawAnswer, PausedBy, View, Words};
use crate::ids::{Instant, Millis, Seat};
use crate::rules::{Attempt, Kind};

pub use choice::choose;

/// How long a practice player takes to see that something has happened.
const GLANCE: Millis = Millis(600);
/// The least that a move takes, where there is time for it.
const QUICKEST: Millis = Millis(300);
/// The most that a move takes.
const LONGEST: Millis = Millis(9000);
/// An offer is accepted where the own board is no better than this, in hundredths of a pawn.
const GOOD_ENOUGH: i32 = 100;

/// What there is to do for a practice player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
        /// In that line of play.
        line: u32,
        /// After so many half-moves of its board.
        ply: u32,
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
    if wants_to_answer(view, seat) {
        return Some(Task::AnswerDraw);
    }
    let legal = view.legal()?;
    let (line, ply) = (view.line(), view.ply(seat.board()));
    if !legal.moves.is_empty() || !legal.drops.is_empty() {
        return Some(Task::Move { line, ply });
    }
    let board = view.boards().find(|board| board.name == seat.board())?;
    let ban = view.options().back_rank_drops;
    // The cheapest first: it arrives soonest.
    let helps = |kind: &Kind| board.position.drop_squares(*kind, ban).any();
    let kind = Kind::ALL.into_iter().rev().find(helps)?;
    Some(Task::Ask { line, ply, kind })
}

/// A practice player leaves the word to a person who is its partner, and follows it.
fn wants_to_answer(view: &View, seat: Seat) -> bool {
    let Some(draw) = view.draw().filter(|draw| !draw.agreed(seat)) else { return false };
    let partner = &view.seats()[seat.partner()];
    draw.agreed(seat.partner()) || partner.as_ref().is_none_or(|partner| partner.practises())
}

/// How long it takes over that, from the instant on at which there was something to do. Time passes
/// by `noise`, any number, so that no two moves look alike; never so much that its clock falls.
pub fn delay(task: Task, view: &View, at: Instant, noise: u64) -> Millis {
    let glance = Millis(GLANCE.0 + noise % 700);
    match task {
        Task::Ready => Millis::ZERO,
        Task::ClaimTime | Task::AnswerDraw | Task::Ask { .. } => glance,
        Task::Move { .. } => {
            let seat = view.audience().seat();
            let left = seat.and_then(|seat| view.clocks(at).map(|clocks| clocks.left[seat]));
            think(left.unwrap_or_default(), view, noise)
        }
    }
}

fn think(left: Millis, view: &View, noise: u64) -> Millis {
    // A hundredth of what is left and most of what a move brings, half to one and a half times.
    let usual = left.0 / 100 + view.options().increment.0 * 2 / 3;
    let taken = usual * (50 + noise % 101) / 100;
    let opening = view.moves().count() < 12;
    let taken = if opening { taken / 2 } else { taken };
    Millis(taken.clamp(QUICKEST.0, LONGEST.0).min(left.0 / 4))
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
        Task::Ask { kind, .. } => {
            Command::Say { to_partner: true, words: Words::Phrase(request(kind)) }
        }
    })
}

fn answer(view: &View) -> Option<DrawAnswer> {
    let Audience::Seat(seat) = view.audience() else { return None };
    let draw = view.draw()?;
    let follows = draw.agreed(seat.partner());
    let accepts = follows || choice::balance(view)? <= GOOD_ENOUGH;
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
