//! A table on A4 pages, with a header and page numbers. Only the used parts of the fonts are
//! embedded.

mod letterhead;

use krilla::Document;
use krilla::color::rgb;
use krilla::embed::{AssociationKind, EmbeddedFile, MimeType};
use krilla::error::KrillaError;
use krilla::geom::{PathBuilder, Point, Rect};
use krilla::metadata::Metadata;
use krilla::page::PageSettings;
use krilla::paint::Fill;
use krilla::surface::Surface;

pub(crate) use self::letterhead::{Figure, Letterhead};
use super::shaping::Fonts;
use platform::error::Bug;

/// Lengths are tenths of a point: whole numbers.
const PAGE: (i32, i32) = (5_950, 8_420);
const MARGIN: i32 = 400;
const ROW: i32 = 140;
const FONT: i32 = 75;
/// A letter's rows and letters.
const LETTER_ROW: i32 = 190;
const LETTER_FONT: i32 = 84;
const TITLE_FONT: i32 = 160;
const PADDING: i32 = 25;

pub(crate) struct Paper {
    /// The title, above the first page.
    pub(crate) title: String,
    /// The lines below the title.
    pub(crate) facts: Vec<String>,
    pub(crate) columns: Vec<Column>,
    /// The rows, each with one cell per column.
    pub(crate) rows: Vec<Vec<String>>,
    /// At the foot of each page; `{page}` and `{pages}` are its number and how many there are.
    pub(crate) foot: String,
    /// For a paper that is handed to a person.
    pub(crate) letterhead: Option<Letterhead>,
}

/// A column of the table.
pub(crate) struct Column {
    pub(crate) name: String,
    /// In tenths of a point.
    pub(crate) width: i32,
    /// Whether its cells end at its right side.
    pub(crate) is_right: bool,
}

/// A file that is attached to the PDF.
pub(crate) struct Attachment {
    /// The file's name, in ASCII.
    pub(crate) name: &'static str,
    pub(crate) mime_type: &'static str,
    /// The file's description.
    pub(crate) description: String,
    pub(crate) content: Vec<u8>,
}

impl Attachment {
    fn embedded(self) -> EmbeddedFile {
        EmbeddedFile {
            path: self.name.to_owned(),
            mime_type: MimeType::new(self.mime_type),
            description: Some(self.description),
            association_kind: AssociationKind::Data,
            data: self.content.into(),
            modification_date: None,
            // Set explicitly, so that readers need to support no other filter.
            compress: Some(true),
            location: None,
        }
    }
}

/// Why nothing can be printed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PdfError {
    /// The embedded fonts cannot be read.
    #[error("the fonts cannot be read")]
    Fonts,
    /// The document cannot be written.
    #[error("the document cannot be written: {0:?}")]
    Document(KrillaError),
}

impl Bug for PdfError {}

/// Prints a paper. Many rows take a while, so it must not run on a thread that serves requests.
pub(crate) fn print(paper: &Paper) -> Result<Vec<u8>, PdfError> {
    print_with(paper, None)
}

/// Like [`print`], with an attached file.
pub(crate) fn print_with(
    paper: &Paper,
    attachment: Option<Attachment>,
) -> Result<Vec<u8>, PdfError> {
    let fonts = Fonts::read().ok_or(PdfError::Fonts)?;
    let mut document = Document::new();
    if let Some(attachment) = attachment {
        // Only a second file with the same name would be refused.
        let _ = document.embed_file(attachment.embedded());
    }
    document.set_metadata(Metadata::new().title(paper.title.clone()));
    let first_top = paper.table_top();
    let notes = paper
        .letterhead
        .as_ref()
        .map_or(0, Letterhead::notes_height);
    let row = paper.row_height();
    let rows_below =
        |top: i32| usize::try_from((PAGE.1 - MARGIN - ROW - top) / row - 1).unwrap_or(1);
    let (on_first, on_other) = (rows_below(first_top + notes), rows_below(MARGIN));
    let lines = paper.lines(&fonts);
    let (first, rest) = lines.split_at(lines.len().min(on_first));
    let parts: Vec<&[Vec<String>]> = std::iter::once(first)
        .chain(rest.chunks(on_other))
        .collect();
    for (number, rows) in parts.iter().enumerate() {
        let settings = PageSettings::from_wh(points(PAGE.0), points(PAGE.1));
        let mut page = document.start_page_with(settings.ok_or(PdfError::Fonts)?);
        let mut sheet = Sheet {
            surface: page.surface(),
            fonts: &fonts,
        };
        let mut top = MARGIN;
        if number == 0 {
            match &paper.letterhead {
                Some(letter) => sheet.letterhead(paper, letter),
                None => sheet.head(paper),
            }
            top = first_top;
        }
        sheet.table(paper, rows, top);
        if number + 1 == parts.len() && paper.letterhead.is_some() {
            sheet.rule(paper, top + i32::try_from(rows.len()).unwrap_or(0) * row);
        }
        let foot = paper.foot.replace("{page}", &(number + 1).to_string());
        let foot = foot.replace("{pages}", &parts.len().to_string());
        let width = PAGE.0 - 2 * MARGIN;
        sheet.text(&foot, FONT, (MARGIN, PAGE.1 - MARGIN), Room::left(width));
        // Both are written when they are dropped, the sheet first.
        drop(sheet);
        page.finish();
    }
    document.finish().map_err(PdfError::Document)
}

impl Paper {
    /// A letter gets more space than a table, because its readers are not used to it.
    fn row_height(&self) -> i32 {
        if self.letterhead.is_some() {
            LETTER_ROW
        } else {
            ROW
        }
    }

    /// The rows as they are drawn. In a letter each is one line; in a table a cell that is too long
    /// continues on lines below, so that nothing is cut off.
    fn lines(&self, fonts: &Fonts) -> Vec<Vec<String>> {
        if self.letterhead.is_some() {
            return self.rows.clone();
        }
        let rows = self.rows.iter();
        rows.flat_map(|row| self.lines_of(row, fonts)).collect()
    }

    fn lines_of(&self, row: &[String], fonts: &Fonts) -> Vec<Vec<String>> {
        let cells = self.columns.iter().zip(row).map(|(column, cell)| {
            let width = (column.width - 2 * PADDING) * 1_000 / self.font();
            fonts.lines(cell, width)
        });
        let cells: Vec<Vec<String>> = cells.collect();
        let count = cells.iter().map(Vec::len).max().unwrap_or(0);
        let line = |number: usize| -> Vec<String> {
            let parts = cells.iter().map(|cell| cell.get(number).cloned());
            parts.map(Option::unwrap_or_default).collect()
        };
        (0..count).map(line).collect()
    }

    fn font(&self) -> i32 {
        if self.letterhead.is_some() {
            LETTER_FONT
        } else {
            FONT
        }
    }

    /// Where the table of the first page begins.
    fn table_top(&self) -> i32 {
        if let Some(letter) = &self.letterhead {
            return letter.table_top(self.facts.len());
        }
        let facts = i32::try_from(self.facts.len()).unwrap_or(0);
        MARGIN + TITLE_FONT + 80 + facts * ROW + 60
    }
}

/// A page that is drawn on.
struct Sheet<'a> {
    surface: Surface<'a>,
    fonts: &'a Fonts,
}

impl Sheet<'_> {
    fn head(&mut self, paper: &Paper) {
        let width = PAGE.0 - 2 * MARGIN;
        let mut line = MARGIN + TITLE_FONT;
        self.text(&paper.title, TITLE_FONT, (MARGIN, line), Room::left(width));
        line += 80;
        for fact in &paper.facts {
            line += ROW;
            self.text(fact, FONT + 15, (MARGIN, line), Room::left(width));
        }
    }

    fn table(&mut self, paper: &Paper, rows: &[Vec<String>], top: i32) {
        let width = paper.columns.iter().map(|column| column.width).sum();
        let letter = paper.letterhead.as_ref();
        let ground = letter.map_or(Ink::grey(222), |letter| Ink(letter.colour));
        let height = paper.row_height();
        self.fill((MARGIN, top), (width, height), ground);
        let names = paper.columns.iter().map(|column| column.name.as_str());
        let ink = letter.map_or(Ink::grey(20), Letterhead::ink);
        self.row(paper, names, top, ink);
        for (number, cells) in (1..).zip(rows) {
            let top = top + number * height;
            if number % 2 == 0 {
                self.fill((MARGIN, top), (width, height), Ink::grey(246));
            }
            let cells = cells.iter().map(String::as_str);
            self.row(paper, cells, top, Ink::grey(20));
        }
    }

    /// A line above the last row, the total of the rows before it.
    fn rule(&mut self, paper: &Paper, top: i32) {
        let width = paper.columns.iter().map(|column| column.width).sum();
        self.fill((MARGIN, top), (width, 8), Ink::grey(20));
    }

    fn row<'c>(&mut self, paper: &Paper, cells: impl Iterator<Item = &'c str>, top: i32, ink: Ink) {
        let size = paper.font();
        // A capital letter in the middle of the row.
        let base = top + i32::midpoint(paper.row_height(), size * 7 / 10);
        let mut left = MARGIN;
        for (column, cell) in paper.columns.iter().zip(cells) {
            let room = Room {
                width: column.width - 2 * PADDING,
                align: if column.is_right {
                    Align::Right
                } else {
                    Align::Left
                },
            };
            self.write(cell, size, (left + PADDING, base), room, ink);
            left += column.width;
        }
    }

    fn text(&mut self, text: &str, size: i32, at: (i32, i32), room: Room) {
        self.write(text, size, at, room, Ink::grey(20));
    }

    /// One line of text that starts at a point.
    fn write(&mut self, text: &str, size: i32, at: (i32, i32), room: Room, ink: Ink) {
        let runs = self.fonts.shape(text, room.width * 1_000 / size);
        let used: i32 = runs.iter().map(|run| run.width * size / 1_000).sum();
        let mut left = match room.align {
            Align::Left => at.0,
            Align::Right => at.0 + room.width - used,
        };
        self.surface.set_fill(Some(ink.paint()));
        for run in runs {
            self.surface.draw_glyphs(
                Point::from_xy(points(left), points(at.1)),
                &run.glyphs,
                run.font,
                &run.text,
                points(size),
                false,
            );
            left += run.width * size / 1_000;
        }
    }

    fn fill(&mut self, (left, top): (i32, i32), (width, height): (i32, i32), ink: Ink) {
        let right = points(left + width);
        let rect = Rect::from_ltrb(points(left), points(top), right, points(top + height));
        let path = rect.and_then(|rect| {
            let mut path = PathBuilder::new();
            path.push_rect(rect);
            path.finish()
        });
        if let Some(path) = path {
            self.surface.set_fill(Some(ink.paint()));
            self.surface.draw_path(&path);
        }
    }
}

/// The width available to a line of text, and the side that the text is aligned to.
#[derive(Clone, Copy)]
struct Room {
    width: i32,
    align: Align,
}

#[derive(Clone, Copy)]
enum Align {
    Left,
    Right,
}

impl Room {
    const fn left(width: i32) -> Self {
        Self {
            width,
            align: Align::Left,
        }
    }
}

/// A colour, as red, green and blue.
#[derive(Clone, Copy)]
struct Ink([u8; 3]);

impl Ink {
    const fn grey(light: u8) -> Self {
        Self([light; 3])
    }

    fn paint(self) -> Fill {
        let Self([red, green, blue]) = self;
        Fill {
            paint: rgb::Color::new(red, green, blue).into(),
            ..Fill::default()
        }
    }
}

/// Tenths of a point as points.
#[expect(clippy::float_arithmetic, reason = "a place on a page, no money")]
fn points(tenths: i32) -> f32 {
    f32::from(i16::try_from(tenths).unwrap_or(i16::MAX)) / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paper(rows: usize) -> Paper {
        let column = |name: &str, width, is_right| Column {
            name: name.to_owned(),
            width,
            is_right,
        };
        let cells = ["1", "ที่นี่ ฝากเงิน", "ສົ່ງເງິນເຂົ້າກະເປົາ", "1,500.00"];
        Paper {
            title: "สมชาย ใจดี · ສົມໃຈ".to_owned(),
            facts: vec!["0812345678".to_owned(), "น้ำใจ กตัญญู ปั่น เป็นที่รู้จัก".to_owned()],
            columns: vec![
                column("#", 400, true),
                column("เหตุการณ์", 1_600, false),
                column("ລາຍລະອຽດ", 1_600, false),
                column("Amount", 800, true),
            ],
            rows: vec![cells.map(str::to_owned).to_vec(); rows],
            foot: "Wallet".to_owned(),
            letterhead: None,
        }
    }

    #[test]
    fn a_long_table_continues_over_pages_and_embeds_its_fonts() {
        let pages = |rows| {
            let pdf = print(&paper(rows)).unwrap();
            assert!(pdf.starts_with(b"%PDF-"));
            let text = String::from_utf8_lossy(&pdf).into_owned();
            assert!(text.contains("NotoSansThai"), "no Thai font");
            assert!(text.contains("NotoSansLao"), "no Lao font");
            text.matches("/Type/Page/").count() + text.matches("/Type /Page\n").count()
        };
        assert_eq!(pages(1), 1);
        assert_eq!(pages(120), 3);
    }

    #[test]
    fn a_long_cell_continues_on_the_next_lines() {
        let mut paper = paper(1);
        let long = "the bank has sent the money back because the account is closed";
        paper.rows[0][2] = long.to_owned();
        let lines = paper.lines(&Fonts::read().unwrap());
        assert!(lines.len() > 1, "{lines:?}");
        let cells: Vec<&str> = lines.iter().map(|line| line[2].as_str()).collect();
        assert_eq!(cells.join(" "), long);
        assert_eq!((lines[0][0].as_str(), lines[1][0].as_str()), ("1", ""));
    }

    /// `PDF_OUT=page.pdf cargo test -p gateway --lib export` leaves a page to look at.
    #[test]
    fn a_page_can_be_looked_at() {
        let pdf = print(&paper(12)).unwrap();
        assert!(pdf.len() > 1_000);
        if let Ok(path) = std::env::var("PDF_OUT") {
            std::fs::write(path, pdf).unwrap();
        }
    }
}
