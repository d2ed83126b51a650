//! The archive's persons over HTTP: lists, statistics and ratings.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::archive::page_length;
use super::server::text;
use super::values::EachSeat;
use crate::archive::{PersonLine, PersonsPage, RatedGame, Rating, Score, Statistics, With};
use crate::ids::BySeat;

/// What a request for persons asks for.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PersonsQuery {
    name: Option<String>,
    limit: Option<usize>,
    after: Option<String>,
}

impl PersonsQuery {
    /// A part of the name, the person behind whom to begin, and how many; or what is wrong.
    ///
    /// # Errors
    /// In words for people.
    pub fn read(self) -> Result<(String, Option<String>, usize), String> {
        let limit = page_length(self.limit)?;
        Ok((self.name.unwrap_or_default(), self.after.filter(|id| !id.is_empty()), limit))
    }
}

/// A rating for team play by TrueSkill.
#[derive(Serialize, JsonSchema)]
#[allow(clippy::doc_markdown, reason = "the method's name")]
struct RatingForm {
    /// The mean of what is believed of his strength; a newcomer has 25.
    rating: f64,
    /// Its standard deviation; a newcomer has 8⅓.
    uncertainty: f64,
}

impl From<Rating> for RatingForm {
    fn from(Rating { rating, uncertainty }: Rating) -> RatingForm {
        let rounded = |value: f64| (value * 100.0).round() / 100.0;
        RatingForm { rating: rounded(rating), uncertainty: rounded(uncertainty) }
    }
}

/// One person of a list.
#[derive(Serialize, JsonSchema)]
struct PersonForm<'a> {
    person: &'a str,
    name: &'a str,
    /// How many matches everybody may see of him.
    matches: u64,
    /// Null before his first rated match, and where ratings are off.
    rating: Option<RatingForm>,
}

impl<'a> From<&'a PersonLine> for PersonForm<'a> {
    fn from(line: &'a PersonLine) -> PersonForm<'a> {
        PersonForm {
            person: &line.person,
            name: &line.name,
            matches: line.matches,
            rating: line.rating.map(RatingForm::from),
        }
    }
}

/// The answer to `GET /api/persons`.
#[derive(Serialize, JsonSchema)]
pub(super) struct Persons<'a> {
    /// In the order of their names.
    persons: Vec<PersonForm<'a>>,
    /// What `after` the next page asks for; null on the last one.
    next: Option<&'a str>,
}

/// The answer to `GET /api/persons`.
pub fn persons(page: &PersonsPage) -> String {
    let persons = page.persons.iter().map(PersonForm::from).collect();
    text(&Persons { persons, next: page.next.as_deref() })
}

/// Results, counted.
#[derive(Serialize, JsonSchema)]
struct ScoreForm {
    played: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    /// One for a win and a half for a draw (R38), or what the director gave.
    points: f64,
}

impl From<Score> for ScoreForm {
    #[allow(clippy::cast_precision_loss, reason = "nobody plays so many matches")]
    fn from(score: Score) -> ScoreForm {
        let Score { played, won, drawn, lost, half_points } = score;
        ScoreForm { played, won, drawn, lost, points: half_points as f64 / 2.0 }
    }
}

/// Results with or against somebody.
#[derive(Serialize, JsonSchema)]
struct WithForm<'a> {
    person: &'a str,
    name: &'a str,
    #[serde(flatten)]
    score: ScoreForm,
}

impl<'a> From<&'a With> for WithForm<'a> {
    fn from(with: &'a With) -> WithForm<'a> {
        WithForm { person: &with.person, name: &with.name, score: with.score.into() }
    }
}

/// The answer to `GET /api/persons/ID`.
#[derive(Serialize, JsonSchema)]
pub(super) struct PersonStatistics<'a> {
    /// His own identifier, whichever of his was asked for.
    person: &'a str,
    name: &'a str,
    total: ScoreForm,
    /// Matches without points, and those with practice players, which count nowhere else.
    uncounted: u64,
    /// With each partner, those with most matches first.
    partners: Vec<WithForm<'a>>,
    /// Against each opponent; both players of the other team are opponents.
    opponents: Vec<WithForm<'a>>,
    /// By seat: board and colour.
    seats: EachSeat<ScoreForm>,
    /// By ending; `unknown` where an imported record does not say.
    endings: std::collections::BTreeMap<&'static str, ScoreForm>,
    /// What his clock showed in the end on average, in ms; null where no match tells.
    average_left: Option<u64>,
    rating: Option<RatingForm>,
    /// His ratings after each rated match, in their order.
    ratings: Vec<RatedForm<'a>>,
}

/// A rating after a match.
#[derive(Serialize, JsonSchema)]
struct RatedForm<'a> {
    #[serde(rename = "match")]
    match_id: &'a str,
    /// When its end was shown: Unix time in ms.
    at: u64,
    #[serde(flatten)]
    rating: RatingForm,
}

/// The answer to `GET /api/persons/ID`.
pub fn person(id: &str, name: &str, statistics: &Statistics, ratings: &[RatedGame]) -> String {
    let rated = ratings.iter().map(|rated| RatedForm {
        match_id: &rated.id.0,
        at: rated.at.0,
        rating: rated.rating.into(),
    });
    text(&PersonStatistics {
        person: id,
        name,
        total: statistics.score.into(),
        uncounted: statistics.uncounted,
        partners: statistics.partners.iter().map(WithForm::from).collect(),
        opponents: statistics.opponents.iter().map(WithForm::from).collect(),
        seats: BySeat::from_fn(|seat| statistics.seats[seat].into()).into(),
        endings: statistics.endings.iter().map(|(name, score)| (*name, (*score).into())).collect(),
        average_left: statistics.average_left.map(|left| left.0),
        rating: ratings.last().map(|rated| rated.rating.into()),
        ratings: rated.collect(),
    })
}
