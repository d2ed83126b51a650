//! The house stays in order: layers, the one place that reads the time, pure cores, short files,
//! and documents that tell what the code does. `ARCHITECTURE.md` draws the map.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

#[path = "architecture/tokens.rs"]
mod tokens;

use tokens::{Token, is_word_char, tokens};

/// The layers, from the ground up. Each imports only what stands before it.
const LAYERS: [&str; 11] = [
    "ids", "rules", "game", "practice", "evening", "archive", "wire", "journal", "config",
    "server", "cli",
];
/// What the configuration may import: the words of the options, and nothing that happens.
const CONFIG_IMPORTS: [&str; 3] = ["ids", "rules", "wire"];
/// The layers without a clock, without I/O and without a format.
const PURE: [&str; 5] = ["ids", "rules", "game", "practice", "evening"];
const NOT_PURE: [&str; 8] =
    ["serde", "serde_json", "schemars", "tokio", "futures", "rand", "rusqlite", "tracing"];
/// The one file that reads the time.
const CLOCK: &str = "src/server/clock.rs";
const LONGEST_FILE: usize = 450;
const RULES: u32 = 44;

/// One file of the project.
struct Source {
    /// From the project's root, with `/`.
    path: String,
    text: String,
}

impl Source {
    fn read(path: &Path) -> Source {
        let text = fs::read_to_string(path).expect("a readable source file");
        let path = path.strip_prefix(root()).expect("a path below the root");
        let path = path.to_str().expect("a path in UTF-8").replace('\\', "/");
        Source { path, text }
    }

    /// The top-level module that the file belongs to; `None` for `lib.rs`, `main.rs` and other
    /// binaries, which stand on top of everything.
    fn layer(&self) -> Option<&str> {
        let below = self.path.strip_prefix("src/")?;
        let name = below.split('/').next()?;
        let name = name.strip_suffix(".rs").unwrap_or(name);
        (!matches!(name, "lib" | "main" | "bin")).then_some(name)
    }

    /// How many modules the file lies below the crate's root.
    fn depth(&self) -> usize {
        let parts = self.path.split('/').count() - 1;
        if self.path.ends_with("/mod.rs") { parts - 1 } else { parts }
    }
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// All files below a directory whose name ends so, in a fixed order.
fn files(below: &str, ending: &str) -> Vec<Source> {
    fn collect(directory: &Path, ending: &str, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(directory).into_iter().flatten() {
            let path = entry.expect("a readable directory").path();
            if path.is_dir() {
                collect(&path, ending, found);
            } else if path.to_str().is_some_and(|path| path.ends_with(ending)) {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    collect(&root().join(below), ending, &mut found);
    found.sort();
    found.iter().map(|path| Source::read(path)).collect()
}

fn sources() -> Vec<Source> {
    let found = files("src", ".rs");
    assert!(found.len() > 10, "the sources are not where this test looks for them");
    found
}

fn document(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn assert_none(faults: &[String], what: &str) {
    assert!(faults.is_empty(), "{what}:\n  {}", faults.join("\n  "));
}

/// The top-level modules that a file names in its paths: behind `crate::` and `catchmate::`, and
/// behind as many `super::` as lead to the root.
fn imports(tokens: &[Token], depth: usize) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let path_goes_on = |at: usize| {
        tokens.get(at).is_some_and(|t| t.is_sign(':'))
            && tokens.get(at + 1).is_some_and(|t| t.is_sign(':'))
    };
    let mut at = 0;
    while at < tokens.len() {
        let mut supers = 0;
        while tokens[at].is_word("super") && path_goes_on(at + 1) && at + 3 < tokens.len() {
            supers += 1;
            at += 3;
        }
        let from_root = tokens[at].is_word("crate") || tokens[at].is_word("catchmate");
        if from_root && path_goes_on(at + 1) {
            at += 3;
        } else if supers == 0 || supers < depth {
            at += 1;
            continue;
        }
        found.extend(heads(&tokens[at..]));
    }
    found
}

/// The first names of the path, or of the group of paths, at which the tokens begin.
fn heads(tokens: &[Token]) -> Vec<String> {
    if !tokens.first().is_some_and(|token| token.is_sign('{')) {
        return match tokens.first() {
            Some(Token::Word(name)) => vec![name.clone()],
            _ => Vec::new(),
        };
    }
    let mut found = Vec::new();
    let mut depth = 0;
    for pair in tokens.windows(2) {
        match &pair[0] {
            Token::Sign('{') => depth += 1,
            Token::Sign('}') => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            break;
        }
        let begins = pair[0].is_sign('{') || pair[0].is_sign(',');
        if let (1, true, Token::Word(name)) = (depth, begins, &pair[1]) {
            found.push(name.clone());
        }
    }
    found
}

fn rank(layer: &str) -> Option<usize> {
    LAYERS.iter().position(|name| *name == layer)
}

#[test]
fn each_layer_imports_only_what_stands_above_it() {
    let mut faults = Vec::new();
    for source in sources() {
        let Some(layer) = source.layer() else { continue };
        let Some(own) = rank(layer) else {
            faults.push(format!("{} belongs to no layer: give `{layer}` a place", source.path));
            continue;
        };
        for import in imports(&tokens(&source.text), source.depth()) {
            let allowed = match rank(&import) {
                None => true,
                Some(other) if other == own => true,
                Some(_) if layer == "config" => CONFIG_IMPORTS.contains(&import.as_str()),
                Some(other) => other < own,
            };
            if !allowed {
                faults.push(format!("{} imports {import}", source.path));
            }
        }
    }
    assert_none(&faults, "against the order of the layers");
}

#[test]
fn time_is_read_in_one_place() {
    let mut faults = Vec::new();
    for source in sources().iter().filter(|source| source.path != CLOCK) {
        let tokens = tokens(&source.text);
        for window in tokens.windows(4) {
            let [clock, a, b, now] = window else { continue };
            let reads = (clock.is_word("Instant") || clock.is_word("SystemTime"))
                && a.is_sign(':')
                && b.is_sign(':')
                && now.is_word("now");
            if reads {
                faults.push(source.path.clone());
            }
        }
    }
    assert_none(&faults, "time is read outside of src/server/clock.rs");
}

#[test]
fn the_pure_layers_know_no_format_and_no_outside_world() {
    let mut faults = Vec::new();
    for source in sources() {
        if !source.layer().is_some_and(|layer| PURE.contains(&layer)) {
            continue;
        }
        let tokens = tokens(&source.text);
        for name in NOT_PURE {
            if tokens.iter().any(|token| token.is_word(name)) {
                faults.push(format!("{} mentions {name}", source.path));
            }
        }
    }
    assert_none(&faults, "not pure");
}

#[test]
fn no_file_is_longer_than_can_be_overlooked() {
    let mut faults = Vec::new();
    for source in sources() {
        let lines = source.text.lines().count();
        if lines > LONGEST_FILE {
            faults.push(format!("{} has {lines} lines", source.path));
        }
    }
    assert_none(&faults, "more than 450 lines");
}

/// The rules that a text cites: `R14`, standing alone.
fn cited(text: &str) -> BTreeSet<u32> {
    text.split(|c| !is_word_char(c))
        .filter_map(|word| word.strip_prefix('R'))
        .filter(|number| number.starts_with(|c: char| c.is_ascii_digit()))
        .filter_map(|number| number.parse().ok())
        .collect()
}

/// The rules that `docs/rules.md` states: a paragraph that begins with `**R14.`.
fn stated(text: &str) -> Vec<u32> {
    text.lines()
        .filter_map(|line| line.strip_prefix("**R")?.split_once('.')?.0.parse().ok())
        .collect()
}

#[test]
fn the_rules_are_stated_each_once_and_in_order() {
    let expected: Vec<u32> = (1..=RULES).collect();
    assert_eq!(stated(&document("docs/rules.md")), expected);
}

#[test]
fn every_rule_that_is_cited_exists() {
    let stated: BTreeSet<u32> = stated(&document("docs/rules.md")).into_iter().collect();
    let mut faults = Vec::new();
    let code = sources().into_iter().chain(files("tests", ".rs")).chain(files("docs", ".md"));
    for source in code {
        let mut numbers = cited(&source.text);
        for window in tokens(&source.text).windows(3) {
            if let [rule, open, Token::Word(number)] = window
                && rule.is_word("Rule")
                && open.is_sign('(')
            {
                numbers.extend(number.parse::<u32>());
            }
        }
        for number in numbers.difference(&stated) {
            faults.push(format!("{} cites R{number}", source.path));
        }
    }
    assert_none(&faults, "docs/rules.md states no such rule");
}

/// The tokens between the braces that open first, from `at` on.
fn body(tokens: &[Token], at: usize) -> &[Token] {
    let Some(open) = tokens[at..].iter().position(|token| token.is_sign('{')) else { return &[] };
    let start = at + open + 1;
    let mut depth = 1;
    for (end, token) in tokens.iter().enumerate().skip(start) {
        match token {
            Token::Sign('{') => depth += 1,
            Token::Sign('}') => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return &tokens[start..end];
        }
    }
    &[]
}

/// The strings that the functions of that name are written to give.
fn strings_of_function(tokens: &[Token], name: &str) -> Vec<String> {
    let is_definition = |at: &usize| tokens[*at].is_word("fn") && tokens[*at + 1].is_word(name);
    (0..tokens.len().saturating_sub(1))
        .filter(is_definition)
        .flat_map(|at| body(tokens, at))
        .filter_map(|token| match token {
            Token::Text(text) => Some(text.clone()),
            _ => None,
        })
        .collect()
}

/// The names that serde gives the variants of the enums with this tag, where they are renamed to
/// snake case or one by one.
fn tagged_variants(tokens: &[Token], tag: &str) -> Vec<String> {
    let is_tag = |at: &usize| {
        tokens[*at].is_word("tag")
            && tokens[*at + 1].is_sign('=')
            && tokens[*at + 2] == Token::Text(tag.into())
    };
    (0..tokens.len().saturating_sub(2))
        .filter(is_tag)
        .filter_map(|at| {
            let item = |token: &Token| token.is_word("enum") || token.is_word("struct");
            let found = at + tokens[at..].iter().position(item)?;
            tokens[found].is_word("enum").then(|| variants(body(tokens, found)))
        })
        .flatten()
        .collect()
}

fn variants(body: &[Token]) -> Vec<String> {
    let mut found = Vec::new();
    let mut depth = 0;
    let mut renamed = None;
    let mut expected = true;
    for (at, token) in body.iter().enumerate() {
        match token {
            Token::Sign('{' | '(' | '[') => depth += 1,
            Token::Sign('}' | ')' | ']') => depth -= 1,
            Token::Sign(',') if depth == 0 => expected = true,
            Token::Word(name) if depth == 0 && expected => {
                found.push(renamed.take().unwrap_or_else(|| snake_case(name)));
                expected = false;
            }
            Token::Word(name) if name == "rename" && expected => {
                if let Some(Token::Text(text)) = body.get(at + 2) {
                    renamed = Some(text.clone());
                }
            }
            _ => {}
        }
    }
    found
}

fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(c.to_lowercase());
    }
    snake
}

/// The codes of the refusals that are made where no rule of the game decides:
/// `Refused::new("…", …)`.
fn refused_with(tokens: &[Token]) -> Vec<String> {
    let codes = tokens.windows(6).filter_map(|window| match window {
        [refused, a, b, new, open, Token::Text(code)]
            if refused.is_word("Refused")
                && a.is_sign(':')
                && b.is_sign(':')
                && new.is_word("new")
                && open.is_sign('(') =>
        {
            Some(code.clone())
        }
        _ => None,
    });
    codes.collect()
}

/// The words that arms of a `match`, or of a table, lead to: `=> "needs_drop"`.
fn words_of_arms(tokens: &[Token]) -> Vec<String> {
    let is_plain = |text: &str| text.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    let words = tokens.windows(3).filter_map(|window| match window {
        [a, b, Token::Text(text)] if a.is_sign('=') && b.is_sign('>') && is_plain(text) => {
            Some(text.clone())
        }
        _ => None,
    });
    words.filter(|word| !word.is_empty()).collect()
}

#[test]
fn the_protocol_page_names_every_code_event_and_word() {
    let page = document("docs/protocol.md");
    let mut codes = 0;
    let mut faults = Vec::new();
    for source in sources() {
        let tokens = tokens(&source.text);
        let of_functions = strings_of_function(&tokens, "code");
        codes += of_functions.len();
        let mut names = of_functions;
        names.extend(refused_with(&tokens));
        if source.layer().is_some_and(|layer| matches!(layer, "ids" | "rules" | "game")) {
            names.extend(strings_of_function(&tokens, "name"));
        }
        if source.layer() == Some("wire") {
            names.extend(words_of_arms(&tokens));
            for tag in ["type", "kind"] {
                names.extend(tagged_variants(&tokens, tag));
            }
        }
        for name in names {
            if !["`", "\""].iter().any(|quote| page.contains(&format!("{quote}{name}{quote}"))) {
                faults.push(format!("{}: {name}", source.path));
            }
        }
    }
    assert!(codes > 15, "the refusals' codes are not where this test looks for them");
    assert_none(&faults, "docs/protocol.md does not name it");
}

#[test]
fn the_readers_of_sources_read_them() {
    let of = |text: &str, depth: usize| {
        imports(&tokens(text), depth).into_iter().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(of("use crate::server::room; // crate::cli", 2), "server");
    assert_eq!(of("use crate::{rules::{Kind, wire}, ids};", 2), "ids rules");
    assert_eq!(of("fn f() -> crate::game::Match { catchmate::cli::run() }", 1), "cli game");
    assert_eq!(of("use super::super::journal; use super::wire;", 2), "journal");
    assert_eq!(of("use super::*; let text = \"crate::server\";", 2), "");
    let tagged = r#"
        #[derive(Serialize)]
        #[serde(tag = "kind", rename_all = "snake_case")]
        enum Event { FlagFallen { seat: Seat }, #[serde(rename = "left")] LeftSeat(Seat), Over }
    "#;
    assert_eq!(tagged_variants(&tokens(tagged), "kind"), ["flag_fallen", "left", "over"]);
    assert_eq!(refused_with(&tokens(r#"Err(Refused::new("bad_rules", why))"#)), ["bad_rules"]);
    assert_eq!(words_of_arms(&tokens(r#"A => "over", B => "Over {}", _ => """#)), ["over"]);
    assert_eq!(cited("R5 to R16, PR7, R2D2, (R34)"), BTreeSet::from([5, 16, 34]));
}
