//! The first page of a paper for a person: sender, receiver, figures, and notes at the foot.

use super::{Align, Ink, LETTER_FONT, MARGIN, PAGE, Paper, ROW, Room, Sheet};

/// The sender's band at the top of the page.
const BAND: i32 = 680;
const NAME_FONT: i32 = 200;
const LEAD_FONT: i32 = 130;
const TEXT_FONT: i32 = 94;
const FIGURE: i32 = 430;
const FIGURE_FONT: i32 = 132;
const GAP: i32 = 60;
const NOTE: i32 = 135;

/// The parts of a letter around its table.
pub(crate) struct Letterhead {
    /// Who sends it.
    pub(crate) sender: String,
    /// The sender's colour, as red, green and blue.
    pub(crate) colour: [u8; 3],
    /// Lines at the right, next to the facts.
    pub(crate) aside: Vec<String>,
    /// The figures above the table.
    pub(crate) figures: Vec<Figure>,
    /// Lines at the foot of the first page.
    pub(crate) notes: Vec<String>,
}

/// An amount with its name.
pub(crate) struct Figure {
    pub(crate) name: String,
    pub(crate) amount: String,
}

impl Letterhead {
    /// Where the table of the first page begins.
    pub(super) fn table_top(&self, facts: usize) -> i32 {
        self.figures_top(facts) + FIGURE + 110
    }

    fn figures_top(&self, facts: usize) -> i32 {
        let lines = i32::try_from(facts.max(self.aside.len())).unwrap_or(0);
        BAND + 200 + lines * ROW + 120
    }

    /// How much of the first page the notes need.
    pub(super) fn notes_height(&self) -> i32 {
        match i32::try_from(self.notes.len()) {
            Ok(0) | Err(_) => 0,
            Ok(lines) => lines * NOTE + 200,
        }
    }

    /// Letters on the sender's colour: white, or dark on a light colour.
    pub(super) fn ink(&self) -> Ink {
        let [red, green, blue] = self.colour.map(u32::from);
        // The perceived brightness (ITU-R BT.601), in thousandths.
        let brightness = red * 299 + green * 587 + blue * 114;
        if brightness > 150_000 {
            Ink::grey(20)
        } else {
            Ink::grey(255)
        }
    }
}

impl Sheet<'_> {
    pub(super) fn letterhead(&mut self, paper: &Paper, letter: &Letterhead) {
        let width = PAGE.0 - 2 * MARGIN;
        let ink = letter.ink();
        self.fill((0, 0), (PAGE.0, BAND), Ink(letter.colour));
        let room = Room::left(width);
        self.write(&letter.sender, NAME_FONT, (MARGIN, 320), room, ink);
        self.write(&paper.title, LEAD_FONT, (MARGIN, 540), room, ink);
        let half = width / 2 - GAP;
        let mut line = BAND + 200;
        for (place, fact) in paper.facts.iter().enumerate() {
            line += ROW;
            let size = if place == 0 { LEAD_FONT } else { TEXT_FONT };
            let ink = Ink::grey(if place == 0 { 20 } else { 85 });
            self.write(fact, size, (MARGIN, line), Room::left(half), ink);
        }
        let mut line = BAND + 200;
        for fact in &letter.aside {
            line += ROW;
            let at = (MARGIN + width - half, line);
            let room = Room {
                width: half,
                align: Align::Right,
            };
            self.write(fact, TEXT_FONT, at, room, Ink::grey(85));
        }
        self.figures(letter, letter.figures_top(paper.facts.len()));
        self.notes(letter);
    }

    fn figures(&mut self, letter: &Letterhead, top: i32) {
        let count = i32::try_from(letter.figures.len()).unwrap_or(1).max(1);
        let width = (PAGE.0 - 2 * MARGIN - (count - 1) * GAP) / count;
        let mut left = MARGIN;
        for figure in &letter.figures {
            self.fill((left, top), (width, FIGURE), Ink::grey(246));
            self.fill((left, top), (12, FIGURE), Ink(letter.colour));
            let room = Room::left(width - 140);
            let at = |line: i32| (left + 90, top + line);
            self.write(&figure.name, LETTER_FONT, at(165), room, Ink::grey(100));
            self.write(&figure.amount, FIGURE_FONT, at(330), room, Ink::grey(20));
            left += width + GAP;
        }
    }

    fn notes(&mut self, letter: &Letterhead) {
        let height = letter.notes_height();
        if height == 0 {
            return;
        }
        let width = PAGE.0 - 2 * MARGIN;
        let top = PAGE.1 - MARGIN - ROW - height + 60;
        self.fill((MARGIN, top), (width, height - 60), Ink::grey(246));
        let mut line = top + 20;
        for note in &letter.notes {
            line += NOTE;
            let room = Room::left(width - 180);
            self.write(note, 84, (MARGIN + 90, line), room, Ink::grey(85));
        }
    }
}
