//! G1: the wheel's draws fall as their weights say, one after the other without a pattern, and
//! without modulo bias. Fixed seeds, so that each run counts the same; `WHEEL_DRAWS` sets how
//! many draws are made of each set of weights (10,000,000 for the full test).

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod by_the_rules;

use ledger::wallet::reward::{Draw, WheelSeed, draw};

const CLIENT: &str = "65f0c1d2e3a4b5c6d7e8f901";

/// The worked example's weights.
const EXAMPLE: [u32; 8] = [4_000, 2_500, 1_800, 1_000, 500, 150, 45, 5];

/// Their sum is three quarters of all 32-bit numbers: of a plain remainder the first slice would
/// get half instead of a third.
const HUGE: [u32; 3] = [1 << 30, 1 << 30, 1 << 30];

/// Their sum is right above a half: every second number is rejected.
const HALF: [u32; 2] = [1 << 30, (1 << 30) + 1];

/// Chi-square that chance exceeds once in ten thousand tests, by degrees of freedom, in
/// thousandths.
const CRITICAL: [(usize, i128); 5] = [
    (1, 15_137),
    (2, 18_421),
    (6, 27_856),
    (7, 29_878),
    (36, 76_365),
];

fn seed() -> WheelSeed {
    let bytes = hex::decode("6b1f0d9c3e7a45528f64d1b20c9e8a7735f1c4e2ab906d7f18c35a9e4d20b7f1");
    WheelSeed(bytes.unwrap().try_into().unwrap())
}

fn draws() -> u32 {
    let wanted = std::env::var("WHEEL_DRAWS");
    wanted.map_or(50_000, |text| text.parse().unwrap())
}

/// What many draws came to.
struct Tally {
    counts: Vec<i128>,
    /// Draws in the lower half of the tickets.
    low: i128,
    /// Unbroken sequences of draws in one half.
    runs: i128,
}

fn tally(weights: &[u32], count: u32, drawn: impl Fn(u32) -> Draw) -> Tally {
    let total: u32 = weights.iter().sum();
    let mut tally = Tally {
        counts: vec![0; weights.len()],
        low: 0,
        runs: 0,
    };
    let mut last = None;
    for nonce in 0..count {
        let Draw { ticket, slice } = drawn(nonce);
        assert!(ticket < total);
        tally.counts[slice] += 1;
        let is_low = ticket < total / 2;
        tally.low += i128::from(is_low);
        tally.runs += i128::from(last != Some(is_low));
        last = Some(is_low);
    }
    tally
}

/// Chi-square in thousandths: the sum of (seen − expected)² ÷ expected.
fn chi_square(weights: &[u32], counts: &[i128]) -> i128 {
    let total: i128 = weights.iter().map(|weight| i128::from(*weight)).sum();
    let count: i128 = counts.iter().sum();
    let part = |(weight, seen): (&u32, &i128)| {
        let expected = count * i128::from(*weight);
        let off = seen * total - expected;
        // In this order nothing overflows with 10⁷ draws of a sum near 2³².
        off * off / total * 1_000 / expected
    };
    weights.iter().zip(counts).map(part).sum()
}

/// The square of how many standard deviations the number of runs is off, in thousandths
/// (Wald and Wolfowitz).
fn runs_square(tally: &Tally) -> i128 {
    let count: i128 = tally.counts.iter().sum();
    let pairs = 2 * tally.low * (count - tally.low);
    let off = tally.runs * count - pairs - count;
    off * off / pairs * (count - 1) * 1_000 / (pairs - count)
}

fn critical(weights: &[u32]) -> i128 {
    let freedom = weights.len() - 1;
    let found = CRITICAL.iter().find(|(degrees, _)| *degrees == freedom);
    found.unwrap().1
}

fn assert_fair(weights: &[u32]) {
    let tally = tally(weights, draws(), |nonce| {
        draw(&seed(), CLIENT, nonce, weights).unwrap()
    });
    let chi = chi_square(weights, &tally.counts);
    assert!(
        chi < critical(weights),
        "chi-square {chi}: {:?}",
        tally.counts
    );
    let runs = runs_square(&tally);
    assert!(runs < CRITICAL[0].1, "{} runs: {runs}", tally.runs);
}

fn drawn_by_the_rules(nonce: u32, weights: &[u32], is_biased: bool) -> (Draw, u64) {
    let (ticket, slice, cursor) = by_the_rules::draw(&seed().0, CLIENT, nonce, weights, is_biased);
    (Draw { ticket, slice }, cursor)
}

#[test]
fn two_hundred_thousand_draws_of_the_worked_example_count_as_published() {
    let drawn = |nonce| draw(&seed(), CLIENT, nonce, &EXAMPLE).unwrap();
    let published = [80_080, 49_908, 35_929, 20_155, 9_892, 3_046, 877, 113];
    assert_eq!(tally(&EXAMPLE, 200_000, drawn).counts, published);
}

#[test]
fn the_worked_example_is_fair() {
    assert_fair(&EXAMPLE);
}

#[test]
fn a_wheel_of_two_equal_slices_is_fair() {
    assert_fair(&[1, 1]);
}

#[test]
fn a_wheel_of_many_equal_slices_is_fair() {
    assert_fair(&[1; 37]);
}

#[test]
fn a_wheel_of_rare_and_odd_slices_is_fair() {
    assert_fair(&[1, 10, 100, 1_000, 10_007, 65_537, 999_983]);
}

#[test]
fn a_wheel_near_all_numbers_is_fair() {
    assert_fair(&HUGE);
}

#[test]
fn a_wheel_right_above_half_of_all_numbers_is_fair() {
    assert_fair(&HALF);
}

#[test]
fn a_draw_without_rejection_is_seen_to_fail() {
    let biased = |nonce| drawn_by_the_rules(nonce, &HUGE, true).0;
    let counts = tally(&HUGE, 20_000, biased).counts;
    assert!(chi_square(&HUGE, &counts) > critical(&HUGE), "{counts:?}");
}

#[test]
fn draws_that_follow_a_pattern_are_seen_to_fail() {
    let in_turn = |nonce: u32| Draw {
        ticket: nonce % 2,
        slice: usize::try_from(nonce % 2).unwrap(),
    };
    let tally = tally(&[1, 1], 20_000, in_turn);
    assert_eq!(chi_square(&[1, 1], &tally.counts), 0, "each half as often");
    assert!(runs_square(&tally) > CRITICAL[0].1);
}

#[test]
fn every_draw_is_the_one_that_the_rules_describe() {
    let mut last_cursor = 0;
    for weights in [&EXAMPLE[..], &HUGE, &HALF, &[1], &[0, 7, 0, 3]] {
        for nonce in 0..2_000 {
            let (drawn, cursor) = drawn_by_the_rules(nonce, weights, false);
            assert_eq!(draw(&seed(), CLIENT, nonce, weights), Some(drawn));
            last_cursor = last_cursor.max(cursor);
        }
    }
    assert!(
        last_cursor > 0,
        "some draw had to continue with another hash"
    );
}
