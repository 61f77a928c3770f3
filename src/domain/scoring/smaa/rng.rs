//! The random stream: `SplitMix64` (Steele, Lea & Flood 2014), which can be entered at any draw, uniform points of a
//! simplex as sorted spacings (Rubin 1981), and a seed that is a hash of the question.

/// Steps of the counter between two draws.
const GAMMA: u64 = 0x9E37_79B9_7F4A_7C15;

/// A stream of 64-bit draws, the same on every machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// The stream of a seed, from its first draw.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The stream of a seed after `draws` draws.
    #[must_use]
    pub const fn after(seed: u64, draws: u64) -> Self {
        Self {
            state: seed.wrapping_add(draws.wrapping_mul(GAMMA)),
        }
    }

    /// The next draw.
    #[inline]
    pub const fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(GAMMA);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// The next draw as a number of `0.0..1.0`: its upper 53 bits.
    #[inline]
    #[expect(
        clippy::as_conversions,
        clippy::cast_precision_loss,
        reason = "53 bits fit a double exactly"
    )]
    pub const fn next_unit(&mut self) -> f64 {
        const UNIT: f64 = 1.0 / (1_u64 << 53) as f64;
        (self.next_u64() >> 11) as f64 * UNIT
    }

    /// Fills `gaps` with a uniform point of the simplex with that many corners: the gaps between sorted uniforms, for
    /// which one draw fewer than corners is made.
    #[inline]
    pub fn simplex(&mut self, gaps: &mut [f64]) {
        let Some((last, cuts)) = gaps.split_last_mut() else {
            return;
        };
        for cut in &mut *cuts {
            *cut = self.next_unit();
        }
        cuts.sort_unstable_by(f64::total_cmp);
        let mut before = 0.0;
        for cut in cuts {
            (*cut, before) = (*cut - before, *cut);
        }
        *last = 1.0 - before;
    }
}

/// A seed from the words and numbers of a question: FNV-1a over their bytes.
#[derive(Debug, Clone, Copy)]
pub struct Fingerprint(u64);

impl Default for Fingerprint {
    fn default() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }
}

impl Fingerprint {
    /// Adds a word.
    pub fn word(&mut self, word: &str) {
        self.bytes(word.as_bytes());
        // No word contains this byte, so that where one ends is part of the hash.
        self.bytes(&[0xFF]);
    }

    /// Adds a number.
    pub fn number(&mut self, number: i64) {
        self.bytes(&number.to_le_bytes());
    }

    /// The seed.
    #[must_use]
    pub const fn seed(self) -> u64 {
        self.0
    }

    fn bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }
}
