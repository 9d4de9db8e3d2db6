//! Numbers that look random and are the same in every run.

/// A generator of them, by xorshift.
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn new(seed: u64) -> Self {
        let mut chance = Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        for _ in 0..8 {
            chance.next();
        }
        chance
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// From 0 up to 1.
    pub(crate) fn share(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1_u64 << 24) as f32
    }

    pub(crate) fn between(&mut self, least: f32, most: f32) -> f32 {
        least + (most - least) * self.share()
    }

    pub(crate) fn number(&mut self, least: u32, most: u32) -> u32 {
        least + u32::try_from(self.next() % u64::from(most - least + 1)).expect("below a u32")
    }

    pub(crate) fn one_of<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        let at = self.number(0, u32::try_from(choices.len() - 1).expect("few choices"));
        &choices[at as usize]
    }

    /// About a normal distribution of the deviation 1.
    pub(crate) fn normal(&mut self) -> f32 {
        (0..6).map(|_| self.share()).sum::<f32>() * 1.414 - 4.242
    }
}
