//! The options of a match (R12, R15, R20, R25, R30, R32, R35, R37) as messages and the
//! configuration name them.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::ser::{Serialize, Serializer};
use serde_json::{Map, Value};

use super::names::{Name, Word};
use crate::ids::Millis;
use crate::rules::{
    BackRankDrops, DrawAgreement, Flag, IllegalMoves, Options, PartnerBoard, SpectatorReserves,
};

/// An hour and a day in seconds, the bounds of the options.
const HOUR: u64 = 60 * 60;
const DAY: u64 = 24 * HOUR;

/// All options of a match, durations in seconds.
#[derive(Clone, Debug, serde::Serialize, JsonSchema)]
pub(super) struct Rules {
    /// Each player's time at the start (R32), exact to a ms.
    #[schemars(range(min = 1, max = DAY))]
    initial_s: Seconds,
    /// Time added for each move or drop (R32), exact to a ms.
    #[schemars(range(min = 0, max = HOUR))]
    increment_s: Seconds,
    /// Whether spectators see the reserves (R12).
    spectator_reserves: Name<SpectatorReserves>,
    /// How late spectators see everything from the first start on (R12).
    #[schemars(with = "u32", range(max = HOUR))]
    spectator_delay_s: Seconds,
    /// Whether players see the other board (R12).
    partner_board: Name<PartnerBoard>,
    /// What may be dropped on ranks 1 and 8 (R15): all but pawns, or nothing.
    back_rank_drops: Name<BackRankDrops>,
    /// Whether a fall is claimed, or observed by the server (R20).
    flag: Name<Flag>,
    /// Whether a draw can be agreed (R25).
    draw_agreement: Name<DrawAgreement>,
    /// What a wrong claim gives the direct opponent (R30).
    #[schemars(with = "u32", range(max = HOUR))]
    wrong_claim_bonus_s: Seconds,
    /// Whether an illegal move is refused or penalised (R35).
    illegal_moves: Name<IllegalMoves>,
    /// How late a player may arrive after the start; null: as late as he likes (R37).
    #[schemars(with = "Option<u32>", range(max = DAY))]
    default_after_s: Option<Seconds>,
    /// How long a table may be deserted before it ends unfinished (R34, R37).
    #[schemars(with = "u32", range(min = 1, max = DAY))]
    abandon_after_s: Seconds,
}

impl From<&Options> for Rules {
    fn from(options: &Options) -> Rules {
        Rules {
            initial_s: Seconds(options.initial),
            increment_s: Seconds(options.increment),
            spectator_reserves: Name(options.spectator_reserves),
            spectator_delay_s: Seconds(options.spectator_delay),
            partner_board: Name(options.partner_board),
            back_rank_drops: Name(options.back_rank_drops),
            flag: Name(options.flag),
            draw_agreement: Name(options.draw_agreement),
            wrong_claim_bonus_s: Seconds(options.wrong_claim_bonus),
            illegal_moves: Name(options.illegal_moves),
            default_after_s: options.default_after.map(Seconds),
            abandon_after_s: Seconds(options.abandon_after),
        }
    }
}

/// Those options that somebody chooses; the rest is as before, or as configured.
pub(super) struct ChosenRules;

impl JsonSchema for ChosenRules {
    fn schema_name() -> Cow<'static, str> {
        "ChosenRules".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = Rules::json_schema(generator);
        schema.remove("required");
        schema.insert("description".into(), "Any of the options; another name is refused.".into());
        schema.insert("additionalProperties".into(), false.into());
        schema
    }
}

/// A duration in seconds, a whole number wherever it is one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seconds(Millis);

impl Serialize for Seconds {
    #[allow(clippy::cast_precision_loss, reason = "no option comes near 2^53 ms")]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Seconds(Millis(millis)) = *self;
        if millis.is_multiple_of(1000) {
            serializer.serialize_u64(millis / 1000)
        } else {
            serializer.serialize_f64(millis as f64 / 1000.0)
        }
    }
}

impl JsonSchema for Seconds {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Seconds".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number" })
    }
}

/// The options with those changed that `rules` names; an error says, for people, which one cannot
/// be so (the protocol's `bad_rules`).
///
/// ```
/// use catchmate::rules::{Flag, Options};
/// use catchmate::wire;
///
/// let rules = serde_json::json!({ "flag": "auto" });
/// let options = wire::options(rules.as_object().unwrap(), &Options::default()).unwrap();
/// assert_eq!(options, Options { flag: Flag::Auto, ..Options::default() });
/// ```
pub fn options(rules: &Map<String, Value>, defaults: &Options) -> Result<Options, String> {
    let mut options = defaults.clone();
    for (name, value) in rules {
        set(&mut options, name, value).map_err(|expected| format!("`{name}`: {expected}"))?;
    }
    Ok(options)
}

fn set(options: &mut Options, name: &str, value: &Value) -> Result<(), String> {
    match name {
        "initial_s" => options.initial = exact_seconds(value, 1..=DAY)?,
        "increment_s" => options.increment = exact_seconds(value, 0..=HOUR)?,
        "spectator_reserves" => options.spectator_reserves = word(value)?,
        "spectator_delay_s" => options.spectator_delay = seconds(value, 0..=HOUR)?,
        "partner_board" => options.partner_board = word(value)?,
        "back_rank_drops" => options.back_rank_drops = word(value)?,
        "flag" => options.flag = word(value)?,
        "draw_agreement" => options.draw_agreement = word(value)?,
        "wrong_claim_bonus_s" => options.wrong_claim_bonus = seconds(value, 0..=HOUR)?,
        "illegal_moves" => options.illegal_moves = word(value)?,
        "default_after_s" if value.is_null() => options.default_after = None,
        "default_after_s" => options.default_after = Some(seconds(value, 0..=DAY)?),
        "abandon_after_s" => options.abandon_after = seconds(value, 1..=DAY)?,
        _ => return Err("there is no such option".into()),
    }
    Ok(())
}

fn word<T: Word>(value: &Value) -> Result<T, String> {
    value.as_str().and_then(T::of).ok_or_else(|| format!("expected {}", T::list()))
}

/// Whole seconds within the bounds.
fn seconds(value: &Value, bounds: RangeInclusive<u64>) -> Result<Millis, String> {
    let (min, max) = (bounds.start(), bounds.end());
    let whole = value.as_u64().filter(|seconds| bounds.contains(seconds));
    whole
        .map(Millis::from_secs)
        .ok_or_else(|| format!("expected a whole number of seconds from {min} to {max}"))
}

/// Seconds within the bounds, exact to a ms.
#[allow(clippy::cast_precision_loss, reason = "the bounds are small")]
#[allow(clippy::cast_sign_loss, clippy::cast_possible_truncation, reason = "within the bounds")]
fn exact_seconds(value: &Value, bounds: RangeInclusive<u64>) -> Result<Millis, String> {
    let (min, max) = (*bounds.start() as f64, *bounds.end() as f64);
    let millis = value.as_f64().filter(|seconds| (min..=max).contains(seconds)).map(|s| s * 1000.0);
    millis
        .filter(|millis| (millis - millis.round()).abs() < 1e-6)
        .map(|millis| Millis(millis.round() as u64))
        .ok_or_else(|| format!("expected seconds from {min} to {max}, with at most three decimals"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(rules: &Value) -> Result<Options, String> {
        options(rules.as_object().unwrap(), &Options::default())
    }

    #[test]
    fn what_is_written_is_read_back() {
        let chosen = json!({
            "initial_s": 61.5, "increment_s": 0.001, "spectator_reserves": "shown",
            "spectator_delay_s": 60, "partner_board": "hidden", "back_rank_drops": "none",
            "flag": "auto", "draw_agreement": "none", "wrong_claim_bonus_s": 0,
            "illegal_moves": "penalise", "default_after_s": 0, "abandon_after_s": 86400,
        });
        let options = read(&chosen).unwrap();
        assert_eq!(options.initial, Millis(61_500));
        assert_eq!(options.increment, Millis(1));
        assert_eq!(options.default_after, Some(Millis::ZERO));
        assert_eq!(serde_json::to_value(Rules::from(&options)).unwrap(), chosen);
    }

    #[test]
    fn what_is_not_named_stays() {
        assert_eq!(read(&json!({})), Ok(Options::default()));
        let defaults = Options { default_after: Some(Millis(5000)), ..Options::default() };
        let rules = json!({ "default_after_s": null, "increment_s": 0 });
        let options = options(rules.as_object().unwrap(), &defaults).unwrap();
        assert_eq!(options, Options { increment: Millis::ZERO, ..Options::default() });
    }

    #[test]
    fn what_cannot_be_is_refused_with_what_could() {
        for (name, value) in [
            ("initial_s", json!(0)),
            ("initial_s", json!(0.999)),
            ("initial_s", json!(86400.001)),
            ("initial_s", json!(300.0005)),
            ("initial_s", json!("300")),
            ("initial_s", json!(null)),
            ("initial_s", json!(1e300)),
            ("increment_s", json!(-1)),
            ("increment_s", json!(3601)),
            ("spectator_reserves", json!("visible")),
            ("spectator_reserves", json!(true)),
            ("spectator_delay_s", json!(0.5)),
            ("spectator_delay_s", json!(3601)),
            ("partner_board", json!("Hidden")),
            ("back_rank_drops", json!(null)),
            ("flag", json!("")),
            ("draw_agreement", json!(["none"])),
            ("wrong_claim_bonus_s", json!(3601)),
            ("illegal_moves", json!("penalize")),
            ("default_after_s", json!(86401)),
            ("default_after_s", json!(-1)),
            ("abandon_after_s", json!(0)),
            ("abandon_after_s", json!(60.0)),
        ] {
            let error = read(&json!({ name: value })).unwrap_err();
            assert!(error.starts_with(&format!("`{name}`: expected ")), "{error}");
        }
        assert_eq!(read(&json!({ "speed": 1 })).unwrap_err(), "`speed`: there is no such option");
        assert_eq!(
            read(&json!({ "initial_s": 0 })).unwrap_err(),
            "`initial_s`: expected seconds from 1 to 86400, with at most three decimals"
        );
    }
}
