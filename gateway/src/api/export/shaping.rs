//! Text to glyphs: places Thai and Lao marks above and below their letters by the font's rules.
//!
//! Two Noto Sans fonts are compiled into the program: the Thai one, which also has the Latin
//! letters, and the Lao one. Their license (SIL Open Font License) is in the same folder.

use harfrust::{FontRef, GlyphBuffer, ShapeOptions, ShaperData, UnicodeBuffer};
use krilla::text::{Font, GlyphId, KrillaGlyph};
use read_fonts::TableProvider;

const THAI: &[u8] = include_bytes!("../../../assets/fonts/NotoSansThai-Regular.ttf");
const LAO: &[u8] = include_bytes!("../../../assets/fonts/NotoSansLao-Regular.ttf");

/// Lengths are in thousandths of the font's size.
const EM: i32 = 1_000;

/// Replaces a letter that neither font has.
const UNKNOWN: char = '?';

/// The fonts, read once a document.
pub(super) struct Fonts {
    thai: OneFont,
    lao: OneFont,
}

struct OneFont {
    tables: FontRef<'static>,
    shaping: ShaperData,
    font: Font,
}

/// A piece of text in one font.
pub(super) struct Run {
    pub(super) text: String,
    pub(super) font: Font,
    pub(super) glyphs: Vec<KrillaGlyph>,
    /// In thousandths of the font's size.
    pub(super) width: i32,
}

impl OneFont {
    fn read(bytes: &'static [u8]) -> Option<Self> {
        let tables = FontRef::from_index(bytes, 0).ok()?;
        let shaping = ShaperData::new(&tables);
        let font = Font::new(bytes.into(), 0)?;
        Some(Self {
            tables,
            shaping,
            font,
        })
    }
}

impl Fonts {
    pub(super) fn read() -> Option<Self> {
        let (thai, lao) = (OneFont::read(THAI)?, OneFont::read(LAO)?);
        Some(Self { thai, lao })
    }

    /// Shapes one line and cuts it to a width, in thousandths of the font's size. The cut is
    /// between two letters, never between a letter and its marks.
    pub(super) fn shape(&self, text: &str, width_max: i32) -> Vec<Run> {
        let mut left = width_max;
        let mut runs = Vec::new();
        for (is_lao, piece) in self.pieces(text) {
            let font = if is_lao { &self.lao } else { &self.thai };
            let (run, is_whole) = font.shape(piece, left);
            left -= run.width;
            runs.push(run);
            if !is_whole {
                break;
            }
        }
        runs
    }

    /// The lines of a text, each within a width. They break behind a space where there is one. A
    /// letter that is wider than a line stays on it.
    pub(super) fn lines(&self, text: &str, width_max: i32) -> Vec<String> {
        let mut lines = Vec::new();
        let mut letters: Vec<char> = text.chars().collect();
        loop {
            let rest: String = letters.iter().collect();
            let runs = self.shape(&rest, width_max);
            let fitting: usize = runs.iter().map(|run| run.text.chars().count()).sum();
            if fitting == 0 || fitting >= letters.len() {
                lines.push(rest);
                return lines;
            }
            let space = letters[..fitting].iter().rposition(|letter| *letter == ' ');
            let behind = letters.split_off(space.map_or(fitting, |at| at + 1));
            let line: String = letters.iter().collect();
            lines.push(line.trim_end().to_owned());
            letters = behind;
        }
    }

    /// Pieces of one script each; spaces and digits stay with the text before them.
    fn pieces(&self, text: &str) -> Vec<(bool, String)> {
        let mut pieces: Vec<(bool, String)> = Vec::new();
        for letter in text.chars() {
            let letter = if letter.is_control() { ' ' } else { letter };
            let in_last =
                |pieces: &[(bool, String)]| pieces.last().is_some_and(|(is_lao, _)| *is_lao);
            let is_lao = match letter {
                '\u{0e80}'..='\u{0eff}' => true,
                ' '..='@' => in_last(&pieces),
                _ => false,
            };
            let font = if is_lao { &self.lao } else { &self.thai };
            let is_known = font.has(letter);
            let letter = if is_known { letter } else { UNKNOWN };
            match pieces.last_mut() {
                Some((same, piece)) if *same == is_lao => piece.push(letter),
                _ => pieces.push((is_lao, letter.to_string())),
            }
        }
        pieces
    }
}

impl OneFont {
    fn has(&self, letter: char) -> bool {
        let charmap = self.tables.cmap();
        charmap.is_ok_and(|map| map.map_codepoint(letter).is_some())
    }

    fn glyphs(&self, text: &str) -> GlyphBuffer {
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        buffer.guess_segment_properties();
        let shaper = self.shaping.shaper(&self.tables).build();
        shaper.shape(buffer, ShapeOptions::new().scale(Some(EM)))
    }

    fn shape(&self, mut text: String, width_max: i32) -> (Run, bool) {
        let shaped = self.glyphs(&text);
        let placed: Vec<_> = shaped
            .glyph_infos()
            .iter()
            .zip(shaped.glyph_positions())
            .map(|(info, at)| (cluster_of(info.cluster), info.glyph_id, *at))
            .collect();
        let mut width = 0;
        let mut fitting = placed.len();
        for (number, (_, _, at)) in placed.iter().enumerate() {
            let wider = width + at.x_advance;
            if wider > width_max {
                // Back to the first glyph of this letter and its marks.
                let cluster = placed[number].0;
                fitting = placed
                    .iter()
                    .position(|(start, ..)| *start == cluster)
                    .unwrap_or(0);
                break;
            }
            width = wider;
        }
        let is_whole = fitting == placed.len();
        if let Some((cut, _, _)) = placed.get(fitting) {
            text.truncate(*cut);
        }
        let placed = &placed[..fitting];
        let width = placed.iter().map(|(_, _, at)| at.x_advance);
        let width = width.sum();
        let glyphs = placed.iter().map(|(cluster, glyph, at)| {
            let next = placed
                .iter()
                .map(|(start, ..)| *start)
                .find(|next| next > cluster);
            KrillaGlyph::new(
                GlyphId::new(*glyph),
                em(at.x_advance),
                em(at.x_offset),
                em(at.y_offset),
                em(at.y_advance),
                *cluster..next.unwrap_or(text.len()),
                None,
            )
        });
        let glyphs = glyphs.collect();
        let run = Run {
            font: self.font.clone(),
            glyphs,
            width,
            text,
        };
        (run, is_whole)
    }
}

fn cluster_of(cluster: u32) -> usize {
    usize::try_from(cluster).unwrap_or(usize::MAX)
}

/// Thousandths of the font's size as a part of it.
#[expect(
    clippy::float_arithmetic,
    reason = "the place of a glyph on a page, no money"
)]
fn em(length: i32) -> f32 {
    let narrow = |length: i32| f32::from(i16::try_from(length).unwrap_or(i16::MAX));
    narrow(length) / narrow(EM)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The glyph, width and lift of each letter and mark.
    fn placed(text: &str) -> Vec<(u32, i32, i32)> {
        let fonts = Fonts::read().unwrap();
        let is_lao = text
            .chars()
            .any(|letter| ('\u{0e80}'..='\u{0eff}').contains(&letter));
        let font = if is_lao { &fonts.lao } else { &fonts.thai };
        let shaped = font.glyphs(text);
        let glyphs = shaped.glyph_infos().iter().zip(shaped.glyph_positions());
        let glyphs = glyphs.map(|(info, at)| (info.glyph_id, at.x_advance, at.y_offset));
        glyphs.collect()
    }

    #[test]
    fn a_tone_over_a_vowel_is_lifted_and_takes_no_room() {
        // The same tone over a letter, and over a letter with a vowel on it.
        for (alone, lifted) in [("ท่", "ที่"), ("ນ້", "ນີ້")] {
            let (alone, lifted) = (placed(alone), placed(lifted));
            assert_eq!((alone.len(), lifted.len()), (2, 3));
            assert!(lifted[0].1 > 0);
            assert_eq!((lifted[1].1, lifted[2].1), (0, 0), "{lifted:?}");
            // The font makes room with a different glyph or a different position.
            let tone = |(glyph, _, lift): &(u32, i32, i32)| (*glyph, *lift);
            assert_ne!(tone(&alone[1]), tone(&lifted[2]), "{lifted:?}");
        }
    }

    #[test]
    fn a_line_is_cut_between_letters_and_never_before_a_mark() {
        let fonts = Fonts::read().unwrap();
        let text = "ที่นี่ที่นี่";
        let whole: i32 = fonts
            .shape(text, i32::MAX)
            .iter()
            .map(|run| run.width)
            .sum();
        let stride = if ledger_testing::is_long() { 1 } else { 13 };
        for width in (0..=whole).step_by(stride) {
            let runs = fonts.shape(text, width);
            let cut: String = runs.iter().map(|run| run.text.as_str()).collect();
            assert!(text.starts_with(&cut), "{cut}");
            let marks = cut
                .chars()
                .filter(|letter| ('\u{0e34}'..='\u{0e4e}').contains(letter));
            let letters = cut.chars().count() - marks.count();
            assert_eq!(cut.chars().count(), letters * 3, "{cut}");
        }
        assert_eq!(fonts.shape(text, whole)[0].text, text);
    }

    #[test]
    fn a_text_is_spread_over_lines_and_nothing_of_it_is_lost() {
        let fonts = Fonts::read().unwrap();
        for text in [
            "",
            "PGX_a1b2c3d4e5f6a7b8c9d0",
            "ที่นี่ที่นี่ที่นี่",
            "the bank has no such payment 漢",
        ] {
            let lines = fonts.lines(text, 4_000);
            let plain = |text: &str| text.replace(' ', "");
            assert_eq!(plain(&lines.concat()), plain(text), "{lines:?}");
            for line in &lines {
                let whole = fonts.shape(line, 4_000);
                let shown: usize = whole.iter().map(|run| run.text.chars().count()).sum();
                assert_eq!(shown, line.chars().count(), "{line}");
            }
        }
        assert_eq!(fonts.lines("ab cd", 1_700), ["ab", "cd"]);
    }

    #[test]
    fn scripts_are_shaped_each_in_its_own_font() {
        let fonts = Fonts::read().unwrap();
        let runs = fonts.shape("Somchai สมชาย ສົມໃຈ 020 漢", i32::MAX);
        let texts: Vec<_> = runs.iter().map(|run| run.text.as_str()).collect();
        assert_eq!(texts, ["Somchai สมชาย ", "ສົມໃຈ 020 ", "?"]);
        assert!(runs.iter().all(|run| run.width > 0));
    }
}
