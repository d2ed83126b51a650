//! Events of every kind, for round trips.

use std::sync::Arc;

use catchmate::game::{
    Claim, Clock, Clocks, Counts, Ear, Ending, Entry, Event, Followed, HalfPoints, Moved, Opened,
    Outcome, PausedBy, Reading, SeatKey, Speaker, Swap, Words,
};
use catchmate::ids::{BoardName, ByBoard, BySeat, Instant, MatchId, Millis, PlayerId, Seat, Team};
use catchmate::rules::{
    BackRankDrops, DrawAgreement, Flag, IllegalMoves, Kind, Move, Options, PartnerBoard, Position,
    Reserve, Setup, SpectatorReserves, san,
};
use catchmate::wire::PHRASES;
use proptest::prelude::*;
use proptest::sample::select;

/// How many kinds of events there are.
pub const KINDS: usize = 25;

/// The number of an event's kind; a new kind must be given one.
pub fn kind(event: &Event) -> usize {
    match event {
        Event::Opened(_) => 0,
        Event::OptionsChanged(_) => 1,
        Event::Seated { .. } => 2,
        Event::LeftSeat { .. } => 3,
        Event::Ready { .. } => 4,
        Event::Started { .. } => 5,
        Event::Arrived { .. } => 6,
        Event::Informed { .. } => 7,
        Event::Moved(_) => 8,
        Event::FlagFallen { .. } => 9,
        Event::ClaimFailed { .. } => 10,
        Event::Penalised { .. } => 11,
        Event::DrawOffered { .. } => 12,
        Event::DrawAccepted { .. } => 13,
        Event::DrawDeclined { .. } => 14,
        Event::Called { .. } => 15,
        Event::ClockSet { .. } => 16,
        Event::Paused { .. } => 17,
        Event::Resumed => 18,
        Event::Rewound { .. } => 19,
        Event::Annulled { .. } => 20,
        Event::Said { .. } => 21,
        Event::Over(_) => 22,
        Event::ResultChanged(_) => 23,
        Event::Followed(_) => 24,
    }
}

fn millis() -> impl Strategy<Value = Millis> {
    prop_oneof![Just(Millis(0)), (0..10_000_000_u64).prop_map(Millis)]
}

fn instant() -> impl Strategy<Value = Instant> {
    (0..4_000_000_000_000_u64).prop_map(Instant)
}

fn seat() -> impl Strategy<Value = Seat> {
    select(Seat::ALL.to_vec())
}

fn person() -> impl Strategy<Value = PlayerId> {
    "[a-z2-9]{8}".prop_map(|id| PlayerId(id.into()))
}

fn text() -> impl Strategy<Value = Box<str>> {
    prop_oneof![".{1,40}", Just("\"\\\u{0}\u{2028}\u{10ffff}".to_owned())].prop_map(Into::into)
}

fn by_seat<T: std::fmt::Debug>(one: impl Strategy<Value = T>) -> impl Strategy<Value = BySeat<T>> {
    prop::array::uniform4(one).prop_map(BySeat)
}

pub fn options() -> impl Strategy<Value = Options> {
    let choices = prop::array::uniform6(any::<bool>());
    (choices, prop::array::uniform5(millis()), prop::option::of(millis())).prop_map(
        |(choice, [initial, increment, spectator_delay, bonus, abandon], default_after)| Options {
            initial,
            increment,
            spectator_delay,
            wrong_claim_bonus: bonus,
            abandon_after: abandon,
            default_after,
            spectator_reserves: [SpectatorReserves::Hidden, SpectatorReserves::Shown]
                [usize::from(choice[0])],
            partner_board: [PartnerBoard::Visible, PartnerBoard::Hidden][usize::from(choice[1])],
            back_rank_drops: [BackRankDrops::NoPawns, BackRankDrops::None][usize::from(choice[2])],
            flag: [Flag::Claim, Flag::Auto][usize::from(choice[3])],
            draw_agreement: [DrawAgreement::Allowed, DrawAgreement::None][usize::from(choice[4])],
            illegal_moves: [IllegalMoves::Refuse, IllegalMoves::Penalise][usize::from(choice[5])],
        },
    )
}

/// A reserve that can be dropped from for a while.
fn reserve() -> Reserve {
    let mut reserve = Reserve::default();
    for kind in Kind::ALL {
        (0..3).for_each(|_| reserve.add(kind));
    }
    reserve
}

/// A position that was reached by playing, with the last move that led to it.
fn played() -> impl Strategy<Value = (Position, Move, String, Option<Kind>)> {
    prop::collection::vec(any::<u16>(), 1..80).prop_map(|choices| {
        let drops = BackRankDrops::NoPawns;
        let mut position = Position::initial();
        let mut last = None;
        for choice in choices {
            let moves = position.legal_moves(&reserve(), drops);
            let Some(action) = moves.get(usize::from(choice) % moves.len().max(1)).copied() else {
                break;
            };
            let text = san(&position, action, drops);
            let played = position.play(action.into(), &reserve(), drops).unwrap();
            position = played.position;
            last = Some((action, text, played.captured));
        }
        let (action, text, captured) = last.unwrap();
        (position, action, text, captured)
    })
}

fn setup() -> impl Strategy<Value = Setup> {
    let counts = prop::array::uniform5(0..4_u16);
    (played(), counts.clone(), counts).prop_map(|((position, ..), white, black)| {
        let mut setup = Setup { position, ..Setup::initial() };
        for (kind, (white, black)) in Kind::ALL.into_iter().zip(white.into_iter().zip(black)) {
            (0..white).for_each(|_| setup.reserves.white.add(kind));
            (0..black).for_each(|_| setup.reserves.black.add(kind));
        }
        setup
    })
}

fn opened() -> impl Strategy<Value = Opened> {
    let setups = prop_oneof![
        Just(ByBoard([Setup::initial(), Setup::initial()])),
        [setup(), setup()].prop_map(ByBoard)
    ];
    let keys = prop::option::of(by_seat(any::<[u8; 32]>().prop_map(SeatKey)));
    (options(), setups, any::<bool>(), keys).prop_map(|(options, setup, listed, keys)| Opened {
        options,
        setup,
        listed,
        keys,
    })
}

fn clock() -> impl Strategy<Value = Clock> {
    (millis(), millis(), prop::option::of(instant()), prop::option::of(instant())).prop_map(
        |(left, thought, since, fallen_at)| Clock::of(Reading { left, thought, since, fallen_at }),
    )
}

fn clocks() -> impl Strategy<Value = Clocks> {
    by_seat(clock())
}

fn counts() -> impl Strategy<Value = Counts> {
    let some =
        (by_seat(0..3_u8), by_seat(any::<bool>()), by_seat(any::<bool>())).prop_map(|counts| {
            let (penalties, offered, claimed) = counts;
            Counts { penalties, offered, claimed }
        });
    prop_oneof![Just(Counts::default()), some]
}

fn moved() -> impl Strategy<Value = Moved> {
    (played(), instant(), seat(), millis(), clocks(), counts()).prop_map(
        |((position, action, san, captured), at, seat, spent, clocks, counts)| Moved {
            at,
            seat,
            action,
            san: san.into(),
            captured,
            spent,
            status: position.status(BackRankDrops::NoPawns),
            position,
            clocks,
            counts,
        },
    )
}

fn outcome() -> impl Strategy<Value = Outcome> {
    let points = prop::option::of([0..3_u8, 0..3_u8].prop_map(|points| points.map(HalfPoints)));
    let winner = prop::option::of(select(Team::ALL.to_vec()));
    (
        winner,
        points,
        select(Ending::ALL.to_vec()),
        prop::option::of(select(BoardName::ALL.to_vec())),
    )
        .prop_map(|(winner, points, by, board)| Outcome { winner, points, by, board })
}

fn said() -> impl Strategy<Value = Event> {
    let from = prop_oneof![seat().prop_map(Speaker::Seat), Just(Speaker::Director)];
    let heard = [prop::option::of(person()), prop::option::of(person())];
    let partner = (select(Team::ALL.to_vec()), heard)
        .prop_map(|(team, heard_by)| Ear::Partner { team, heard_by });
    let words =
        prop_oneof![text().prop_map(Words::Text), select(PHRASES.to_vec()).prop_map(Words::Phrase)];
    (from, prop_oneof![Just(Ear::Table), partner], words)
        .prop_map(|(from, to, words)| Event::Said { from, to, words })
}

/// An event of that kind.
fn event_of(kind: usize) -> BoxedStrategy<Event> {
    let seats = seat();
    let named = (seat(), person(), text());
    match kind {
        0 => opened().prop_map(|opened| Event::Opened(Box::new(opened))).boxed(),
        1 => options().prop_map(|options| Event::OptionsChanged(Box::new(options))).boxed(),
        2 => named.prop_map(|(seat, player, name)| Event::Seated { seat, player, name }).boxed(),
        3 => named.prop_map(|(seat, player, name)| Event::LeftSeat { seat, player, name }).boxed(),
        4 => (seats, any::<bool>()).prop_map(|(seat, ready)| Event::Ready { seat, ready }).boxed(),
        5 => by_seat(any::<bool>()).prop_map(|arrived| Event::Started { arrived }).boxed(),
        6 => seats.prop_map(|seat| Event::Arrived { seat }).boxed(),
        7 => person().prop_map(|player| Event::Informed { player }).boxed(),
        8 => moved().prop_map(|moved| Event::Moved(Arc::new(moved))).boxed(),
        9 => seats.prop_map(|seat| Event::FlagFallen { seat }).boxed(),
        10 => (seats, select(vec![Claim::Repetition, Claim::FiftyMoves]), millis())
            .prop_map(|(seat, claim, bonus)| Event::ClaimFailed { seat, claim, bonus })
            .boxed(),
        11 => (seats, any::<u8>(), millis())
            .prop_map(|(seat, count, bonus)| Event::Penalised { seat, count, bonus })
            .boxed(),
        12 => (seats, any::<bool>())
            .prop_map(|(seat, counted)| Event::DrawOffered { seat, counted })
            .boxed(),
        13 => seats.prop_map(|seat| Event::DrawAccepted { seat }).boxed(),
        14 => seats.prop_map(|seat| Event::DrawDeclined { seat }).boxed(),
        15 => seats.prop_map(|seat| Event::Called { seat }).boxed(),
        16 => (seats, millis()).prop_map(|(seat, left)| Event::ClockSet { seat, left }).boxed(),
        17 => {
            let by = select(vec![PausedBy::Director, PausedBy::Restart, PausedBy::Journal]);
            (by, instant())
                .prop_map(|(by, counted_from)| Event::Paused { by, counted_from })
                .boxed()
        }
        18 => Just(Event::Resumed).boxed(),
        19 => (any::<u32>(), 0..10_000_usize)
            .prop_map(|(line, to)| Event::Rewound { line, to })
            .boxed(),
        20 => any::<u32>().prop_map(|line| Event::Annulled { line }).boxed(),
        21 => said().boxed(),
        22 => outcome().prop_map(Event::Over).boxed(),
        23 => outcome().prop_map(Event::ResultChanged).boxed(),
        _ => (seats, "[0-9a-z]{6}", select(vec![Swap::None, Swap::Colours, Swap::Partners]))
            .prop_map(|(by, id, swap)| Followed { by, match_id: MatchId(id.into()), swap })
            .prop_map(Event::Followed)
            .boxed(),
    }
}

/// An entry of any kind; half of the moves are made at the instant of their entries.
pub fn entry() -> impl Strategy<Value = Entry> {
    let event = (0..KINDS).prop_flat_map(event_of);
    (event, instant(), any::<bool>()).prop_map(|(event, at, same)| match &event {
        Event::Moved(moved) if same => {
            let at = moved.at;
            event.at(at)
        }
        _ => event.at(at),
    })
}
