//! The wheel's draw: the same inputs give the same ticket, for anybody who computes it again.
//!
//! For cursor 0, 1, … take HMAC-SHA256 keyed with the server seed's bytes over the text
//! `clientSeed:nonce:cursor`, read it as eight big-endian numbers of 32 bits, and take the first
//! of them that lies below the largest multiple of the sum of all weights, W: the ticket is its
//! remainder by W. Rejecting the rest is what keeps the draw free of modulo bias. The slice is the
//! first one whose weights, added up, exceed the ticket.

use hmac::{Hmac, Mac};
use sha2::Sha256;

use super::prize::WheelSeed;

/// A drawn ticket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Draw {
    /// Below the sum of the weights.
    pub ticket: u32,
    /// Index of the slice, from 0.
    pub slice: usize,
}

/// Draws a slice; `None` for weights that sum to nothing or beyond 2³².
#[must_use]
pub fn draw(seed: &WheelSeed, client_seed: &str, nonce: u32, weights: &[u32]) -> Option<Draw> {
    let total = weights
        .iter()
        .try_fold(0_u32, |sum, weight| sum.checked_add(*weight))
        .filter(|total| *total > 0)?;
    let ticket = ticket(seed, client_seed, nonce, total);
    let mut below = 0_u32;
    let slice = weights.iter().position(|weight| {
        below += weight;
        ticket < below
    })?;
    Some(Draw { ticket, slice })
}

fn ticket(seed: &WheelSeed, client_seed: &str, nonce: u32, total: u32) -> u32 {
    let range = 1_u64 << 32;
    let limit = range - range % u64::from(total);
    // Half of the numbers pass at least, so this ends; a cursor has eight of them.
    for cursor in 0_u64.. {
        let mut mac = <Hmac<Sha256> as Mac>::new_from_slice(&seed.0).expect("a key of any length");
        mac.update(format!("{client_seed}:{nonce}:{cursor}").as_bytes());
        let digest = mac.finalize().into_bytes();
        for chunk in digest.chunks_exact(4) {
            let number = u32::from_be_bytes([chunk[0], chunk[1], chunk[2], chunk[3]]);
            if u64::from(number) < limit {
                return number % total;
            }
        }
    }
    unreachable!("the cursor has no end")
}
