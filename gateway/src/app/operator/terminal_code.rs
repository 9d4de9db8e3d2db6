//! An authenticator's address as a QR code of characters, which a phone reads from a terminal.

use qrcode::render::unicode::Dense1x2;
use qrcode::{EcLevel, QrCode};

/// Black on white whatever the terminal's own colours are: some readers refuse an inverted code. These
/// two of the 256 colours are the same in every theme.
const COLOURS: &str = "\u{1b}[38;5;16;48;5;231m";
const NO_COLOURS: &str = "\u{1b}[0m";

/// The columns of a terminal that nobody has made wider: in a narrower one, lines break.
const COLUMNS: usize = 80;

/// The empty margin that readers need, on both sides.
const MARGINS: usize = 8;

/// The address without the service's name in front of the account's: the name is there as `issuer` too,
/// and each letter of Thai takes nine characters.
fn shortened(address: &str) -> Option<String> {
    let (start, rest) = address.split_once("totp/")?;
    let (label, parameters) = rest.split_once('?')?;
    let account = label.rsplit(':').next()?;
    Some(format!("{start}totp/{account}?{parameters}"))
}

/// The code in lines; none where a terminal could not show it whole.
pub(super) fn terminal_code(address: &str) -> Option<String> {
    let code = QrCode::with_error_correction_level(shortened(address)?, EcLevel::L).ok()?;
    if code.width() + MARGINS > COLUMNS {
        return None;
    }
    let drawn = code.render::<Dense1x2>().module_dimensions(1, 1).build();
    let lines = drawn.lines();
    let lines: Vec<_> = lines
        .map(|line| format!("{COLOURS}{line}{NO_COLOURS}"))
        .collect();
    Some(lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use image::{GrayImage, Luma};

    use super::*;

    /// The characters as a terminal draws them: each is one module wide and two high.
    fn picture(code: &str) -> GrayImage {
        const SIDE: u32 = 4;
        let lines: Vec<Vec<char>> = code
            .lines()
            .map(|line| {
                let line = line.strip_prefix(COLOURS).unwrap();
                line.strip_suffix(NO_COLOURS).unwrap().chars().collect()
            })
            .collect();
        let (width, height) = (lines[0].len(), lines.len() * 2);
        assert!(lines.iter().all(|line| line.len() == width));
        let size = |modules: usize| u32::try_from(modules).unwrap() * SIDE;
        GrayImage::from_fn(size(width), size(height), |x, y| {
            let (column, row) = ((x / SIDE) as usize, (y / SIDE) as usize);
            let is_dark = match lines[row / 2][column] {
                ' ' => false,
                '█' => true,
                '▀' => row % 2 == 0,
                '▄' => row % 2 == 1,
                other => panic!("{other:?} is no part of a code"),
            };
            Luma([if is_dark { 0 } else { 255 }])
        })
    }

    #[test]
    fn a_reader_finds_the_address_in_the_characters_of_a_terminal() {
        // The name of production.toml, and one of twice as many letters.
        for letters in [17, 34] {
            let name = "%E0%B8%81".repeat(letters);
            let rest = format!(
                "supervisor-of-nights?secret=ISNFWW63DJ334BLEOBRJWBEHPS3LC6Q3&issuer={name}"
            );
            let code = terminal_code(&format!("otpauth://totp/{name}:{rest}")).unwrap();
            let mut image = rqrr::PreparedImage::prepare(picture(&code));
            let grids = image.detect_grids();
            assert_eq!(grids.len(), 1);
            assert_eq!(
                grids[0].decode().unwrap().1,
                format!("otpauth://totp/{rest}")
            );
        }
    }

    #[test]
    fn a_code_that_a_terminal_would_break_is_not_shown() {
        let name = "x".repeat(400);
        assert_eq!(
            terminal_code(&format!("otpauth://totp/nok?issuer={name}")),
            None
        );
        assert_eq!(terminal_code("no address"), None);
    }
}
