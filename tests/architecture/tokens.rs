//! Just enough of Rust's lexis to read a source file without being fooled by its comments, and to
//! tell a string from code.

/// A token: all that the checks need to tell apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token {
    /// A name, a keyword or a number.
    Word(String),
    /// A string literal, as it is written between its quotes.
    Text(String),
    /// Any other character.
    Sign(char),
}

impl Token {
    pub fn is_word(&self, word: &str) -> bool {
        matches!(self, Token::Word(found) if found == word)
    }

    pub fn is_sign(&self, sign: char) -> bool {
        matches!(self, Token::Sign(found) if *found == sign)
    }
}

/// The tokens of a source text, comments left out.
pub fn tokens(source: &str) -> Vec<Token> {
    let chars: Vec<char> = source.chars().collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(&c) = chars.get(at) {
        let next = chars.get(at + 1).copied();
        match c {
            '/' if next == Some('/') => at = find(&chars, at, |c| c == '\n'),
            '/' if next == Some('*') => at = after_block_comment(&chars, at),
            '"' => at = text(&chars, at, &mut tokens),
            '\'' => at = after_quote(&chars, at),
            c if is_word_char(c) => {
                let end = find(&chars, at, |c| !is_word_char(c));
                let word: String = chars[at..end].iter().collect();
                at = if let Some((content, after)) = raw_text(&chars, end, &word) {
                    tokens.push(Token::Text(content));
                    after
                } else {
                    // The `b` of `b"…"` is no word of its own.
                    let prefix = chars.get(end) == Some(&'"') && matches!(&*word, "b" | "c");
                    if !prefix {
                        tokens.push(Token::Word(word));
                    }
                    end
                };
            }
            c => {
                if !c.is_whitespace() {
                    tokens.push(Token::Sign(c));
                }
                at += 1;
            }
        }
    }
    tokens
}

pub fn is_word_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn find(chars: &[char], from: usize, test: impl Fn(char) -> bool) -> usize {
    chars[from..].iter().position(|&c| test(c)).map_or(chars.len(), |found| from + found)
}

fn after_block_comment(chars: &[char], mut at: usize) -> usize {
    let mut depth = 0;
    while at < chars.len() {
        match (chars[at], chars.get(at + 1)) {
            ('/', Some('*')) => (depth, at) = (depth + 1, at + 2),
            ('*', Some('/')) => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            break;
        }
    }
    at
}

/// Reads the string that begins at `at`, and tells where it has ended.
fn text(chars: &[char], at: usize, tokens: &mut Vec<Token>) -> usize {
    let mut end = at + 1;
    while end < chars.len() && chars[end] != '"' {
        end += if chars[end] == '\\' { 2 } else { 1 };
    }
    let end = end.min(chars.len());
    tokens.push(Token::Text(chars[at + 1..end].iter().collect()));
    end + 1
}

/// The raw string whose prefix ends at `at`, and where it has ended.
fn raw_text(chars: &[char], at: usize, prefix: &str) -> Option<(String, usize)> {
    if !matches!(prefix, "r" | "br" | "cr") {
        return None;
    }
    let open = find(chars, at, |c| c != '#');
    if chars.get(open) != Some(&'"') {
        return None;
    }
    let hashes = open - at;
    let closes = |end: usize| {
        chars[end] == '"' && chars[end + 1..].iter().take_while(|c| **c == '#').count() >= hashes
    };
    let end = (open + 1..chars.len()).find(|&end| closes(end)).unwrap_or(chars.len());
    Some((chars[open + 1..end].iter().collect(), end + 1 + hashes))
}

/// Behind a character literal; behind the quote alone, where it opens the name of a lifetime.
fn after_quote(chars: &[char], at: usize) -> usize {
    match (chars.get(at + 1), chars.get(at + 2)) {
        (Some('\\'), Some(_)) => find(chars, at + 3, |c| c == '\'') + 1,
        (Some(_), Some('\'')) => at + 3,
        _ => at + 1,
    }
}

#[test]
fn comments_are_left_out_and_strings_told_from_code() {
    let source = r##"a::b /* x /* y */ z */ "q\"//" r#"r"#' b"s" '"' '\'' &'c d // e"##;
    let words = ["a", "b", "c", "d"].map(|word| Token::Word(word.into()));
    let texts = ["q\\\"//", "s"].map(|text| Token::Text(text.into()));
    let found = tokens(source);
    for token in words.iter().chain(&texts) {
        assert!(found.contains(token), "{token:?} in {found:?}");
    }
    for word in ["x", "y", "z", "q", "r", "s", "e"] {
        assert!(!found.iter().any(|token| token.is_word(word)), "{word} in {found:?}");
    }
}
