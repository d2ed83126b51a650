//! After the end: who may ask for the next match, and who sits where in it. And, in any phase, whose
//! marks reach whom.

use crate::play::{BOTH, KINGS, Table, USUAL};
use catchmate::game::{
    Actor, Audience, Command, Event, Followed, Refusal, Swap, Tags, View, write_bpgn,
};
use catchmate::ids::{BySeat, MatchId, Millis, PlayerId, Rule, Seat};
use catchmate::rules::{Options, PartnerBoard, Setup};

const SWAPS: [Swap; 3] = [Swap::None, Swap::Colours, Swap::Partners];

/// Where everyone sits after that swap, by where he sat at first.
fn swapped(seats: BySeat<Seat>, swap: Swap) -> BySeat<Seat> {
    BySeat::from_fn(|first| swap.seat(seats[first]))
}

#[test]
fn a_swap_gives_everyone_one_seat() {
    for swap in SWAPS {
        for seat in Seat::ALL {
            let there = Seat::ALL.iter().filter(|from| swap.seat(**from) == seat).count();
            assert_eq!(there, 1, "{swap:?} {seat}");
        }
    }
    assert!(Seat::ALL.iter().all(|seat| Swap::None.seat(*seat) == *seat));
}

#[test]
fn colours_keep_the_partners_and_done_twice_the_seats() {
    for seat in Seat::ALL {
        let there = Swap::Colours.seat(seat);
        assert_eq!((there.board(), there.color()), (seat.board(), seat.color().other()));
        assert_eq!(Swap::Colours.seat(seat.partner()), there.partner());
        assert_eq!(Swap::Colours.seat(there), seat);
    }
}

#[test]
fn partners_give_everyone_every_partner_once_in_three_matches() {
    let first = BySeat::from_fn(|seat| seat);
    let second = swapped(first, Swap::Partners);
    let third = swapped(second, Swap::Partners);
    assert_eq!(swapped(third, Swap::Partners), first);
    for one in Seat::ALL {
        let partner_in = |seats: &BySeat<Seat>| {
            Seat::ALL.into_iter().find(|other| seats[*other] == seats[one].partner()).unwrap()
        };
        let mut had = [&first, &second, &third].map(partner_in);
        had.sort_unstable();
        let others: Vec<Seat> = Seat::ALL.into_iter().filter(|other| *other != one).collect();
        assert_eq!(had.to_vec(), others, "{one}");
    }
    assert_eq!(Swap::Partners.seat(Seat::AWhite), Seat::AWhite);
    assert_eq!(Swap::Partners.seat(Seat::ABlack), Seat::BWhite);
}

/// A person of these tests; a player goes by the name of his seat.
fn person(name: &str) -> PlayerId {
    PlayerId(name.into())
}

fn follow(table: &mut Table, who: &str, to: &str) -> Result<Vec<Event>, Refusal> {
    let actor = Actor { player: person(who), name: who.to_owned(), director: who == "director" };
    let command = Command::Follow { match_id: MatchId(to.into()), swap: Swap::Colours };
    table.send(&actor, &command)
}

/// Where the match went on, as each audience is told.
fn followed(table: &Table) -> [Option<Followed>; 6] {
    Audience::ALL.map(|audience| View::new(&table.state, audience).followed().cloned())
}

#[test]
fn only_a_player_of_an_ended_match_may_ask_and_once() {
    let mut table = Table::seated(Options::default(), BOTH);
    let mut stages = vec![table.clone()];
    for line in ["director start", "A.white e2e4", "director pause"] {
        table.run(line);
        stages.push(table.clone());
    }
    for table in &mut stages {
        assert_eq!(follow(table, "A.white", "next"), Err(Refusal::WrongPhase));
        // Whoever is shown the match late does not learn from the refusal whether it is over.
        assert_eq!(follow(table, "zoe", "next"), Err(Refusal::NotSeated));
    }
    table.run("director resume\n A.black resign");
    for who in ["zoe", "director"] {
        assert_eq!(follow(&mut table, who, "next"), Err(Refusal::NotSeated));
        assert_eq!(table.state.rematch(&person(who), Swap::None), Err(Refusal::NotSeated));
    }
    let tags = Tags { event: "Catch".into(), site: "old".into() };
    let record = write_bpgn(&table.state, &tags);
    let next = Followed { by: Seat::BWhite, match_id: MatchId("next".into()), swap: Swap::Colours };
    assert_eq!(followed(&table), [const { None }; 6]);
    let told = follow(&mut table, "B.white", "next");
    assert_eq!(told, Ok(vec![Event::Followed(next.clone())]));
    assert_eq!(table.rows.last().unwrap(), "followed B.white next | = | = | = | = | = | =");
    assert_eq!(write_bpgn(&table.state, &tags), record);
    for who in ["A.white", "B.white"] {
        assert_eq!(follow(&mut table, who, "other"), Err(Refusal::AlreadyFollowed));
        let again = table.state.rematch(&person(who), Swap::None);
        assert_eq!(again, Err(Refusal::AlreadyFollowed));
    }
    table.run("director result draw => result_changed ruling - draw");
    assert!(followed(&table).iter().all(|shown| shown.as_ref() == Some(&next)));
}

#[test]
fn the_next_table_has_the_same_rules_and_the_usual_position() {
    let options = Options { spectator_delay: Millis(7000), ..Options::default() };
    let mut table = Table::seated(options.clone(), [KINGS, USUAL]);
    table.run("director start\n director unseat B.white\n director result draw");
    let rematch = table.state.rematch(&person("A.black"), Swap::Partners).unwrap();
    assert_eq!((&rematch.options, rematch.listed), (&options, true));
    let names = rematch.seats.iter().map(|(_, who)| who.as_ref().map(|who| who.name.to_string()));
    let names: Vec<Option<String>> = names.collect();
    // Nobody sat at B.white, whose seat is B.black now.
    let seated = ["A.white", "B.black", "A.black", ""]
        .map(|name| Some(name.to_owned()).filter(|name| !name.is_empty()));
    assert_eq!(names, seated);
    let opened = rematch.opened(None);
    assert!(opened.setup.0.iter().all(|setup| *setup == Setup::initial()));
    assert_eq!((opened.options, opened.listed), (options, true));
}

#[test]
fn spectators_of_hidden_boards_are_told_with_the_end() {
    let options = Options { partner_board: PartnerBoard::Hidden, ..Options::default() };
    let mut table = Table::seated(options, BOTH);
    table.run("director start\n A.white resign");
    follow(&mut table, "A.white", "next").unwrap();
    assert!(followed(&table).iter().all(Option::is_some));
    assert_eq!(table.rows.last().unwrap(), "followed A.white next | = | = | = | = | = | =");
}

#[test]
fn marks_reach_the_partner_where_his_board_is_seen() {
    let mut table = Table::seated(Options::default(), BOTH);
    for line in ["A.white call", "director start", "director pause", "A.white resign"] {
        table.run(line);
        for seat in Seat::ALL {
            let marks = table.state.marks_of(&person(seat.name()));
            assert_eq!(marks, Ok((seat, seat.partner())));
        }
        for who in ["zoe", "director"] {
            assert_eq!(table.state.marks_of(&person(who)), Err(Refusal::NotSeated));
        }
    }
    let options = Options { partner_board: PartnerBoard::Hidden, ..Options::default() };
    let table = Table::seated(options, BOTH);
    let refused = table.state.marks_of(&person("A.white")).unwrap_err();
    assert_eq!((refused.code(), refused.rule()), ("not_allowed", Some(Rule(12))));
    assert_eq!(table.state.marks_of(&person("zoe")), Err(Refusal::NotSeated));
}
