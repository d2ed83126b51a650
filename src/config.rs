//! The configuration: `config/catchmate.toml` names every option with its default.
//!
//! ```
//! use catchmate::config::Config;
//! use catchmate::ids::Millis;
//!
//! let config = Config::parse("[rules]\ninitial_s = 180").unwrap();
//! assert_eq!(config.rules.initial, Millis::from_secs(180));
//! assert_eq!(config.event, "Catch");
//! ```

use std::fmt;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::rules::Options;
use crate::wire;

/// The data folder that stands for none: nothing outlives the server.
const IN_MEMORY: &str = ":memory:";

/// What a server is started with.
#[derive(Clone, PartialEq, Eq)]
pub struct Config {
    /// Where it listens.
    pub listen: SocketAddr,
    /// The folder that the record is kept in, or `:memory:`; see [`Config::is_in_memory`].
    pub data: PathBuf,
    /// What makes a person the director; without it the server makes a key at each start.
    pub director_key: Option<String>,
    /// The event that the record of each match names.
    pub event: String,
    /// The options of a new table, where nothing else is chosen.
    pub rules: Options,
    /// How players are rated.
    pub ratings: Ratings,
    /// What one client may ask for.
    pub limits: Limits,
}

/// How players are rated for team play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Ratings {
    /// By what.
    pub system: RatingSystem,
}

/// What rates players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RatingSystem {
    /// `TrueSkill`.
    #[default]
    Trueskill,
    /// Nothing: nobody has a rating.
    Off,
}

/// What one client may ask of the server, and how long it is waited for.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// The longest message that a client may send, in bytes.
    pub message_bytes: usize,
    /// How many messages a second a client may send in the long run.
    pub messages_per_second: u32,
    /// How many of them at once.
    pub messages_burst: u32,
    /// How many characters a name may have.
    pub name_chars: usize,
    /// How many characters may be said at once.
    pub talk_chars: usize,
    /// How many times a second a player may speak, or call the director, in the long run.
    pub talk_per_second: u32,
    /// How many of these at once.
    pub talk_burst: u32,
    /// How many messages may wait to be sent to one client.
    pub outbox_messages: usize,
    /// How many bytes may wait to be sent to one client.
    pub outbox_bytes: usize,
    /// After how many seconds of silence a client is asked whether it is there.
    pub ping_after_s: u64,
    /// After how many seconds of silence it is taken for gone.
    pub silent_after_s: u64,
    /// How many seconds a client may take to become connected.
    pub handshake_s: u64,
    /// How many tables may be open at once.
    pub tables: usize,
    /// At how many tables practice players may sit at once.
    pub practice_tables: usize,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            listen: SocketAddr::from((Ipv4Addr::UNSPECIFIED, 8080)),
            data: PathBuf::from(IN_MEMORY),
            director_key: None,
            event: "Catch".to_owned(),
            rules: Options::default(),
            ratings: Ratings::default(),
            limits: Limits::default(),
        }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            message_bytes: 16 * 1024,
            messages_per_second: 1000,
            messages_burst: 2000,
            name_chars: 32,
            talk_chars: 300,
            talk_per_second: 10,
            talk_burst: 150,
            outbox_messages: 1024,
            outbox_bytes: 256 * 1024,
            ping_after_s: 15,
            silent_after_s: 45,
            handshake_s: 10,
            tables: 10_000,
            practice_tables: 32,
        }
    }
}

/// Shows everything but the director's key.
impl fmt::Debug for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Config { listen, data, director_key, event, rules, ratings, limits } = self;
        f.debug_struct("Config")
            .field("listen", listen)
            .field("data", data)
            .field("director_key", &director_key.as_ref().map(|_| "…"))
            .field("event", event)
            .field("rules", rules)
            .field("ratings", ratings)
            .field("limits", limits)
            .finish()
    }
}

/// What is wrong with a configuration, and what to do about it.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("cannot read {}: {reason}; name another file with --config", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        reason: std::io::Error,
    },
    /// The text is not TOML, or an option has another name or kind of value.
    #[error("line {line}: {reason}; config/catchmate.toml shows every option")]
    Syntax {
        /// Where, counted from 1.
        line: usize,
        /// Why.
        reason: String,
    },
    /// An option has a value that it cannot have.
    #[error("{option}: {reason}")]
    Value {
        /// The option, such as `limits.tables`.
        option: &'static str,
        /// What it can be.
        reason: String,
    },
    /// Something is wrong with that file.
    #[error("{}: {error}", path.display())]
    In {
        /// The file.
        path: PathBuf,
        /// What.
        #[source]
        error: Box<ConfigError>,
    },
}

/// The file as it is read; what it does not name is as by default.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
struct File {
    listen: SocketAddr,
    data: PathBuf,
    director_key: Option<String>,
    event: String,
    rules: Map<String, Value>,
    ratings: Ratings,
    limits: Limits,
}

impl Default for File {
    fn default() -> File {
        let Config { listen, data, director_key, event, rules: _, ratings, limits } =
            Config::default();
        File { listen, data, director_key, event, rules: Map::new(), ratings, limits }
    }
}

impl Config {
    /// Reads a configuration; what it does not name is as by default.
    pub fn parse(text: &str) -> Result<Config, ConfigError> {
        let file: File = toml::from_str(text).map_err(|error| {
            let start = error.span().map_or(0, |span| span.start.min(text.len()));
            let line = text.get(..start).map_or(1, |before| before.matches('\n').count() + 1);
            // The value may be the director's key, so that no message repeats it.
            ConfigError::Syntax { line, reason: wire::without_value(error.message()) }
        })?;
        let File { listen, data, director_key, event, rules, ratings, limits } = file;
        let rules = wire::options(&rules, &Options::default())
            .map_err(|reason| format!("{reason}; config/catchmate.toml shows every option"))
            .map_err(|reason| ConfigError::Value { option: "rules", reason })?;
        let config = Config { listen, data, director_key, event, rules, ratings, limits };
        config.check()?;
        Ok(config)
    }

    /// Reads a configuration from a file.
    pub fn load(path: &Path) -> Result<Config, ConfigError> {
        let text = std::fs::read_to_string(path)
            .map_err(|reason| ConfigError::Unreadable { path: path.to_owned(), reason })?;
        let within = |error| ConfigError::In { path: path.to_owned(), error: Box::new(error) };
        Config::parse(&text).map_err(within)
    }

    /// Whether nothing is to be kept when the server stops.
    pub fn is_in_memory(&self) -> bool {
        self.data.as_os_str() == IN_MEMORY
    }

    fn check(&self) -> Result<(), ConfigError> {
        let refuse =
            |option, reason: &str| Err(ConfigError::Value { option, reason: reason.to_owned() });
        if self.data.as_os_str().is_empty() {
            return refuse("data", "name a folder, or \":memory:\" to keep nothing");
        }
        if self.director_key.as_ref().is_some_and(|key| key.chars().count() < 8) {
            return refuse("director_key", "choose one of at least 8 characters");
        }
        if self.event.trim().is_empty() || self.event.chars().any(char::is_control) {
            return refuse("event", "name the event in one line");
        }
        self.limits.check()
    }
}

impl Limits {
    fn check(&self) -> Result<(), ConfigError> {
        let limits = [
            ("limits.message_bytes", self.message_bytes as u64, 1024, 1024 * 1024),
            ("limits.messages_per_second", self.messages_per_second.into(), 1, 1_000_000),
            ("limits.messages_burst", self.messages_burst.into(), 1, 1_000_000),
            ("limits.name_chars", self.name_chars as u64, 1, 100),
            ("limits.talk_chars", self.talk_chars as u64, 1, 10_000),
            ("limits.talk_per_second", self.talk_per_second.into(), 1, 10_000),
            ("limits.talk_burst", self.talk_burst.into(), 1, 10_000),
            ("limits.outbox_messages", self.outbox_messages as u64, 16, 1_000_000),
            ("limits.outbox_bytes", self.outbox_bytes as u64, 64 * 1024, 1024 * 1024 * 1024),
            ("limits.ping_after_s", self.ping_after_s, 1, 3600),
            (
                "limits.silent_after_s",
                self.silent_after_s,
                self.ping_after_s.saturating_add(1),
                7200,
            ),
            ("limits.handshake_s", self.handshake_s, 1, 3600),
            ("limits.tables", self.tables as u64, 1, 10_000_000),
            ("limits.practice_tables", self.practice_tables as u64, 0, 10_000),
        ];
        for (option, value, min, max) in limits {
            if !(min..=max).contains(&value) {
                let reason = format!("choose a number from {min} to {max}");
                return Err(ConfigError::Value { option, reason });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::ids::Millis;
    use crate::rules::Flag;

    const FILE: &str = include_str!("../config/catchmate.toml");

    #[test]
    fn the_file_gives_the_defaults() {
        assert_eq!(Config::parse(FILE).unwrap(), Config::default());
        assert_eq!(Config::parse("").unwrap(), Config::default());
    }

    /// The file with the options set that have no default.
    fn full() -> toml::Table {
        let lines = FILE.lines().map(|line| match line.strip_prefix("# ") {
            Some(option) if option.contains(" = ") => option,
            _ => line,
        });
        lines.collect::<Vec<_>>().join("\n").parse().unwrap()
    }

    #[test]
    fn every_option_stands_in_the_file() {
        let full = full();
        let names = |table: &toml::Table| table.keys().cloned().collect::<BTreeSet<String>>();
        let config = format!("{:?}", Config::default());
        for name in names(&full) {
            assert!(config.contains(&format!("{name}: ")), "{name}");
        }
        assert_eq!(full.len(), 7);
        let schema = wire::schema();
        let rules = schema["definitions"]["Rules"]["properties"].as_object().unwrap();
        let expected: BTreeSet<String> = rules.keys().cloned().collect();
        assert_eq!(names(full["rules"].as_table().unwrap()), expected);
        let limits = format!("{:?}", Limits::default());
        let expected: BTreeSet<String> = limits["Limits { ".len()..]
            .split(", ")
            .filter_map(|field| Some(field.split_once(": ")?.0.to_owned()))
            .collect();
        assert_eq!(names(full["limits"].as_table().unwrap()), expected);
    }

    #[test]
    fn what_the_file_shows_can_be_set() {
        let config = Config::parse(&full().to_string()).unwrap();
        assert_eq!(config.director_key.as_deref(), Some("choose something long"));
        assert_eq!(config.rules.default_after, Some(Millis::from_secs(1800)));
    }

    #[test]
    fn what_is_named_is_set_and_the_rest_stays() {
        let text = "listen = \"127.0.0.1:0\"\ndata = \":memory:\"\n[rules]\nflag = \"auto\"\n\
                    initial_s = 0x3c\nincrement_s = 0.5\n[ratings]\nsystem = \"off\"\n[limits]\ntables = 3";
        let config = Config::parse(text).unwrap();
        assert!(config.is_in_memory());
        assert!(Config::default().is_in_memory());
        let rules = Options {
            flag: Flag::Auto,
            initial: Millis(60_000),
            increment: Millis(500),
            ..Options::default()
        };
        let limits = Limits { tables: 3, ..Limits::default() };
        let listen = "127.0.0.1:0".parse().unwrap();
        let data = ":memory:".into();
        let ratings = Ratings { system: RatingSystem::Off };
        assert_eq!(config, Config { listen, data, rules, ratings, limits, ..Config::default() });
    }

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(Config::parse(text).unwrap_err().to_string(), expected);
    }

    #[test]
    fn an_error_says_where_it_is_and_what_to_do() {
        let hint = "config/catchmate.toml shows every option";
        check(
            "event = \"x\"\nport = 80",
            &format!(
                "line 2: unknown field `port`, expected one of `listen`, `data`, `director_key`, \
                 `event`, `rules`, `ratings`, `limits`; {hint}"
            ),
        );
        check("\n\ndirector_key = 12345678", &format!("line 3: expected a string; {hint}"));
        check(
            "[limits]\ntables = -1",
            &format!("line 2: expected a whole number, not negative; {hint}"),
        );
        check("director_key = \"1234567\"", "director_key: choose one of at least 8 characters");
        check("data = \"\"", "data: name a folder, or \":memory:\" to keep nothing");
        check("event = \" \"", "event: name the event in one line");
        check("[limits]\ntables = 0", "limits.tables: choose a number from 1 to 10000000");
        check(
            "[limits]\nping_after_s = 60",
            "limits.silent_after_s: choose a number from 61 to 7200",
        );
        check("[rules]\nspeed = 1", &format!("rules: `speed`: there is no such option; {hint}"));
        check(
            "[rules]\nflag = \"fall\"",
            &format!("rules: `flag`: expected one of `claim`, `auto`; {hint}"),
        );
        for text in ["listen = \"8080\"", "listen = ", "[rules", "event = 1\nevent = 2", "\u{0}"] {
            assert!(matches!(Config::parse(text), Err(ConfigError::Syntax { .. })), "{text}");
        }
    }

    #[test]
    fn the_key_is_not_shown() {
        let config = Config { director_key: Some("sesame, open".into()), ..Config::default() };
        assert!(!format!("{config:?}").contains("sesame"));
    }

    #[test]
    fn a_file_that_is_not_there_is_named() {
        let error = Config::load(Path::new("no/such.toml")).unwrap_err().to_string();
        assert!(error.starts_with("cannot read no/such.toml: "), "{error}");
    }
}
