//! Every figure of `tests/data/schedule_bounds.json` is reached, for every number of people.

#![allow(clippy::unwrap_used)]

use catchmate::evening::{Apart, Asked, Entrant, Round, Tally, Task, full, plan, rotation};
use catchmate::ids::BySeat;
use serde_json::Value;

fn bounds(of: &str) -> Vec<Value> {
    let bounds: Value = serde_json::from_str(include_str!("data/schedule_bounds.json")).unwrap();
    bounds[of].as_array().unwrap().clone()
}

/// What a row of the file says under that name.
fn number(row: &Value, name: &str) -> usize {
    usize::try_from(row[name].as_u64().unwrap()).unwrap()
}

fn asked(there: impl IntoIterator<Item = usize>) -> Asked {
    Asked { there: there.into_iter().map(Entrant).collect(), bye: Vec::new() }
}

fn evening(entrants: usize, rounds: usize, seed: u64) -> Task<'static> {
    let rounds = vec![asked(0..entrants); rounds];
    Task { entrants, played: &[], rounds, apart: &[], seed }
}

/// Nobody is in two places, nobody is missing, and nobody sits out who could play.
fn check_round(round: &Round, asked: &Asked) {
    let mut people = round.everybody();
    people.sort_unstable();
    let mut there = asked.there.clone();
    there.sort_unstable();
    assert_eq!(people, there);
    assert_eq!(round.tables.len(), (there.len() - asked.bye.len()) / 4);
    assert!(asked.bye.iter().all(|bye| round.byes.contains(bye)));
}

#[test]
fn every_full_rotation_is_as_good_as_any_known() {
    for row in bounds("full") {
        let entrants = number(&row, "n");
        let rounds = full(entrants).unwrap();
        assert_eq!(rounds, number(&row, "full_rounds_achieved"), "{entrants}");
        let rotation = rotation(entrants, rounds).unwrap();
        for round in &rotation {
            check_round(round, &asked(0..entrants));
        }
        let tally = Tally::of(entrants, &rotation);
        let figures = tally.figures();
        assert_eq!((figures.never_partners, figures.never_opponents), (0, 0), "{entrants}");
        if row["exact_whist"] == true {
            for one in 0..entrants {
                for other in (0..one).map(Entrant) {
                    assert_eq!(tally.partners(Entrant(one), other), 1, "{entrants}");
                    assert_eq!(tally.opponents(Entrant(one), other), 2, "{entrants}");
                }
            }
        }
        let at_most = |figure: usize, name: &str| {
            assert!(figure <= number(&row, name), "{entrants}: {name} {figure}");
        };
        at_most(figures.partner_repeats, "partner_repeats");
        at_most(figures.most_opponent, "opponent_max");
        at_most(figures.never_direct, "pairs_never_on_same_board");
        at_most(figures.uneven_direct, "pairs_board_diag_unbalanced");
        at_most(figures.most_direct, "same_board_max");
        at_most(figures.out_spread, "max_prefix_byes_diff");
        at_most(figures.colour_difference as usize, "max_colour_diff");
    }
}

#[test]
fn every_short_evening_is_as_good_as_any_known() {
    for row in bounds("short_evenings") {
        let (entrants, rounds) = (number(&row, "n"), number(&row, "rounds"));
        let task = evening(entrants, rounds, 1);
        let plan = plan(&task);
        assert_eq!(plan.len(), rounds);
        plan.iter().zip(&task.rounds).for_each(|(round, asked)| check_round(round, asked));
        let figures = Tally::of(entrants, &plan).figures();
        let name = format!("{entrants} people, {rounds} rounds: {figures:?}");
        assert_eq!(figures.partner_repeats, number(&row, "partner_repeats_lower_bound"), "{name}");
        assert!(figures.fewest_opponents >= number(&row, "min_distinct_opponents"), "{name}");
        assert!(figures.missing_opponents <= number(&row, "total_opponent_shortfall"), "{name}");
        assert!(figures.most_opponent <= number(&row, "max_opponent_count"), "{name}");
        assert!(figures.most_direct <= number(&row, "same_board_max"), "{name}");
        assert!(figures.most_out <= number(&row, "max_byes"), "{name}");
        assert!(figures.out_spread <= number(&row, "max_prefix_byes_diff"), "{name}");
        assert!(figures.colour_difference as usize <= number(&row, "max_colour_diff"), "{name}");
    }
}

#[test]
fn many_people_have_no_partner_twice_and_byes_within_one() {
    for entrants in 25..=40 {
        for rounds in [3, 7, 12] {
            let figures = Tally::of(entrants, &plan(&evening(entrants, rounds, 5))).figures();
            assert_eq!(figures.partner_repeats, 0, "{entrants}, {rounds}");
            assert!(
                figures.out_spread <= 1 && figures.colour_difference <= 1,
                "{entrants}, {rounds}"
            );
        }
    }
}

#[test]
fn a_seed_names_its_plan() {
    assert_eq!(plan(&evening(11, 5, 3)), plan(&evening(11, 5, 3)));
    assert_ne!(plan(&evening(11, 5, 3)), plan(&evening(11, 5, 4)));
    assert_ne!(plan(&evening(16, 15, 3)), plan(&evening(16, 15, 4)));
}

#[test]
fn fewer_than_four_sit_out() {
    for there in 0..4 {
        let plan = plan(&evening(there, 2, 1));
        assert!(plan.iter().all(|round| round.tables.is_empty() && round.byes.len() == there));
    }
}

/// Thirteen people, of whom some come late, leave, ask for a bye, or cannot stand each other.
#[test]
fn an_evening_as_it_is_is_planned_anew_with_what_was_played() {
    let begun = plan(&Task { rounds: vec![asked(0..10); 2], ..evening(13, 2, 1) });
    let mut rounds = vec![asked(1..13); 4];
    rounds[1].bye.push(Entrant(7));
    let apart = [Apart::Partners(Entrant(1), Entrant(2)), Apart::Table(Entrant(3), Entrant(4))];
    let task = Task { entrants: 13, played: &begun, rounds, apart: &apart, seed: 1 };
    let planned = plan(&task);
    planned.iter().zip(&task.rounds).for_each(|(round, asked)| check_round(round, asked));
    let later = Tally::of(13, &planned);
    assert_eq!(later.partners(Entrant(1), Entrant(2)), 0);
    assert_eq!(later.partners(Entrant(3), Entrant(4)), 0);
    assert_eq!(later.opponents(Entrant(3), Entrant(4)), 0);
    let all: Vec<Round> = begun.iter().chain(&planned).cloned().collect();
    assert_eq!(Tally::of(13, &all).figures().partner_repeats, 0);
    // Twelve play whoever has come late, and nobody sits out but who asked, with three to keep him company.
    assert_eq!(planned.iter().map(|round| round.byes.len()).collect::<Vec<_>>(), [0, 4, 0, 0]);
    let late = |entrant: usize| planned[1].byes.contains(&Entrant(entrant));
    assert!(![10, 11, 12].into_iter().any(late), "who came late sits out first");
}

/// As many partners again as no plan could avoid, after any first rounds and with anybody gone.
#[test]
fn partners_repeat_no_more_often_than_they_must() {
    for entrants in 5..=16 {
        for leaver in [0, entrants / 2] {
            let played = plan(&evening(entrants, 2, 9));
            let there = (0..entrants).filter(|one| *one != leaver);
            let rounds = vec![asked(there.clone()); 3];
            let task = Task { entrants, played: &played, rounds, apart: &[], seed: 2 };
            let all: Vec<Round> = played.iter().cloned().chain(plan(&task)).collect();
            let before = Tally::of(entrants, &played);
            // Pairs that are still new, against the partnerships that three rounds need.
            let people: Vec<Entrant> = there.map(Entrant).collect();
            let new = |one: &Entrant| {
                people.iter().filter(|two| *two < one && before.partners(*one, **two) == 0).count()
            };
            let fresh: usize = people.iter().map(new).sum();
            let bound = (3 * 2 * (people.len() / 4)).saturating_sub(fresh);
            let repeats = Tally::of(entrants, &all).figures().partner_repeats;
            assert!(
                repeats <= bound + usize::from(people.len() < 8),
                "{entrants}: {repeats} {bound}"
            );
        }
    }
}

#[test]
fn a_tally_counts_what_was_played() {
    let table = |seats: [usize; 4]| BySeat(seats.map(Entrant));
    let rounds = [
        Round { tables: vec![table([0, 1, 2, 3])], byes: vec![Entrant(4)] },
        Round { tables: vec![table([1, 0, 3, 4])], byes: vec![Entrant(2)] },
    ];
    let tally = Tally::of(5, &rounds);
    assert_eq!(tally.partners(Entrant(0), Entrant(3)), 2);
    assert_eq!(tally.partners(Entrant(1), Entrant(2)), 1);
    assert_eq!(tally.opponents(Entrant(0), Entrant(1)), 2);
    assert_eq!(tally.opponents(Entrant(4), Entrant(0)), 1);
    assert_eq!(tally.opponents(Entrant(4), Entrant(2)), 0);
    let figures = tally.figures();
    assert_eq!((figures.partner_repeats, figures.most_direct, figures.most_out), (1, 2, 1));
    assert_eq!((figures.colour_difference, figures.out_spread), (1, 1));
}
