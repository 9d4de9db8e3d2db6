//! The small game of each provider: what a player may pick, what is drawn, what it pays.
//!
//! A stake pays a whole multiple, so that no amount ever needs rounding. No table pays back more
//! than was staked in the long run.

use rand::Rng;
use serde_json::{Value, json};

/// What a table drew for a pick.
pub(crate) struct Drawn {
    /// How often the stake comes back; 0 loses it.
    pub(crate) times: u32,
    /// What the page shows of it.
    pub(crate) face: Value,
}

impl Drawn {
    fn new(times: u32, face: Value) -> Self {
        Self { times, face }
    }

    /// For scripts that bet without a table.
    pub(crate) fn double_or_nothing(rng: &mut impl Rng) -> Self {
        Self::new(2 * rng.random_range(0..=1), Value::Null)
    }
}

/// Multiples on the wheel, clockwise.
const WHEEL: [u32; 8] = [0, 2, 0, 1, 0, 3, 0, 2];
/// Multiples behind the curtains before they are shuffled.
const CURTAINS: [u32; 4] = [0, 0, 1, 3];
/// Stars among the nine tiles.
const STARS: usize = 3;

/// Plays a provider's game; `None` for a pick that its table does not offer.
pub(crate) fn draw(provider: &str, pick: &str, rng: &mut impl Rng) -> Option<Drawn> {
    match provider {
        "pg" => reels(pick, 4, 7, rng),
        "pgslot" => reels(pick, 5, 10, rng),
        "joker2" => suit(pick, rng),
        "betflix" => curtain(pick, rng),
        "areaslot" => wheel(pick, rng),
        "circus" => cup(pick, rng),
        "imi" => tile(pick, rng),
        "askmebet" => football(pick, rng),
        "usun" => dice(pick, rng),
        "huayhd" => lottery(pick, rng),
        // `slotracha`, and whatever else an operator names: a coin.
        _ => coin(pick, rng),
    }
}

/// A pick that is a place on the table.
fn place(pick: &str, places: usize) -> Option<usize> {
    pick.parse().ok().filter(|place| *place < places)
}

/// Three reels: three alike pay `jackpot`, two alike give the stake back.
fn reels(pick: &str, symbols: u8, jackpot: u32, rng: &mut impl Rng) -> Option<Drawn> {
    if pick != "spin" {
        return None;
    }
    let shown: [u8; 3] = std::array::from_fn(|_| rng.random_range(0..symbols));
    let [first, second, third] = shown;
    let times = if first == second && second == third {
        jackpot
    } else {
        u32::from(first == second || second == third || first == third)
    };
    Some(Drawn::new(times, json!({ "reels": shown })))
}

/// One card: its suit pays four times.
fn suit(pick: &str, rng: &mut impl Rng) -> Option<Drawn> {
    let picked = place(pick, 4)?;
    let drawn = rng.random_range(0..4);
    let times = if picked == drawn { 4 } else { 0 };
    let face = json!({ "suit": drawn, "rank": rng.random_range(1..=13) });
    Some(Drawn::new(times, face))
}

/// Four curtains with shuffled prizes.
fn curtain(pick: &str, rng: &mut impl Rng) -> Option<Drawn> {
    let picked = place(pick, CURTAINS.len())?;
    let mut prizes = CURTAINS;
    for last in (1..prizes.len()).rev() {
        prizes.swap(last, rng.random_range(0..=last));
    }
    Some(Drawn::new(prizes[picked], json!({ "prizes": prizes })))
}

/// Heads or tails: double or nothing.
fn coin(pick: &str, rng: &mut impl Rng) -> Option<Drawn> {
    let picked = place(pick, 2)?;
    let drawn = rng.random_range(0..2);
    let times = if picked == drawn { 2 } else { 0 };
    Some(Drawn::new(times, json!({ "side": drawn })))
}

/// A wheel of eight fields.
fn wheel(pick: &str, rng: &mut impl Rng) -> Option<Drawn> {
    if pick != "spin" {
        return None;
    }
    let field = rng.random_range(0..WHEEL.len());
    let face = json!({ "field": field, "fields": WHEEL });
    Some(Drawn::new(WHEEL[field], face))
}

/// The ball is under one of three cups.
fn cup(pick: &str, rng: &mut impl Rng) -> Option<Drawn> {
    let picked = place(pick, 3)?;
    let ball = rng.random_range(0..3);
    let times = if picked == ball { 3 } else { 0 };
    Some(Drawn::new(times, json!({ "ball": ball })))
}

/// Nine tiles, three of them hide a star.
fn tile(pick: &str, rng: &mut impl Rng) -> Option<Drawn> {
    let picked = place(pick, 9)?;
    let mut tiles: [usize; 9] = std::array::from_fn(|tile| tile);
    for last in (1..tiles.len()).rev() {
        tiles.swap(last, rng.random_range(0..=last));
    }
    let stars = &tiles[..STARS];
    let won = if stars.contains(&picked) { 3 } else { 0 };
    Some(Drawn::new(won, json!({ "stars": stars })))
}

/// A match: home or away pays double, a draw four times.
fn football(pick: &str, rng: &mut impl Rng) -> Option<Drawn> {
    let (home, away) = (rng.random_range(0..4_u8), rng.random_range(0..4_u8));
    let times = match pick {
        "1" => 2 * u32::from(home > away),
        "X" => 4 * u32::from(home == away),
        "2" => 2 * u32::from(home < away),
        _ => return None,
    };
    Some(Drawn::new(times, json!({ "home": home, "away": away })))
}

/// Two dice: under or over seven pays double, seven five times.
fn dice(pick: &str, rng: &mut impl Rng) -> Option<Drawn> {
    let shown: [u8; 2] = std::array::from_fn(|_| rng.random_range(1..=6));
    let sum = shown[0] + shown[1];
    let times = match pick {
        "under" => 2 * u32::from(sum < 7),
        "seven" => 5 * u32::from(sum == 7),
        "over" => 2 * u32::from(sum > 7),
        _ => return None,
    };
    Some(Drawn::new(times, json!({ "dice": shown })))
}

/// Two digits are drawn: both right pay ninety times, a lone last digit nine times.
fn lottery(pick: &str, rng: &mut impl Rng) -> Option<Drawn> {
    let are_digits = pick.bytes().all(|byte| byte.is_ascii_digit());
    let pays = match pick.len() {
        1 => 9,
        2 => 90,
        _ => return None,
    };
    if !are_digits {
        return None;
    }
    let drawn = format!("{:02}", rng.random_range(0..100_u8));
    let times = if drawn.ends_with(pick) { pays } else { 0 };
    Some(Drawn::new(times, json!({ "number": drawn })))
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    use super::*;
    use crate::config::DEFAULT_PROVIDERS;

    /// What each table offers.
    fn picks(provider: &str) -> &'static [&'static str] {
        match provider {
            "pg" | "pgslot" | "areaslot" => &["spin"],
            "joker2" | "betflix" => &["0", "1", "2", "3"],
            "slotracha" => &["0", "1"],
            "circus" => &["0", "1", "2"],
            "imi" => &["0", "4", "8"],
            "askmebet" => &["1", "X", "2"],
            "usun" => &["under", "seven", "over"],
            _ => &["7", "07", "42"],
        }
    }

    #[test]
    fn every_table_wins_and_loses_and_never_pays_back_more_than_was_staked() {
        const DRAWS: u32 = 20_000;
        let mut rng = StdRng::seed_from_u64(11);
        for provider in DEFAULT_PROVIDERS {
            for pick in picks(provider) {
                let (mut paid, mut wins) = (0, 0);
                for _ in 0..DRAWS {
                    let drawn = draw(provider, pick, &mut rng).expect(provider);
                    paid += drawn.times;
                    wins += u32::from(drawn.times > 0);
                }
                assert!(wins > 0 && wins < DRAWS, "{provider} {pick}: {wins} wins");
                // Five per cent above the stake is what chance may do in so many draws.
                assert!(paid <= DRAWS + DRAWS / 20, "{provider} {pick}: {paid} paid");
            }
        }
    }

    #[test]
    fn a_pick_that_is_not_on_the_table_is_refused() {
        let mut rng = StdRng::seed_from_u64(1);
        for provider in DEFAULT_PROVIDERS {
            for pick in ["", "9", "-1", "x", "100", "๑"] {
                let is_number = provider == "huayhd" && pick == "9";
                let drawn = draw(provider, pick, &mut rng);
                assert_eq!(drawn.is_some(), is_number, "{provider} {pick:?}");
            }
        }
    }
}
