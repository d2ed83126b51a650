//! The options of a match: what the rules leave to the table.

use crate::ids::Millis;

/// The options of one match, each named as in `docs/rules.md`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Each player's time at the start (R32).
    pub initial: Millis,
    /// Time added for each move or drop (R32).
    pub increment: Millis,
    /// Whether spectators see the reserves (R12).
    pub spectator_reserves: SpectatorReserves,
    /// How late spectators see everything (R12).
    pub spectator_delay: Millis,
    /// Whether players see the other board (R12).
    pub partner_board: PartnerBoard,
    /// What may be dropped on ranks 1 and 8 (R15).
    pub back_rank_drops: BackRankDrops,
    /// Whether time is claimed, or observed by the server (R20).
    pub flag: Flag,
    /// Whether a draw can be agreed (R25).
    pub draw_agreement: DrawAgreement,
    /// What a wrong claim gives the direct opponent (R30).
    pub wrong_claim_bonus: Millis,
    /// What an illegal move does (R35).
    pub illegal_moves: IllegalMoves,
    /// How late a player may arrive after the start; `None`: as late as he likes (R37).
    pub default_after: Option<Millis>,
    /// How long a table may be deserted before it ends unfinished (R34, R37).
    pub abandon_after: Millis,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            initial: Millis::from_secs(300),
            increment: Millis::from_secs(3),
            spectator_reserves: SpectatorReserves::Hidden,
            spectator_delay: Millis::ZERO,
            partner_board: PartnerBoard::Visible,
            back_rank_drops: BackRankDrops::NoPawns,
            flag: Flag::Claim,
            draw_agreement: DrawAgreement::Allowed,
            wrong_claim_bonus: Millis::from_secs(180),
            illegal_moves: IllegalMoves::Refuse,
            default_after: None,
            abandon_after: Millis::from_secs(600),
        }
    }
}

/// Whether spectators see the reserves (R12).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SpectatorReserves {
    /// They do not.
    Hidden,
    /// They see all four.
    Shown,
}

/// Whether players see the other board (R12).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PartnerBoard {
    /// They see both boards.
    Visible,
    /// Each sees his own board and reserve and the four clocks, nothing else.
    Hidden,
}

/// What may be dropped on ranks 1 and 8 (R15).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BackRankDrops {
    /// Everything but pawns, as on the rule sheet.
    NoPawns,
    /// Nothing at all.
    None,
}

/// Whether time is claimed, or observed by the server (R20).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flag {
    /// A fall decides when an opponent claims it.
    Claim,
    /// A fall decides at its instant.
    Auto,
}

/// Whether a draw can be agreed (R25).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawAgreement {
    /// By all four players.
    Allowed,
    /// Not at all.
    None,
}

/// What an illegal move does (R35).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IllegalMoves {
    /// It is refused and changes nothing.
    Refuse,
    /// It costs time, and at the third the match.
    Penalise,
}
