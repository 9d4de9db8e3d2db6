//! Whether a name or an account on a slip is the registered one.
//!
//! Slips show masked numbers and cut names, so a comparison may be open. Only a definite difference
//! refuses a slip; an open one goes to a person.

use members::name::{canonical, is_mark};

/// The result of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatchResult {
    /// The same, to the extent that the slip shows it.
    Match,
    /// Definitely different.
    NoMatch,
    /// The slip hides the deciding part.
    Hidden,
    /// The slip shows too little to decide, and contradicts nothing.
    Indeterminate,
}

impl MatchResult {
    /// The better of two readings of one fact: a match wins over a difference, and a difference
    /// wins over an open result.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        let rank = |result: &Self| match result {
            Self::Match => 0,
            Self::NoMatch => 1,
            Self::Hidden => 2,
            Self::Indeterminate => 3,
        };
        [self, other].into_iter().min_by_key(rank).unwrap_or(self)
    }

    /// The kinder of two ways to read one name: a difference counts only if every way has one.
    fn or_open(self, other: Self) -> Self {
        match (self, other) {
            (Self::NoMatch, open) | (open, Self::NoMatch) => open,
            (one, other) => one.or(other),
        }
    }
}

/// Titles that are words; of abbreviations only the form is known. Longer ones first, because some
/// start with others.
const TITLES: [&str; 28] = [
    "เด็กหญิง",
    "เด็กชาย",
    "ว่าที่",
    "นางสาว",
    "นาง",
    "นาย",
    "คุณ",
    "ท่าน",
    "ດຣ",
    "ທ່ານ",
    "ທ້າວ",
    "ນາງສາວ",
    "ນາງ",
    "ສຈ",
    "PROFESSOR",
    "MADAM",
    "MASTER",
    "KHUN",
    "MISS",
    "PROF",
    "LADY",
    "LORD",
    "MRS",
    "SIR",
    "MR",
    "MS",
    "DR",
    "นส",
];

/// The most letters of an abbreviation before its dot.
const ABBREVIATION_MAX: usize = 6;

/// With fewer visible digits than this, an account number proves nothing.
const VISIBLE_DIGITS_MIN: usize = 3;

/// With this many visible digits, a number outweighs a name that differs.
const CONVINCING_DIGITS_MIN: usize = 4;

/// Compares a registered account number with a masked one, by position.
#[must_use]
pub fn account(registered: &str, shown: &str) -> MatchResult {
    let digits: Vec<char> = registered.chars().filter(char::is_ascii_digit).collect();
    let shown = signs(shown);
    let is_masked_number = shown
        .iter()
        .all(|sign| sign.is_ascii_digit() || *sign == 'X' || !sign.is_alphanumeric());
    if !is_masked_number || digits.len() != shown.len() || visible(&shown) < VISIBLE_DIGITS_MIN {
        return MatchResult::Indeterminate;
    }
    let differs = digits
        .iter()
        .zip(&shown)
        .any(|(digit, sign)| sign.is_ascii_digit() && digit != sign);
    if differs {
        MatchResult::NoMatch
    } else {
        MatchResult::Match
    }
}

/// Whether a masked number shows enough digits to distinguish accounts.
#[must_use]
pub(crate) fn shows_enough(shown: &str) -> bool {
    visible(&signs(shown)) >= VISIBLE_DIGITS_MIN
}

/// Whether a masked number shows so many digits that another name next to it may be a mistake.
#[must_use]
pub(crate) fn is_convincing(shown: &str) -> bool {
    visible(&signs(shown)) >= CONVINCING_DIGITS_MIN
}

/// The digits of a number and the signs that hide others, without separators.
fn signs(number: &str) -> Vec<char> {
    let is_sign = |character: &char| !matches!(character, '-' | ' ' | '.');
    canonical(number).chars().filter(is_sign).collect()
}

fn visible(signs: &[char]) -> usize {
    signs.iter().filter(|sign| sign.is_ascii_digit()).count()
}

/// Whether a name is exactly the registered one: first and last name, letter by letter.
#[must_use]
pub fn is_whole(registered: &str, shown: &str) -> bool {
    let shown = readings(shown, Word::read);
    readings(registered, Word::typed).iter().any(|registered| {
        let is_same = |shown: &Vec<Word>| shown == registered && shown.len() > 1;
        shown.iter().any(is_same)
    })
}

/// Compares a registered full name with a cut or masked one, with and without their titles.
#[must_use]
pub fn name(registered: &str, shown: &str) -> MatchResult {
    let (registered, shown) = (
        readings(registered, Word::typed),
        readings(shown, Word::read),
    );
    // Without its title, a name of one word is only a part of a name.
    let (whole, untitled) = (registered.first(), registered.iter().skip(1));
    let untitled = untitled.filter(|words| words.len() > 1);
    let mut best = None;
    for registered in whole.into_iter().chain(untitled) {
        for shown in &shown {
            let mut found = compare(registered, shown);
            // One word more may be a title that has no dot.
            if shown.len() > registered.len() && shown.len() > 2 {
                found = found.or_open(compare(registered, &shown[1..]));
            }
            best = Some(best.map_or(found, |best: MatchResult| best.or_open(found)));
        }
    }
    best.unwrap_or(MatchResult::Indeterminate)
}

/// Compares the words of two names.
///
/// The first name must be equal, and the last name must begin with what the slip shows. Names in
/// different scripts cannot be compared, and a masked word is no evidence against the player.
fn compare(registered: &[Word], shown: &[Word]) -> MatchResult {
    if registered == shown && !shown.is_empty() {
        return MatchResult::Match;
    }
    let (Some(own), Some(first)) = (registered.first(), shown.first()) else {
        return MatchResult::Indeterminate;
    };
    if first.is_masked() {
        return MatchResult::Hidden;
    }
    if script(&own.text) != script(&first.text) {
        return MatchResult::Indeterminate;
    }
    let (rest, own_rest) = (&shown[1..], &registered[1..]);
    if own.text != first.text {
        let is_cut = rest.is_empty() && joined(registered).starts_with(&first.text);
        return if rest.iter().any(Word::is_masked) {
            MatchResult::Hidden
        } else if is_cut {
            // A cut first name shows too little.
            MatchResult::Indeterminate
        } else {
            MatchResult::NoMatch
        };
    }
    let (last, own_last) = (joined(rest), joined(own_rest));
    let can_compare = script(&last) == script(&own_last);
    if last.is_empty() || own_last.is_empty() || !can_compare || rest.iter().any(Word::hides_start)
    {
        return MatchResult::Indeterminate;
    }
    if own_last.starts_with(&last) || is_each_cut(own_rest, rest) {
        return MatchResult::Match;
    }
    // A mask is no evidence against the player, and a name in the middle may be left out.
    let is_open =
        rest.iter().any(Word::is_masked) || is_each_cut(&own_rest[own_rest.len() - 1..], rest);
    if is_open {
        MatchResult::Indeterminate
    } else {
        MatchResult::NoMatch
    }
}

/// Whether each word begins with its shown part.
fn is_each_cut(registered: &[Word], shown: &[Word]) -> bool {
    let mut pairs = registered.iter().zip(shown);
    registered.len() == shown.len() && pairs.all(|(own, shown)| own.text.starts_with(&shown.text))
}

fn joined(words: &[Word]) -> String {
    words.iter().map(|word| word.text.as_str()).collect()
}

/// The script of a word's first letter.
#[derive(Debug, PartialEq, Eq)]
enum Script {
    Thai,
    Lao,
    Other,
}

fn script(word: &str) -> Script {
    match word.chars().next() {
        Some('\u{0E00}'..='\u{0E7F}') => Script::Thai,
        Some('\u{0E80}'..='\u{0EFF}') => Script::Lao,
        _ => Script::Other,
    }
}

/// Where signs hide letters of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mask {
    None,
    /// Only its end: it begins with the letters that are shown.
    End,
    /// Its beginning or middle.
    Start,
}

/// The shown part of a word of a name.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Word {
    text: String,
    mask: Mask,
}

impl Word {
    /// A word as its owner has typed it: nothing in it hides a letter, so a player registered as
    /// `XXXX` does not match a name that a bank has masked.
    fn typed(written: &str) -> Option<Self> {
        let text = written.trim_matches(['.', '-']).to_owned();
        let mask = Mask::None;
        (!text.is_empty()).then_some(Self { text, mask })
    }

    /// A word with its masks; none if it is only punctuation.
    fn read(written: &str) -> Option<Self> {
        // A single dot or dash at the end only shortens.
        let single = ['.', '-'];
        let is_run = written.ends_with("..") || written.ends_with("--");
        let written = written.trim_start_matches(single);
        let written = if is_run {
            written
        } else {
            written.trim_end_matches(single)
        };
        let letters: Vec<char> = written.chars().collect();
        let hides = |at: usize| is_hiding(&letters, at);
        let text: String = (0..letters.len())
            .filter(|at| !hides(*at))
            .map(|at| letters[at])
            .collect();
        let shown = (0..letters.len()).take_while(|at| !hides(*at)).count();
        let mask = if shown == letters.len() {
            Mask::None
        } else if (shown..letters.len()).all(hides) && shown > 0 {
            Mask::End
        } else {
            Mask::Start
        };
        (!letters.is_empty()).then_some(Self { text, mask })
    }

    fn is_masked(&self) -> bool {
        self.mask != Mask::None
    }

    fn hides_start(&self) -> bool {
        self.mask == Mask::Start
    }
}

/// Whether a sign hides letters: signs that belong in no name, several dots or dashes, and `X` if
/// it is alone or repeated, because a name may have a single `X`.
fn is_hiding(letters: &[char], at: usize) -> bool {
    let sign = letters[at];
    let is_repeated = at > 0 && letters[at - 1] == sign || letters.get(at + 1) == Some(&sign);
    match sign {
        '.' | '-' => is_repeated,
        'X' => is_repeated || letters.len() == 1,
        '\'' => false,
        _ => !sign.is_alphabetic() && !is_mark(sign),
    }
}

/// The ways to read a name: as written, and without each of the titles in front of it.
fn readings(name: &str, word: fn(&str) -> Option<Word>) -> Vec<Vec<Word>> {
    let form = canonical(name).replace([',', ';', '/', '(', ')'], " ");
    let words = |form: &str| form.split_whitespace().filter_map(word).collect();
    let mut rest = form.trim();
    let mut readings = vec![words(rest)];
    while let Some(after) = without_title(rest) {
        rest = after.trim_start();
        readings.push(words(rest));
    }
    readings
}

/// A name without the title or the abbreviation that it begins with.
fn without_title(form: &str) -> Option<&str> {
    let abbreviation = form.split_once('.').filter(|(letters, after)| {
        let count = letters.chars().count();
        // A Latin letter alone is the initial of a name.
        let least = if letters.is_ascii() { 2 } else { 1 };
        (least..=ABBREVIATION_MAX).contains(&count)
            && letters
                .chars()
                .all(|letter| letter.is_alphabetic() || is_mark(letter))
            && !after.starts_with('.')
    });
    if let Some((_, after)) = abbreviation {
        return Some(after);
    }
    TITLES.iter().find_map(|title| {
        let after = form.strip_prefix(title)?;
        // A Thai or Lao title may be joined to the name, a Latin one not: many names start with MS.
        let is_apart = after.is_empty() || after.starts_with(' ');
        let is_joined = !title.is_ascii() && !after.starts_with(continues);
        (is_apart || is_joined).then_some(after)
    })
}

/// Whether a letter continues a syllable, so that no name begins with it.
fn continues(letter: char) -> bool {
    is_mark(letter) || matches!(letter, '\u{e30}' | '\u{e32}' | '\u{eb0}' | '\u{eb2}')
}

#[cfg(test)]
mod tests;
