//! The draw by agreement of all four: R25.

use crate::play::{BOTH, check, seen_from};
use catchmate::game::{Audience, View};
use catchmate::ids::Seat;
use catchmate::rules::{DrawAgreement, Options};

fn usual() -> Options {
    Options::default()
}

#[test]
fn r25_an_offer_is_agreed_when_the_other_three_have_accepted() {
    for seat in Seat::ALL {
        let script = "ME offer => draw_offered ME
                      offer => ME
                      OPP accept => draw_accepted OPP
                      PARTNER accept => draw_accepted PARTNER
                      phase => playing
                      ACROSS accept => draw_accepted ACROSS, over agreement - draw";
        check(usual(), BOTH, &seen_from(seat, script));
    }
}

#[test]
fn r25_an_opponent_declines_by_moving() {
    for (script, ends) in [
        ("A.black offer\n A e2e4 => moved A.white e2e4, draw_declined A.white", true),
        ("A.black offer\n A.white accept\n A e2e4 => moved A.white e2e4", false),
        // The opponent on the other board as well.
        ("A.white offer\n B e2e4 => moved B.white e2e4, draw_declined B.white", true),
        // The offerer and his partner do not decline by moving.
        ("A.white offer\n A e2e4 => moved A.white e2e4", false),
        ("B.black offer\n A e2e4 => moved A.white e2e4", false),
        // A refused move is none.
        ("A.black offer\n A e2e5 => refused illegal_move R5", false),
    ] {
        let table = check(usual(), BOTH, script);
        let view = View::new(&table.state, Audience::Spectator);
        assert_eq!(view.draw().is_none(), ends, "{script}");
    }
}

#[test]
fn r25_an_opponent_declines_in_words_and_the_partner_cannot() {
    for seat in Seat::ALL {
        for opponent in ["OPP", "ACROSS"] {
            let script = format!(
                "ME offer
                 ME decline => refused not_allowed R25
                 PARTNER decline => refused not_allowed R25
                 {opponent} decline => draw_declined {opponent}
                 offer => none
                 {opponent} decline => refused no_offer R25
                 {opponent} accept => refused no_offer R25"
            );
            check(usual(), BOTH, &seen_from(seat, &script));
        }
    }
}

#[test]
fn r25_an_acceptance_is_not_withdrawn() {
    check(
        usual(),
        BOTH,
        "A.white offer
         A.black accept
         A.black decline => refused not_allowed R25
         A.black accept => refused already_offered R25
         A.black offer => refused already_offered R25
         A.white offer => refused already_offered R25
         A.white accept => refused already_offered R25
         offer => A.white A.black
         B.white decline => draw_declined B.white
         offer => none",
    );
}

#[test]
fn r25_an_offer_that_meets_an_offer_is_an_acceptance() {
    for seat in Seat::ALL {
        let script = "ME offer => draw_offered ME
                      OPP offer => draw_accepted OPP
                      PARTNER offer => draw_accepted PARTNER
                      ACROSS offer => draw_accepted ACROSS, over agreement - draw";
        check(usual(), BOTH, &seen_from(seat, script));
    }
    // It is not counted as his own offer.
    check(
        usual(),
        BOTH,
        "A.white offer
         A.black offer => draw_accepted A.black
         B.white decline
         A.black offer => draw_offered A.black",
    );
    // And whoever has offered before may still accept so.
    check(
        usual(),
        BOTH,
        "A.white offer
         A.black decline
         A.black offer => draw_offered A.black
         A.white offer => draw_accepted A.white",
    );
}

#[test]
fn r25_one_offer_between_two_own_moves() {
    check(
        usual(),
        BOTH,
        "A.white offer => draw_offered A.white
         A.black decline => draw_declined A.black
         A.white offer => refused already_offered R25
         B.black offer => draw_offered B.black
         A.black decline => draw_declined A.black
         B.white e2e4
         B.black offer => refused already_offered R25
         A.white e2e4
         A.white offer => draw_offered A.white
         A.black e7e5 => moved A.black e7e5, draw_declined A.black
         A.white offer => refused already_offered R25
         A.white d2d4
         A.white offer => draw_offered A.white",
    );
}

#[test]
fn r25_an_offer_lapses_with_the_end_and_with_a_rewind() {
    check(usual(), BOTH, "A.white offer\n A.white resign\n offer => none");
    check(
        usual(),
        BOTH,
        "A e2e4
         A.white offer
         director rewind 1 => rewound 1 1
         offer => none
         A.black accept => refused no_offer R25
         A.white offer => draw_offered A.white",
    );
    check(usual(), BOTH, "A.white offer\n director annul\n offer => none");
}

#[test]
fn r25_offers_stand_while_paused_and_need_a_match() {
    check(
        usual(),
        BOTH,
        "A.white offer
         director pause
         offer => A.white
         A.black accept => draw_accepted A.black
         B.black accept
         B.white accept => draw_accepted B.white, over agreement - draw",
    );
    check(usual(), BOTH, "director annul\n A.white offer => refused not_playing");
}

#[test]
fn r25_the_option_none_allows_no_offer() {
    let none = Options { draw_agreement: DrawAgreement::None, ..usual() };
    check(
        none,
        BOTH,
        "A.white offer => refused no_draws R25
         A.white accept => refused no_draws R25
         A.white decline => refused no_draws R25",
    );
}

#[test]
fn r25_a_mating_move_needs_no_word_about_the_offer() {
    check(
        usual(),
        ["6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1", BOTH[1]],
        "A.black offer
         A g5f7 => moved A.white g5f7, over mate A team1
         offer => none",
    );
}

#[test]
fn r25_only_the_seated_speak_of_draws() {
    check(
        usual(),
        BOTH,
        "stranger offer => refused not_seated
         director offer => refused not_seated
         A.white offer
         director unseat B.white
         B.white accept => refused not_seated
         A.black accept
         B.black accept => draw_accepted B.black
         B.white sit B.white
         B.white accept => draw_accepted B.white, over agreement - draw",
    );
}
