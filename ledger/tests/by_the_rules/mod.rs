//! The wheel's draw as its rules describe it, written again without the product's code.

use sha2::{Digest, Sha256};

/// Ticket, slice and the last cursor of a draw; `is_biased` leaves the rejection out.
pub(crate) fn draw(
    seed: &[u8; 32],
    client_seed: &str,
    nonce: u32,
    weights: &[u32],
    is_biased: bool,
) -> (u32, usize, u64) {
    let total: u64 = weights.iter().map(|weight| u64::from(*weight)).sum();
    let limit = (1_u64 << 32) / total * total;
    let mut cursor = 0;
    loop {
        let hash = hmac(seed, &format!("{client_seed}:{nonce}:{cursor}"));
        for bytes in hash.chunks(4) {
            let number = u64::from(u32::from_be_bytes(bytes.try_into().unwrap()));
            if number < limit || is_biased {
                let mut left = number % total;
                let ticket = u32::try_from(left).unwrap();
                for (slice, weight) in weights.iter().enumerate() {
                    match left.checked_sub(u64::from(*weight)) {
                        Some(rest) => left = rest,
                        None => return (ticket, slice, cursor),
                    }
                }
            }
        }
        cursor += 1;
    }
}

/// HMAC-SHA256 by its definition, for a key of 32 bytes.
fn hmac(key: &[u8; 32], text: &str) -> [u8; 32] {
    let mut inner = [0x36; 64];
    let mut outer = [0x5c; 64];
    for (place, byte) in key.iter().enumerate() {
        inner[place] ^= byte;
        outer[place] ^= byte;
    }
    let inside = Sha256::new().chain_update(inner).chain_update(text);
    let outside = Sha256::new().chain_update(outer);
    outside.chain_update(inside.finalize()).finalize().into()
}
