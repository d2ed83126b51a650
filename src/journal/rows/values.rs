//! The values in a row: words for closed sets, and the parts of an event.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Serialize, Serializer};
use shakmaty::ByColor;

use crate::game::{Claim, Clock, Counts, Ending, HalfPoints, Opened, Outcome, PausedBy, Reading};
use crate::game::{SeatKey, Speaker, Swap};
use crate::ids::{BoardName, ByBoard, BySeat, Instant, Millis, Seat, Team};
use crate::rules::{
    BackRankDrops, DrawAgreement, Flag, IllegalMoves, Kind, Options, PartnerBoard, Position,
    Reserve, Setup, SpectatorReserves, Status,
};

/// A type that writes a closed set as words; each has its word here and nowhere else.
macro_rules! words {
    ($($row:ident($value:ty) { $($is:path => $word:literal),+ $(,)? })+) => { $(
        #[derive(Clone, Copy, Debug)]
        pub(super) struct $row(pub(super) $value);

        impl Serialize for $row {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(match self.0 { $($is => $word),+ })
            }
        }

        impl<'de> Deserialize<'de> for $row {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$row, D::Error> {
                match &*String::deserialize(deserializer)? {
                    $($word => Ok($row($is)),)+
                    other => Err(D::Error::custom(format_args!("unknown word {other:?}"))),
                }
            }
        }
    )+ };
}

words! {
    SeatRow(Seat) {
        Seat::AWhite => "A.white", Seat::ABlack => "A.black",
        Seat::BWhite => "B.white", Seat::BBlack => "B.black",
    }
    TeamRow(Team) { Team::One => "1", Team::Two => "2" }
    BoardRow(BoardName) { BoardName::A => "A", BoardName::B => "B" }
    KindRow(Kind) {
        Kind::Queen => "Q", Kind::Rook => "R", Kind::Bishop => "B", Kind::Knight => "N",
        Kind::Pawn => "P",
    }
    ClaimRow(Claim) { Claim::Repetition => "repetition", Claim::FiftyMoves => "fifty_moves" }
    PausedByRow(PausedBy) {
        PausedBy::Director => "director", PausedBy::Restart => "restart",
        PausedBy::Journal => "journal",
    }
    SwapRow(Swap) {
        Swap::None => "none", Swap::Colours => "colours", Swap::Partners => "partners",
    }
    StatusRow(Status) {
        Status::Open => "open", Status::Check => "check", Status::NeedsDrop => "needs_drop",
        Status::CheckNeedsDrop => "check_needs_drop", Status::Mate => "mate",
    }
    EndingRow(Ending) {
        Ending::Mate => "mate", Ending::Time => "time", Ending::Resignation => "resignation",
        Ending::Agreement => "agreement", Ending::Repetition => "repetition",
        Ending::FiftyMoves => "fifty_moves", Ending::IllegalMoves => "illegal_moves",
        Ending::Default => "default", Ending::Ruling => "ruling",
        Ending::Abandoned => "abandoned",
    }
    SpectatorReservesRow(SpectatorReserves) {
        SpectatorReserves::Hidden => "hidden", SpectatorReserves::Shown => "shown",
    }
    PartnerBoardRow(PartnerBoard) {
        PartnerBoard::Visible => "visible", PartnerBoard::Hidden => "hidden",
    }
    BackRankDropsRow(BackRankDrops) {
        BackRankDrops::NoPawns => "no_pawns", BackRankDrops::None => "none",
    }
    FlagRow(Flag) { Flag::Claim => "claim", Flag::Auto => "auto" }
    DrawAgreementRow(DrawAgreement) {
        DrawAgreement::Allowed => "allowed", DrawAgreement::None => "none",
    }
    IllegalMovesRow(IllegalMoves) {
        IllegalMoves::Refuse => "refuse", IllegalMoves::Penalise => "penalise",
    }
}

/// Who spoke: a seat, or the director.
#[derive(Clone, Copy, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum SpeakerRow {
    Seat(SeatRow),
    Director,
}

impl From<Speaker> for SpeakerRow {
    fn from(speaker: Speaker) -> SpeakerRow {
        match speaker {
            Speaker::Seat(seat) => SpeakerRow::Seat(SeatRow(seat)),
            Speaker::Director => SpeakerRow::Director,
        }
    }
}

impl From<SpeakerRow> for Speaker {
    fn from(row: SpeakerRow) -> Speaker {
        match row {
            SpeakerRow::Seat(SeatRow(seat)) => Speaker::Seat(seat),
            SpeakerRow::Director => Speaker::Director,
        }
    }
}

/// A clock: what is left, what has been thought on this turn, since when it runs, when it fell.
#[derive(Clone, Copy, Debug, serde::Serialize, serde::Deserialize)]
pub(super) struct ClockRow(u64, u64, Option<u64>, Option<u64>);

impl From<Clock> for ClockRow {
    fn from(clock: Clock) -> ClockRow {
        let Reading { left, thought, since, fallen_at } = clock.reading();
        ClockRow(left.0, thought.0, since.map(|at| at.0), fallen_at.map(|at| at.0))
    }
}

impl From<ClockRow> for Clock {
    fn from(ClockRow(left, thought, since, fallen_at): ClockRow) -> Clock {
        Clock::of(Reading {
            left: Millis(left),
            thought: Millis(thought),
            since: since.map(Instant),
            fallen_at: fallen_at.map(Instant),
        })
    }
}

/// The counts of the four players.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CountsRow {
    penalties: [u8; 4],
    offered: [bool; 4],
    claimed: [bool; 4],
}

impl CountsRow {
    /// Whether there is nothing to tell; then it is left out.
    pub(super) fn is_empty(&self) -> bool {
        *self == CountsRow::default()
    }
}

impl From<Counts> for CountsRow {
    fn from(counts: Counts) -> CountsRow {
        let Counts { penalties, offered, claimed } = counts;
        CountsRow { penalties: penalties.0, offered: offered.0, claimed: claimed.0 }
    }
}

impl From<CountsRow> for Counts {
    fn from(row: CountsRow) -> Counts {
        Counts {
            penalties: BySeat(row.penalties),
            offered: BySeat(row.offered),
            claimed: BySeat(row.claimed),
        }
    }
}

/// A result.
#[derive(Clone, Copy, Debug, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OutcomeRow {
    winner: Option<TeamRow>,
    /// In halves, of team 1 and of team 2.
    half_points: Option<[u8; 2]>,
    by: EndingRow,
    board: Option<BoardRow>,
}

impl From<Outcome> for OutcomeRow {
    fn from(outcome: Outcome) -> OutcomeRow {
        OutcomeRow {
            winner: outcome.winner.map(TeamRow),
            half_points: outcome.points.map(|points| points.map(|HalfPoints(halves)| halves)),
            by: EndingRow(outcome.by),
            board: outcome.board.map(BoardRow),
        }
    }
}

impl From<OutcomeRow> for Outcome {
    fn from(row: OutcomeRow) -> Outcome {
        Outcome {
            winner: row.winner.map(|TeamRow(team)| team),
            points: row.half_points.map(|halves| halves.map(HalfPoints)),
            by: row.by.0,
            board: row.board.map(|BoardRow(board)| board),
        }
    }
}

/// The options of a match; durations in ms.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OptionsRow {
    initial: u64,
    increment: u64,
    spectator_reserves: SpectatorReservesRow,
    spectator_delay: u64,
    partner_board: PartnerBoardRow,
    back_rank_drops: BackRankDropsRow,
    flag: FlagRow,
    draw_agreement: DrawAgreementRow,
    wrong_claim_bonus: u64,
    illegal_moves: IllegalMovesRow,
    default_after: Option<u64>,
    abandon_after: u64,
}

impl From<&Options> for OptionsRow {
    fn from(options: &Options) -> OptionsRow {
        OptionsRow {
            initial: options.initial.0,
            increment: options.increment.0,
            spectator_reserves: SpectatorReservesRow(options.spectator_reserves),
            spectator_delay: options.spectator_delay.0,
            partner_board: PartnerBoardRow(options.partner_board),
            back_rank_drops: BackRankDropsRow(options.back_rank_drops),
            flag: FlagRow(options.flag),
            draw_agreement: DrawAgreementRow(options.draw_agreement),
            wrong_claim_bonus: options.wrong_claim_bonus.0,
            illegal_moves: IllegalMovesRow(options.illegal_moves),
            default_after: options.default_after.map(|wait| wait.0),
            abandon_after: options.abandon_after.0,
        }
    }
}

impl From<OptionsRow> for Options {
    fn from(row: OptionsRow) -> Options {
        Options {
            initial: Millis(row.initial),
            increment: Millis(row.increment),
            spectator_reserves: row.spectator_reserves.0,
            spectator_delay: Millis(row.spectator_delay),
            partner_board: row.partner_board.0,
            back_rank_drops: row.back_rank_drops.0,
            flag: row.flag.0,
            draw_agreement: row.draw_agreement.0,
            wrong_claim_bonus: Millis(row.wrong_claim_bonus),
            illegal_moves: row.illegal_moves.0,
            default_after: row.default_after.map(Millis),
            abandon_after: Millis(row.abandon_after),
        }
    }
}

/// A position by its FEN.
#[derive(Clone, Debug)]
pub(super) struct PositionRow(pub(super) Position);

impl Serialize for PositionRow {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for PositionRow {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PositionRow, D::Error> {
        let fen = String::deserialize(deserializer)?;
        fen.parse().map(PositionRow).map_err(|error| D::Error::custom(format!("{fen}: {error}")))
    }
}

/// The position from which a board starts, and the two reserves, White's first, each as the
/// numbers of its queens, rooks, bishops, knights and pawns.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SetupRow {
    fen: PositionRow,
    reserves: [[u16; 5]; 2],
}

impl From<&Setup> for SetupRow {
    fn from(setup: &Setup) -> SetupRow {
        let counts = |reserve: &Reserve| Kind::ALL.map(|kind| reserve.count(kind));
        let ByColor { white, black } = &setup.reserves;
        let reserves = [counts(white), counts(black)];
        SetupRow { fen: PositionRow(setup.position.clone()), reserves }
    }
}

impl From<SetupRow> for Setup {
    fn from(row: SetupRow) -> Setup {
        let reserve = |counts: [u16; 5]| {
            let mut reserve = Reserve::default();
            for (kind, count) in Kind::ALL.into_iter().zip(counts) {
                (0..count).for_each(|_| reserve.add(kind));
            }
            reserve
        };
        let [white, black] = row.reserves.map(reserve);
        Setup { position: row.fen.0, reserves: ByColor { white, black } }
    }
}

/// How a table was opened; both boards from the usual position where no set-up is given.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OpenedRow {
    options: OptionsRow,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    setup: Option<[SetupRow; 2]>,
    listed: bool,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    keys: Option<[Hex; 4]>,
}

impl From<&Opened> for OpenedRow {
    fn from(opened: &Opened) -> OpenedRow {
        let usual = opened.setup.0.iter().all(|setup| *setup == Setup::initial());
        OpenedRow {
            options: OptionsRow::from(&opened.options),
            setup: (!usual).then(|| [0, 1].map(|at| SetupRow::from(&opened.setup.0[at]))),
            listed: opened.listed,
            keys: opened.keys.map(|keys| keys.0.map(|SeatKey(digest)| Hex(digest))),
        }
    }
}

impl From<OpenedRow> for Opened {
    fn from(row: OpenedRow) -> Opened {
        let setup = row.setup.map(|setups| ByBoard(setups.map(Setup::from)));
        Opened {
            options: row.options.into(),
            setup: setup.unwrap_or_else(|| ByBoard::from_fn(|_| Setup::initial())),
            listed: row.listed,
            keys: row.keys.map(|keys| BySeat(keys.map(|Hex(digest)| SeatKey(digest)))),
        }
    }
}

/// A digest in hexadecimal digits.
#[derive(Clone, Copy, Debug)]
struct Hex([u8; 32]);

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Hex, D::Error> {
        let text = String::deserialize(deserializer)?;
        let byte = |at: usize| {
            let digits = text.get(2 * at..2 * at + 2)?;
            u8::from_str_radix(digits, 16).ok()
        };
        let bytes: Option<Vec<u8>> = (0..32).map(byte).collect();
        let digest = bytes.and_then(|bytes| bytes.try_into().ok()).filter(|_| text.len() == 64);
        digest.map(Hex).ok_or_else(|| D::Error::custom("a digest has 64 hexadecimal digits"))
    }
}
