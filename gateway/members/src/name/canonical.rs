//! The canonical form of a person's name: two names have the same form if a reader takes them for
//! the same name.
//!
//! It is only compared and searched; names are stored as typed. A match of names credits money, so
//! the form joins what looks or reads the same, and nothing else:
//!
//! 1. Compatibility forms (Unicode, UAX 15, NFKC): full-width letters, kinds of space, SARA AM as
//!    NIKHAHIT and SARA AA, the Lao digraphs `ໜ` and `ໝ` as their two letters.
//! 2. Nothing invisible: format characters and variation selectors (UAX 44, `Cf` and
//!    `Default_Ignorable_Code_Point`).
//! 3. One dash, one apostrophe, one space between words, capitals.
//! 4. Latin letters without accents and strokes: a bank's Latin has none.
//! 5. Thai and Lao syllables in one spelling. Their vowel and tone marks have no canonical order in
//!    Unicode (most have combining class 0), so keyboards write one picture in several orders: the
//!    marks of a consonant are sorted, a repeated one is dropped, and one that follows SARA AA is
//!    put before it. SARA E twice is SARA AE (The Unicode Standard, chapter 16, Thai and Lao);
//!    SARA I with NIKHAHIT is SARA UE; LAKKHANGYAO is SARA AA; `ຫຼ` is `ຫລ`.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use platform::visible::is_invisible;

const DASH: char = '-';
const APOSTROPHE: char = '\'';

/// The canonical form of a name.
pub fn canonical(name: &str) -> String {
    let shown: String = name
        .chars()
        // NFKC would make a space and an accent of some of these.
        .map(|letter| {
            if is_apostrophe(letter) {
                APOSTROPHE
            } else {
                letter
            }
        })
        .nfkc()
        .filter(|letter| !is_invisible(*letter))
        .map(|letter| if is_dash(letter) { DASH } else { letter })
        .collect();
    let plain = without_accents(&shown.to_uppercase());
    // A capital may have been written with one of them: `ŉ` is `ʼN`.
    let plain = plain.replace(is_apostrophe, "'");
    let words = plain.split_whitespace().map(syllables);
    words.collect::<Vec<_>>().join(" ")
}

/// Whether a letter is a vowel sign, a tone or an accent that is written on another letter.
pub fn is_mark(letter: char) -> bool {
    is_stacked(letter) || matches!(letter, '\u{300}'..='\u{36f}')
}

fn is_apostrophe(letter: char) -> bool {
    matches!(letter, '\u{60}' | '\u{b4}' | '\u{2b9}'..='\u{2bc}' | '\u{2018}'..='\u{201b}'
        | '\u{2032}' | '\u{2035}' | '\u{ff07}' | '\u{ff40}')
}

fn is_dash(letter: char) -> bool {
    matches!(
        letter,
        '\u{58a}' | '\u{5be}' | '\u{2010}'..='\u{2015}' | '\u{2043}' | '\u{2212}'
    )
}

/// Latin letters without accents and strokes. Other scripts keep their marks; Thai and Lao have no
/// foreign ones.
fn without_accents(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut keeps_marks = false;
    for letter in text.nfkd() {
        if is_combining_mark(letter) && !is_stacked(letter) {
            if keeps_marks {
                plain.push(letter);
            }
            continue;
        }
        keeps_marks = false;
        match letter {
            'Đ' | 'Ð' => plain.push('D'),
            'Ħ' => plain.push('H'),
            'Ł' => plain.push('L'),
            'Ø' => plain.push('O'),
            'Ŧ' => plain.push('T'),
            'Æ' => plain.push_str("AE"),
            'Œ' => plain.push_str("OE"),
            'Þ' => plain.push_str("TH"),
            'ẞ' | 'ß' => plain.push_str("SS"),
            'ı' => plain.push('I'),
            other => {
                keeps_marks = other.is_alphabetic() && !other.is_ascii() && !is_thai_or_lao(other);
                plain.push(other);
            }
        }
    }
    // Other scripts are composed again.
    plain.nfc().collect()
}

const fn is_thai_or_lao(letter: char) -> bool {
    matches!(letter, '\u{e00}'..='\u{eff}')
}

const SARA_E: char = '\u{e40}';
const SARA_AE: char = '\u{e41}';
const SARA_I: char = '\u{e34}';
const SARA_UE: char = '\u{e36}';
const NIKHAHIT: char = '\u{e4d}';
const LAKKHANGYAO: char = '\u{e45}';
const SARA_AA: char = '\u{e32}';
/// A Lao letter is this far from the Thai letter of the same sound.
const TO_LAO: u32 = 0x80;

const LAO_HO_SUNG: char = '\u{eab}';
const LAO_LO: char = '\u{ea5}';
const LAO_LO_BELOW: char = '\u{ebc}';

fn lao(thai: char) -> char {
    char::from_u32(u32::from(thai) + TO_LAO).unwrap_or(thai)
}

/// A Thai or Lao sign above or below a consonant.
const fn is_stacked(letter: char) -> bool {
    matches!(letter,
        '\u{e31}' | '\u{e34}'..='\u{e3a}' | '\u{e47}'..='\u{e4e}'
        | '\u{eb1}' | '\u{eb4}'..='\u{ebc}' | '\u{ec8}'..='\u{ece}')
}

/// A vowel after its consonant, which carries no mark itself.
fn is_following(letter: char) -> bool {
    matches!(letter, '\u{e30}' | SARA_AA | '\u{eb0}') || letter == lao(SARA_AA)
}

/// A word's Thai and Lao syllables in one spelling.
fn syllables(word: &str) -> String {
    let mut spelled = String::with_capacity(word.len());
    let mut letters = word
        .chars()
        .map(|letter| {
            if letter == LAKKHANGYAO {
                SARA_AA
            } else {
                letter
            }
        })
        .peekable();
    let mut before = None;
    while let Some(letter) = letters.next() {
        if !is_stacked(letter) && !is_following(letter) {
            let doubled =
                [SARA_E, lao(SARA_E)].contains(&letter) && letters.peek() == Some(&letter);
            if doubled {
                letters.next();
                let ae = if letter == SARA_E {
                    SARA_AE
                } else {
                    lao(SARA_AE)
                };
                spelled.push(ae);
                before = Some(ae);
            } else {
                spelled.push(letter);
                before = Some(letter);
            }
            continue;
        }
        // A consonant's marks, up to its following vowel and what was written after that.
        let (mut marks, mut following) = (Vec::new(), String::new());
        let mut next = Some(letter);
        while let Some(sign) = next {
            if is_stacked(sign) {
                marks.push(sign);
            } else {
                following.push(sign);
            }
            next = letters.next_if(|sign| is_stacked(*sign) || is_following(*sign));
        }
        if before == Some(LAO_HO_SUNG) && marks.contains(&LAO_LO_BELOW) {
            marks.retain(|mark| *mark != LAO_LO_BELOW);
            spelled.push(LAO_LO);
        }
        put_in_order(&mut marks);
        spelled.extend(marks);
        spelled.push_str(&following);
        before = None;
    }
    spelled
}

fn put_in_order(marks: &mut Vec<char>) {
    for (i, nikhahit, ue) in [
        (SARA_I, NIKHAHIT, SARA_UE),
        (lao(SARA_I), lao(NIKHAHIT), lao(SARA_UE)),
    ] {
        if marks.contains(&i) && marks.contains(&nikhahit) {
            marks.retain(|mark| *mark != i && *mark != nikhahit);
            marks.push(ue);
        }
    }
    marks.sort_unstable();
    marks.dedup();
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_a_reader_takes_for_one_name_has_one_form() {
        for (one, other) in [
            // SARA E twice, and SARA AE.
            ("เเดง ใจดี", "แดง ใจดี"),
            ("ເເກ້ວ", "ແກ້ວ"),
            // NIKHAHIT, tone and SARA AA in every order, and SARA AM.
            ("นํ้าฝน", "น้ำฝน"),
            ("น้ํา", "น้ำ"),
            ("นำ้", "น้ำ"),
            ("ນໍ້າ", "ນ້ຳ"),
            ("ນຳ້", "ນ້ຳ"),
            ("คําแพง", "คำแพง"),
            ("ຄໍາແພງ", "ຄຳແພງ"),
            // Tone before vowel, and thanthakhat before vowel.
            ("ป่ี", "ปี่"),
            ("สิทธ์ิ", "สิทธิ์"),
            ("ກ່ີ", "ກີ່"),
            // A mark twice.
            ("ปี่่", "ปี่"),
            ("ดีี", "ดี"),
            // SARA I with NIKHAHIT, and SARA UE; LAKKHANGYAO for SARA AA.
            ("ถิํง", "ถึง"),
            ("มานๅ", "มานา"),
            // Lao digraphs.
            ("ຫນູ ແກ້ວ", "ໜູ ແກ້ວ"),
            ("ຫມາຍ", "ໝາຍ"),
            ("ຫລວງ", "ຫຼວງ"),
            ("ຫັຼງ", "ຫລັງ"),
            // Full width, invisible signs, kinds of space, dash and apostrophe, accents, case.
            ("ＳＯＭＣＨＡＩ　ＪＡＩＤＥＥ", "SOMCHAI JAIDEE"),
            ("สม\u{200b}ชาย\u{a0}ใจดี", "สมชาย ใจดี"),
            ("ANNE\u{2011}MARIE \u{ad}LEE", "Anne-Marie  Lee"),
            ("D\u{2019}OR", "d'or"),
            ("JOSÉ GARCÍA", "Jose Garcia"),
            ("JOSE\u{301}", "JOSÉ"),
            ("Nguyễn Đình Ơn", "NGUYEN DINH ON"),
            ("Łukasz Øre Straße", "LUKASZ ORE STRASSE"),
        ] {
            assert_eq!(canonical(one), canonical(other), "{one} | {other}");
        }
    }

    #[test]
    fn names_that_differ_by_one_sign_stay_different() {
        for (one, other) in [
            ("แดง", "เดง"),
            ("สมชาย", "สมชา"),
            ("นา", "น่า"),
            ("น่า", "น้า"),
            ("ปิ", "ปี"),
            ("ปึ", "ปื"),
            ("ปิ", "ปึ"),
            ("ปุ", "ปู"),
            ("สิทธิ", "สิทธิ์"),
            ("ไทย", "ใทย"),
            ("โต", "เต"),
            ("ดำ", "ดา"),
            ("พัน", "พน"),
            ("รักษ์", "รัก"),
            ("ແກ້ວ", "ເກ້ວ"),
            ("ກີ", "ກິ"),
            ("ນາ", "ນ້າ"),
            ("ຫາ", "ຫນາ"),
            ("ໜາ", "ໝາ"),
            ("ລາ", "ຣາ"),
            ("ใจ ดี", "ใจดี"),
            ("JAN", "JAM"),
            ("LI", "LY"),
            ("สมชาย", "ສົມຊາຍ"),
            ("A", "А"),
            ("Й", "И"),
        ] {
            assert_ne!(canonical(one), canonical(other), "{one} | {other}");
        }
    }

    fn names() -> impl Strategy<Value = String> {
        // Consonants, vowels, marks and capitals of the three scripts, and invisible characters
        // among them.
        let name = "[ก-ฮเแโใไะาๅฯ\u{e31}\u{e34}-\u{e3a}\u{e47}-\u{e4e}ຫນມລກເແາ\u{ebc}\u{eb1}\u{eb4}-\u{eb9}\u{ec8}-\u{ecd}A-Za-zÀ-ž '\u{200b}\u{301}.-]{0,12}";
        prop_oneof![4 => name.prop_map(String::from), 1 => any::<String>()]
    }

    proptest! {
        #[test]
        fn the_form_of_a_form_is_itself(name in names()) {
            let form = canonical(&name);
            prop_assert_eq!(canonical(&form), form, "{:?}", name);
        }

        #[test]
        fn the_order_and_the_number_of_marks_do_not_change_it(
            (base, marks, shuffled) in ("[ก-ฮກ-ຮ]", prop::collection::vec(prop::sample::select(
                "\u{e31}\u{e34}\u{e35}\u{e38}\u{e47}\u{e48}\u{e49}\u{e4c}\u{e4d}\u{eb1}\u{eb5}\u{ebc}\u{ec8}\u{ecd}"
                    .chars().collect::<Vec<_>>()), 1..4))
                .prop_flat_map(|(base, marks)| {
                    let twice = [marks.clone(), marks.clone()].concat();
                    (Just(base), Just(marks), Just(twice).prop_shuffle())
                })
        ) {
            let written = |marks: &[char]| {
                let marks: String = marks.iter().collect();
                canonical(&format!("{base}{marks}\u{e32}ก"))
            };
            prop_assert_eq!(written(&marks), written(&shuffled));
        }
    }
}
