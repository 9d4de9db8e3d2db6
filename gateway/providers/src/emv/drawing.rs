//! A QR's drawing: black on white, with the quiet zone that readers need.

use std::fmt::Write;

use qrcode::types::Color;
use qrcode::{EcLevel, QrCode};

/// Modules of white around the code.
const QUIET_ZONE: usize = 4;

/// Draws a text as SVG markup: two paths in a fixed box, no script, no reference to anything.
///
/// None if the text does not fit into a QR.
#[must_use]
pub fn draw(text: &str) -> Option<String> {
    let code = QrCode::with_error_correction_level(text, EcLevel::M).ok()?;
    let width = code.width();
    let side = width + 2 * QUIET_ZONE;
    let mut path = String::new();
    for (y, row) in code.to_colors().chunks(width).enumerate() {
        let mut x = 0;
        for run in row.chunk_by(|one, other| one == other) {
            if run[0] == Color::Dark {
                let (left, top, length) = (x + QUIET_ZONE, y + QUIET_ZONE, run.len());
                write!(path, "M{left} {top}h{length}v1h-{length}z").expect("a text takes any line");
            }
            x += run.len();
        }
    }
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" \
         shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0 0h{side}v{side}H0z\"/>\
         <path fill=\"#000\" d=\"{path}\"/></svg>"
    ))
}

#[cfg(test)]
mod tests {
    use image::{GrayImage, Luma};

    use super::*;

    const PAYLOAD: &str = concat!(
        "00020101021230630016A00000067701011201150107536000374010212KB0000000001",
        "0304DEP153037645802TH5406300.0062080704T0016304527A"
    );

    /// Paints the drawing's second path, which is runs of one module's height.
    fn painted(svg: &str) -> GrayImage {
        let side: u32 = {
            let rest = svg.split("viewBox=\"0 0 ").nth(1).unwrap();
            rest.split(' ').next().unwrap().parse().unwrap()
        };
        let scale = 4;
        let mut picture = GrayImage::from_pixel(side * scale, side * scale, Luma([255]));
        let path = svg.split("#000\" d=\"").nth(1).unwrap();
        let path = path.split('"').next().unwrap();
        for run in path.split('z').filter(|run| !run.is_empty()) {
            let (start, rest) = run[1..].split_once('h').unwrap();
            let (x, y) = start.split_once(' ').unwrap();
            let (x, y): (u32, u32) = (x.parse().unwrap(), y.parse().unwrap());
            let length: u32 = rest.split('v').next().unwrap().parse().unwrap();
            assert!(x >= 4 && y >= 4 && x + length + 4 <= side && y + 5 <= side);
            for dx in 0..length * scale {
                for dy in 0..scale {
                    picture.put_pixel(x * scale + dx, y * scale + dy, Luma([0]));
                }
            }
        }
        picture
    }

    #[test]
    fn a_drawing_is_read_back_as_the_text_that_was_drawn() {
        let picture = painted(&draw(PAYLOAD).unwrap());
        let mut prepared = rqrr::PreparedImage::prepare(picture);
        let grids = prepared.detect_grids();
        assert_eq!(grids.len(), 1);
        assert_eq!(grids[0].decode().unwrap().1, PAYLOAD);
    }

    #[test]
    fn a_drawing_holds_nothing_but_two_shapes() {
        let svg = draw("<script>alert(1)</script>\"onload=\"x").unwrap();
        assert!(!svg.contains("script") && !svg.contains("onload"));
        assert_eq!(svg.matches('<').count(), 4);
    }

    #[test]
    fn a_text_that_no_qr_holds_is_not_drawn() {
        assert_eq!(draw(&"x".repeat(5_000)), None);
    }
}
