//! The words that stand for closed sets of values, such as seats and phases.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::game::{Audience, Claim, DrawAnswer, Ending, PausedBy, Speaker, Swap};
use crate::ids::{BoardName, Seat};
use crate::rules::{
    BackRankDrops, DrawAgreement, Flag, IllegalMoves, PartnerBoard, SpectatorReserves, Status,
};

/// A closed set of values, each with its word in the protocol.
pub(super) trait Word: Copy + 'static {
    /// What the schema calls the set.
    const TITLE: &'static str;
    /// Its values.
    const ALL: &'static [Self];

    /// The word of a value.
    fn word(self) -> &'static str;

    /// The value of a word.
    fn of(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|value| value.word() == word)
    }

    /// All words, for a message that says what was expected.
    fn list() -> String {
        let words: Vec<String> = Self::ALL.iter().map(|v| format!("`{}`", v.word())).collect();
        format!("one of {}", words.join(", "))
    }
}

/// A value that is written as its word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Name<T>(pub T);

impl<T: Word> Serialize for Name<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.word())
    }
}

impl<'de, T: Word> Deserialize<'de> for Name<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Name<T>, D::Error> {
        struct Words<T>(PhantomData<T>);

        impl<T: Word> Visitor<'_> for Words<T> {
            type Value = Name<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&T::list())
            }

            fn visit_str<E: Error>(self, word: &str) -> Result<Name<T>, E> {
                let value = T::of(word).map(Name);
                value.ok_or_else(|| E::invalid_value(Unexpected::Other("another word"), &self))
            }
        }

        deserializer.deserialize_str(Words(PhantomData))
    }
}

impl<T: Word> JsonSchema for Name<T> {
    fn schema_name() -> Cow<'static, str> {
        T::TITLE.into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let words: Vec<&str> = T::ALL.iter().map(|value| value.word()).collect();
        json_schema!({ "type": "string", "enum": words })
    }
}

impl Word for Seat {
    const TITLE: &'static str = "Seat";
    const ALL: &'static [Seat] = &Seat::ALL;

    fn word(self) -> &'static str {
        self.name()
    }
}

impl Word for Audience {
    const TITLE: &'static str = "Audience";
    const ALL: &'static [Audience] = &Audience::ALL;

    fn word(self) -> &'static str {
        self.name()
    }
}

impl Word for Speaker {
    const TITLE: &'static str = "Speaker";
    const ALL: &'static [Speaker] = &[
        Speaker::Seat(Seat::AWhite),
        Speaker::Seat(Seat::ABlack),
        Speaker::Seat(Seat::BWhite),
        Speaker::Seat(Seat::BBlack),
        Speaker::Director,
    ];

    fn word(self) -> &'static str {
        match self {
            Speaker::Seat(seat) => seat.name(),
            Speaker::Director => "director",
        }
    }
}

impl Word for Ending {
    const TITLE: &'static str = "Ending";
    const ALL: &'static [Ending] = &Ending::ALL;

    fn word(self) -> &'static str {
        self.name()
    }
}

/// Whom somebody talks to, as he says it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Hearer {
    /// The partner and no one else.
    Partner,
    /// Everyone at the table and around it.
    Table,
}

/// The colours in which players mark squares for their partners.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MarkColour {
    Green,
    Red,
    Blue,
    Yellow,
}

/// What somebody claims, as he says it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ClaimKind {
    /// A fall (R20).
    Flag,
    /// A draw.
    Draw(Claim),
}

/// The phases, as [`View::phase`](crate::game::View::phase) names them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Phase(pub &'static str);

impl Word for Phase {
    const TITLE: &'static str = "Phase";
    const ALL: &'static [Phase] =
        &[Phase("seating"), Phase("playing"), Phase("paused"), Phase("over")];

    fn word(self) -> &'static str {
        self.0
    }
}

/// The keys of the stock phrases that players say; a client shows them in its own language.
pub const PHRASES: [&str; 12] = [
    "need_pawn",
    "need_knight",
    "need_bishop",
    "need_rook",
    "need_queen",
    "sit",
    "go",
    "trade",
    "no_trade",
    "hurry",
    "mate_coming",
    "thanks",
];

/// The key of a stock phrase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Phrase(pub &'static str);

impl Word for Phrase {
    const TITLE: &'static str = "Phrase";
    const ALL: &'static [Phrase] = {
        const ALL: [Phrase; PHRASES.len()] = {
            let mut all = [Phrase(""); PHRASES.len()];
            let mut index = 0;
            while index < PHRASES.len() {
                all[index] = Phrase(PHRASES[index]);
                index += 1;
            }
            all
        };
        &ALL
    };

    fn word(self) -> &'static str {
        self.0
    }
}

/// Gives each value of an enum its word, one line a value.
macro_rules! words {
    ($title:literal for $set:ty { $($value:path => $word:literal,)+ }) => {
        impl Word for $set {
            const TITLE: &'static str = $title;
            const ALL: &'static [$set] = &[$($value),+];

            fn word(self) -> &'static str {
                match self {
                    $($value => $word,)+
                }
            }
        }
    };
}

words!("BoardName" for BoardName {
    BoardName::A => "A",
    BoardName::B => "B",
});

words!("Status" for Status {
    Status::Open => "open",
    Status::Check => "check",
    Status::NeedsDrop => "needs_drop",
    Status::CheckNeedsDrop => "check_needs_drop",
    Status::Mate => "mate",
});

words!("PausedBy" for PausedBy {
    PausedBy::Director => "director",
    PausedBy::Restart => "restart",
    PausedBy::Journal => "journal",
});

words!("DrawAnswer" for DrawAnswer {
    DrawAnswer::Offer => "offer",
    DrawAnswer::Accept => "accept",
    DrawAnswer::Decline => "decline",
});

words!("Hearer" for Hearer {
    Hearer::Partner => "partner",
    Hearer::Table => "table",
});

words!("MarkColour" for MarkColour {
    MarkColour::Green => "green",
    MarkColour::Red => "red",
    MarkColour::Blue => "blue",
    MarkColour::Yellow => "yellow",
});

words!("Swap" for Swap {
    Swap::None => "none",
    Swap::Colours => "colours",
    Swap::Partners => "partners",
});

words!("DrawClaim" for Claim {
    Claim::Repetition => "repetition",
    Claim::FiftyMoves => "fifty_moves",
});

impl Word for ClaimKind {
    const TITLE: &'static str = "Claim";
    const ALL: &'static [ClaimKind] =
        &[ClaimKind::Flag, ClaimKind::Draw(Claim::Repetition), ClaimKind::Draw(Claim::FiftyMoves)];

    fn word(self) -> &'static str {
        match self {
            ClaimKind::Flag => "flag",
            ClaimKind::Draw(claim) => claim.word(),
        }
    }
}

words!("SpectatorReserves" for SpectatorReserves {
    SpectatorReserves::Hidden => "hidden",
    SpectatorReserves::Shown => "shown",
});

words!("PartnerBoard" for PartnerBoard {
    PartnerBoard::Visible => "visible",
    PartnerBoard::Hidden => "hidden",
});

words!("BackRankDrops" for BackRankDrops {
    BackRankDrops::NoPawns => "no_pawns",
    BackRankDrops::None => "none",
});

words!("Flag" for Flag {
    Flag::Claim => "claim",
    Flag::Auto => "auto",
});

words!("DrawAgreement" for DrawAgreement {
    DrawAgreement::Allowed => "allowed",
    DrawAgreement::None => "none",
});

words!("IllegalMoves" for IllegalMoves {
    IllegalMoves::Refuse => "refuse",
    IllegalMoves::Penalise => "penalise",
});

#[cfg(test)]
mod tests {
    use super::*;

    fn check<T: Word + PartialEq + fmt::Debug>() {
        for value in T::ALL {
            assert_eq!(T::of(value.word()), Some(*value));
        }
        assert_eq!(T::of(""), None);
        assert_eq!(T::of(&format!("{} ", T::ALL[0].word())), None);
    }

    #[test]
    fn every_word_names_its_value() {
        check::<Seat>();
        check::<Audience>();
        check::<Speaker>();
        check::<Ending>();
        check::<Phase>();
        check::<Phrase>();
        check::<BoardName>();
        check::<Status>();
        check::<PausedBy>();
        check::<DrawAnswer>();
        check::<Hearer>();
        check::<MarkColour>();
        check::<Swap>();
        check::<Claim>();
        check::<ClaimKind>();
        check::<SpectatorReserves>();
        check::<PartnerBoard>();
        check::<BackRankDrops>();
        check::<Flag>();
        check::<DrawAgreement>();
        check::<IllegalMoves>();
    }
}
