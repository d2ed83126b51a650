//! The archive by itself: what is found, who sees it, who is one person, and ratings that follow.

use super::*;
use crate::game::HalfPoints;
use crate::ids::PlayerId;

const ANYBODY: Viewer = Viewer { player: None, director: false, now: Instant(1_000_000) };

/// A match that ended at that second: players by their letters in the order of the seats, and the
/// half points of both teams.
fn game(id: &str, players: &str, points: [u8; 2], second: u64) -> Game {
    let mut letters = players.chars();
    let seat = |_| {
        letters.next().filter(|letter| *letter != '-').map(|letter| Player {
            person: format!("p{letter}"),
            name: letter.to_string(),
            left: Some(Millis(1000 * second)),
        })
    };
    let at = Instant(1000 * second);
    Game {
        id: MatchId(id.into()),
        source: Source::Played { records: 10 },
        event: "Catch".to_owned(),
        day: Some(format!("2026-11-{:02}", 1 + second / 100)),
        started_at: Some(at),
        ended_at: at,
        shown_at: at,
        listed: true,
        variant: Variant::Catch,
        practice: false,
        seats: BySeat::from_fn(seat),
        moves: ByBoard([20, 21]),
        result: GameOutcome {
            points: Some(points.map(HalfPoints)),
            by: Some(Ending::Mate),
            board: Some(BoardName::A),
        },
    }
}

fn archive(games: &[Game]) -> Archive {
    let mut archive = Archive::in_memory().unwrap();
    archive.add_all(games).unwrap();
    archive
}

fn found(archive: &Archive, filter: &Filter, viewer: &Viewer) -> Vec<String> {
    let page = archive.find(filter, viewer, None, 100).unwrap();
    assert_eq!(usize::try_from(page.total), Ok(page.games.len()));
    page.games.iter().map(|game| game.id.0.to_string()).collect()
}

#[test]
fn what_was_put_in_comes_out() {
    let imported = Game {
        source: Source::Imported { bpgn: "[Event \"x\"]\n\n*\n".to_owned() },
        variant: Variant::Bughouse,
        started_at: None,
        day: None,
        result: GameOutcome { points: None, by: None, board: None },
        ..game("i1", "ab-d", [0, 0], 5)
    };
    let games = [game("m1", "abcd", [2, 0], 1), imported];
    let archive = archive(&games);
    for game in &games {
        assert_eq!(archive.game(&game.id).unwrap().as_ref(), Some(game));
    }
    assert_eq!(archive.game(&MatchId("none".into())).unwrap(), None);
    assert_eq!(archive.records_of(&games[0].id).unwrap(), Some(10));
    assert_eq!(archive.records_of(&games[1].id).unwrap(), None);
}

#[test]
fn filters_narrow_what_is_found() {
    let games = [
        game("m1", "abcd", [2, 0], 1),
        game("m2", "acbd", [0, 2], 101),
        game("m3", "dbca", [1, 1], 202),
        Game { event: "Cup".to_owned(), ..game("m4", "efgh", [0, 0], 303) },
    ];
    let archive = archive(&games);
    let a = || Filter { player: Some("pa".to_owned()), ..Filter::default() };
    let all = Filter::default();
    let table: Vec<(Filter, &[&str])> = vec![
        (all.clone(), &["m4", "m3", "m2", "m1"]),
        (a(), &["m3", "m2", "m1"]),
        // Team 1 is A.white and B.black: the first and the last letter.
        (Filter { with: Some("pd".to_owned()), ..a() }, &["m3", "m2", "m1"]),
        (Filter { with: Some("pb".to_owned()), ..a() }, &[]),
        (Filter { against: Some("pb".to_owned()), ..a() }, &["m3", "m2", "m1"]),
        (Filter { against: Some("pe".to_owned()), ..a() }, &[]),
        (Filter { result: Some(GameResult::Won), ..a() }, &["m1"]),
        (Filter { result: Some(GameResult::Lost), ..a() }, &["m2"]),
        (Filter { result: Some(GameResult::Drawn), ..a() }, &["m3"]),
        (
            Filter { player: Some("pb".to_owned()), result: Some(GameResult::Won), ..all.clone() },
            &["m2"],
        ),
        (Filter { result: Some(GameResult::None), ..all.clone() }, &["m4"]),
        (Filter { from: Some("2026-11-02".to_owned()), ..all.clone() }, &["m4", "m3", "m2"]),
        (Filter { to: Some("2026-11-02".to_owned()), ..all.clone() }, &["m2", "m1"]),
        (Filter { event: Some("Cup".to_owned()), ..all.clone() }, &["m4"]),
        (Filter { by: Some(Ending::Time), ..all.clone() }, &[]),
        (Filter { variant: Some(Variant::Bughouse), ..all.clone() }, &[]),
        (Filter { name: Some("E".to_owned()), ..all }, &["m4"]),
    ];
    for (filter, expected) in table {
        assert_eq!(found(&archive, &filter, &ANYBODY), expected, "{filter:?}");
    }
}

#[test]
fn pages_stay_put_while_matches_are_added() {
    let games: Vec<Game> = (1..=7).map(|n| game(&format!("m{n}"), "abcd", [2, 0], n / 2)).collect();
    let mut archive = archive(&games);
    let mut seen = Vec::new();
    let mut cursor = None;
    loop {
        let page = archive.find(&Filter::default(), &ANYBODY, cursor, 3).unwrap();
        seen.extend(page.games.iter().map(|game| game.id.0.to_string()));
        archive.add(&game(&format!("new{}", seen.len()), "abcd", [2, 0], 900)).unwrap();
        cursor = page.next.map(|next| next.to_string().parse().unwrap());
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(seen, ["m7", "m6", "m5", "m4", "m3", "m2", "m1"]);
}

#[test]
fn r12_a_match_is_seen_once_its_end_is_shown_and_a_private_one_by_its_players() {
    let late = Game { shown_at: Instant(1_000_001), ..game("late", "abcd", [2, 0], 1) };
    let private = Game { listed: false, ..game("private", "abce", [2, 0], 2) };
    let archive = archive(&[late, private]);
    let all = Filter::default;
    let player = |id: &str| Viewer { player: Some(PlayerId(id.into())), ..ANYBODY };
    assert_eq!(found(&archive, &all(), &ANYBODY), [""; 0]);
    assert_eq!(found(&archive, &all(), &player("px")), [""; 0]);
    assert_eq!(found(&archive, &all(), &player("pd")), ["late"]);
    assert_eq!(found(&archive, &all(), &player("pe")), ["private"]);
    let director = Viewer { director: true, ..ANYBODY };
    assert_eq!(found(&archive, &all(), &director), ["private", "late"]);
    let later = Viewer { now: Instant(1_000_001), ..ANYBODY };
    assert_eq!(found(&archive, &all(), &later), ["late"]);
    assert!(!archive.shows(&MatchId("late".into()), &ANYBODY).unwrap());
    assert!(archive.shows(&MatchId("late".into()), &later).unwrap());
    assert_eq!(archive.statistics("pa", ANYBODY.now).unwrap(), Statistics::default());
    assert_eq!(archive.persons("", None, 10, ANYBODY.now).unwrap().persons, []);
}

#[test]
fn a_record_is_imported_once() {
    let source = || Source::Imported { bpgn: "[Event \"x\"]\n\n1-0\n".to_owned() };
    let mut archive = archive(&[]);
    assert!(archive.add(&Game { source: source(), ..game("i1", "abcd", [2, 0], 1) }).unwrap());
    assert!(!archive.add(&Game { source: source(), ..game("i2", "abcd", [2, 0], 1) }).unwrap());
    assert_eq!(found(&archive, &Filter::default(), &ANYBODY), ["i1"]);
}

#[test]
fn statistics_count_by_partner_opponent_seat_and_ending() {
    let practice = Game { practice: true, ..game("p1", "abcd", [2, 0], 9) };
    let games = [
        game("m1", "abcd", [2, 0], 1),
        game("m2", "acbd", [0, 2], 3),
        game("m3", "dbca", [1, 1], 5),
        game("m4", "efgh", [2, 0], 6),
        practice,
    ];
    let archive = archive(&games);
    let a = archive.statistics("pa", ANYBODY.now).unwrap();
    let score = Score { played: 3, won: 1, drawn: 1, lost: 1, half_points: 3 };
    assert_eq!((a.score, a.uncounted), (score, 1));
    assert_eq!(a.average_left, Some(Millis(3000)));
    assert_eq!(a.seats[Seat::AWhite].played, 2);
    assert_eq!(
        a.seats[Seat::BBlack],
        Score { played: 1, drawn: 1, half_points: 1, ..Score::default() }
    );
    let names = |with: &[With]| {
        with.iter().map(|with| (with.name.clone(), with.score.played)).collect::<Vec<_>>()
    };
    assert_eq!(names(&a.partners), [("d".to_owned(), 3)]);
    assert_eq!(names(&a.opponents), [("b".to_owned(), 3), ("c".to_owned(), 3)]);
    assert_eq!(a.endings["mate"], score);
}

fn all_ratings(archive: &Archive) -> Vec<(String, Rating)> {
    let persons = archive.persons("", None, 100, ANYBODY.now).unwrap().persons;
    persons.into_iter().filter_map(|line| Some((line.person, line.rating?))).collect()
}

#[test]
fn ratings_follow_incrementally_as_they_would_at_once() {
    let results = [[2, 0], [0, 2], [1, 1], [2, 0], [2, 0], [0, 2]];
    let games: Vec<Game> = results
        .iter()
        .zip(["abcd", "acbd", "abdc", "badc", "cdab", "eabc"])
        .enumerate()
        .map(|(n, (points, players))| game(&format!("m{n}"), players, *points, n as u64 + 1))
        .collect();
    let mut at_once = archive(&games);
    at_once.rate(ANYBODY.now).unwrap();
    let mut one_by_one = archive(&[]);
    // In any order of arrival, too: the third comes last.
    for index in [0, 1, 3, 4, 5, 2] {
        one_by_one.add(&games[index]).unwrap();
        assert_eq!(one_by_one.rate(ANYBODY.now).unwrap(), None);
    }
    assert_eq!(all_ratings(&one_by_one), all_ratings(&at_once));
    assert_eq!(all_ratings(&at_once).len(), 5);
    let e = at_once.ratings_of("pe").unwrap();
    assert_eq!(e.len(), 1);
    assert!(e[0].rating.rating < Rating::default().rating, "he lost");
}

#[test]
fn a_corrected_result_moves_all_ratings_since() {
    let before = [
        game("m1", "abcd", [2, 0], 1),
        game("m2", "acbd", [0, 2], 2),
        game("m3", "badc", [0, 2], 3),
    ];
    let mut corrected = archive(&before);
    corrected.rate(ANYBODY.now).unwrap();
    let mut after = before.clone();
    after[0] = Game { source: Source::Played { records: 11 }, ..game("m1", "abcd", [0, 2], 1) };
    corrected.add(&after[0]).unwrap();
    corrected.rate(ANYBODY.now).unwrap();
    let mut anew = archive(&after);
    anew.rate(ANYBODY.now).unwrap();
    assert_eq!(all_ratings(&corrected), all_ratings(&anew));
    assert_eq!(corrected.statistics("pa", ANYBODY.now).unwrap().score.won, 1);
}

#[test]
fn what_is_recorded_after_the_end_changes_nothing_else() {
    let mut games = [game("m1", "abcd", [2, 0], 1), game("m2", "acbd", [0, 2], 2)];
    let mut archive = archive(&games);
    archive.rate(ANYBODY.now).unwrap();
    let ratings = all_ratings(&archive);
    // Where the players went on, or what they said.
    games[0].source = Source::Played { records: 11 };
    archive.add(&games[0]).unwrap();
    archive.rate(ANYBODY.now).unwrap();
    assert_eq!(archive.records_of(&games[0].id).unwrap(), Some(11));
    assert_eq!(archive.game(&games[0].id).unwrap().as_ref(), Some(&games[0]));
    assert_eq!(found(&archive, &Filter::default(), &ANYBODY), ["m2", "m1"]);
    assert_eq!(all_ratings(&archive), ratings);
}

#[test]
fn only_matches_that_tell_of_strength_are_rated_and_only_once_shown() {
    let usual = || game("m", "abcd", [2, 0], 1);
    let by = |by| GameOutcome { by: Some(by), ..usual().result };
    let games = [
        Game { practice: true, ..usual() },
        Game { variant: Variant::Bughouse, ..usual() },
        Game { listed: false, ..usual() },
        Game { result: by(Ending::Default), ..usual() },
        Game { result: by(Ending::Abandoned), ..usual() },
        Game { result: GameOutcome { points: None, ..usual().result }, ..usual() },
        game("m", "abcd", [0, 0], 1),
        game("m", "abca", [2, 0], 1),
        game("m", "ab-d", [2, 0], 1),
    ];
    for game in games {
        let mut archive = archive(std::slice::from_ref(&game));
        archive.rate(ANYBODY.now).unwrap();
        assert_eq!(archive.ratings_of("pa").unwrap(), [], "{game:?}");
    }
    let mut archive = archive(&[Game { shown_at: Instant(5), ..usual() }]);
    assert_eq!(archive.rate(Instant(4)).unwrap(), Some(Instant(5)));
    assert_eq!(archive.ratings_of("pa").unwrap(), []);
    assert_eq!(archive.rate(Instant(5)).unwrap(), None);
    assert_eq!(archive.ratings_of("pa").unwrap().len(), 1);
}

#[test]
fn two_entries_become_one_person_and_can_be_parted_again() {
    let games = [game("m1", "abcd", [2, 0], 1), game("m2", "ebcd", [2, 0], 2)];
    let mut archive = archive(&games);
    archive.rate(ANYBODY.now).unwrap();
    let apart = all_ratings(&archive);
    archive.merge("pe", Some("pa")).unwrap();
    archive.rate(ANYBODY.now).unwrap();
    assert_eq!(archive.statistics("pa", ANYBODY.now).unwrap().score.won, 2);
    assert_eq!(archive.person("pe").unwrap(), ("pa".to_owned(), "a".to_owned()));
    assert_eq!(archive.ratings_of("pa").unwrap().len(), 2);
    assert_eq!(archive.ratings_of("pe").unwrap(), []);
    assert_eq!(
        found(&archive, &Filter { player: Some("pa".to_owned()), ..Filter::default() }, &ANYBODY),
        ["m2", "m1"]
    );
    // A chain, and no circle.
    archive.merge("pa", Some("pb")).unwrap();
    assert_eq!(archive.person("pe").unwrap().0, "pb");
    for (id, into) in [("pb", "pe"), ("pb", "pb"), ("pb", "pa")] {
        assert!(matches!(archive.merge(id, Some(into)), Err(ArchiveError::Circular)));
    }
    assert!(matches!(archive.merge("px", Some("pa")), Err(ArchiveError::NoSuchPerson)));
    assert!(matches!(archive.merge("pa", Some("px")), Err(ArchiveError::NoSuchPerson)));
    archive.merge("pa", None).unwrap();
    archive.merge("pe", None).unwrap();
    archive.rate(ANYBODY.now).unwrap();
    assert_eq!(all_ratings(&archive), apart);
}

#[test]
fn persons_are_listed_by_name_page_by_page() {
    let archive = archive(&[game("m1", "bacd", [2, 0], 1), game("m2", "bade", [2, 0], 2)]);
    let first = archive.persons("", None, 3, ANYBODY.now).unwrap();
    let names = |page: &PersonsPage| {
        page.persons.iter().map(|line| (line.name.clone(), line.matches)).collect::<Vec<_>>()
    };
    let line = |name: &str, matches| (name.to_owned(), matches);
    assert_eq!(names(&first), [line("a", 2), line("b", 2), line("c", 1)]);
    let second = archive.persons("", first.next.as_deref(), 3, ANYBODY.now).unwrap();
    assert_eq!(names(&second), [line("d", 2), line("e", 1)]);
    assert_eq!(second.next, None);
    assert_eq!(names(&archive.persons("E", None, 3, ANYBODY.now).unwrap()), [line("e", 1)]);
}

#[test]
fn an_archive_is_found_again_and_a_newer_one_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let one = game("m1", "abcd", [2, 0], 1);
    Archive::open(folder.path()).unwrap().add(&one).unwrap();
    let again = Archive::open_to_read(folder.path()).unwrap();
    assert_eq!(again.game(&one.id).unwrap(), Some(one));
    again.database.pragma_update(None, "query_only", false).unwrap();
    again.database.pragma_update(None, "user_version", 99).unwrap();
    drop(again);
    assert!(matches!(
        Archive::open(folder.path()),
        Err(ArchiveError::Newer { found: 99, known: 1 })
    ));
}

#[test]
fn what_was_read_earlier_never_replaces_what_was_read_later() {
    let at = |records, points| Game {
        source: Source::Played { records },
        ..game("m1", "abcd", points, 1)
    };
    let mut archive = archive(&[at(11, [0, 2])]);
    archive.rate(ANYBODY.now).unwrap();
    for old in [at(10, [2, 0]), at(11, [2, 0])] {
        assert!(!archive.add(&old).unwrap());
        assert_eq!(archive.game(&old.id).unwrap(), Some(at(11, [0, 2])));
    }
    assert!(archive.add(&at(12, [2, 0])).unwrap());
    assert_eq!(archive.game(&MatchId("m1".into())).unwrap(), Some(at(12, [2, 0])));
}
