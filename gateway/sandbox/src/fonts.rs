//! The letters of pictures and pages, carried along because a machine may have no Thai font.
//!
//! Noto Sans Thai and Noto Sans Lao under the SIL Open Font License, see `assets/OFL.txt`.

/// Thai and Latin, regular.
pub(crate) const THAI: &[u8] = include_bytes!("../assets/noto-sans-thai-400.ttf");
/// Thai and Latin, semi-bold.
pub(crate) const THAI_BOLD: &[u8] = include_bytes!("../assets/noto-sans-thai-600.ttf");
pub(crate) const LAO: &[u8] = include_bytes!("../assets/noto-sans-lao-400.ttf");
