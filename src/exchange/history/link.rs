//! A summary as a text for a link: some hundred characters of base64url, so that a page lives from its address alone.
//!
//! Fields have fixed widths in bits; the times at each demand follow as exponential Golomb codes of the order that makes them
//! shortest. A check at the end tells a cut or altered text from a true one.

use crate::domain::cost::history::{CURVE_POINTS, Demand, FULL, MOST_GPUS, Summary};

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const VERSION: u64 = 1;
/// Stands for an hour of the week that was not measured.
const NOT_MEASURED: u64 = 127;
/// The longest text that can be one.
const LONGEST: usize = 12_000;

/// Why a text is no summary.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    /// A sign that does not belong there.
    #[error("the text of the history holds {0:?}: copy the link again")]
    Sign(char),
    /// Cut, altered or of another version.
    #[error("the text of the history is cut or altered: copy the link again, or read the file again")]
    Damaged,
}

/// The text of a summary.
#[must_use]
pub fn write(summary: &Summary) -> String {
    let mut bits = Bits::default();
    bits.put(VERSION, 4);
    bits.put(u64::from(summary.samples), 32);
    bits.put(u64::from(summary.step_seconds), 32);
    bits.put(u64::from(summary.fleet), 12);
    bits.put(u64::from(summary.mean_ppm), 20);
    bits.put(u64::from(summary.peak_ppm), 20);
    for percent in summary.heat.iter().flatten() {
        bits.put(percent.map_or(NOT_MEASURED, u64::from), 7);
    }
    for percent in &summary.curve {
        bits.put(u64::from(*percent), 7);
    }
    let exactly = summary.demand.exactly();
    let length = |order: u32| exactly.iter().map(|units| golomb_bits(*units, order)).sum::<u32>();
    let order = (0..32).min_by_key(|order| length(*order)).unwrap_or(0);
    bits.put(u64::from(summary.demand.unit_seconds()), 32);
    bits.put(u64::try_from(exactly.len()).unwrap_or(0), 12);
    bits.put(u64::from(order), 5);
    for units in exactly {
        bits.put_golomb(*units, order);
    }
    let check = check(&bits.0);
    bits.put(check, 16);
    bits.text()
}

/// The summary of a text.
///
/// # Errors
/// [`LinkError`] for anything that [`write`] did not write.
pub fn read(text: &str) -> Result<Summary, LinkError> {
    if text.len() > LONGEST {
        return Err(LinkError::Damaged);
    }
    let bits = Bits::of(text)?;
    let mut reader = Reading { bits: &bits.0, at: 0 };
    decode(&mut reader).ok_or(LinkError::Damaged)
}

fn decode(bits: &mut Reading<'_>) -> Option<Summary> {
    if bits.take(4)? != VERSION {
        return None;
    }
    let samples = u32::try_from(bits.take(32)?).ok()?;
    let step_seconds = u32::try_from(bits.take(32)?).ok()?;
    let fleet = u16::try_from(bits.take(12)?).ok()?;
    let ppm = |value: u64| u32::try_from(value).ok().filter(|ppm| *ppm <= FULL);
    let (mean_ppm, peak_ppm) = (ppm(bits.take(20)?)?, ppm(bits.take(20)?)?);
    let percent = |value: u64| u8::try_from(value).ok().filter(|percent| *percent <= 100);
    let mut heat = [[None; 24]; 7];
    for hour in heat.iter_mut().flatten() {
        let value = bits.take(7)?;
        *hour = if value == NOT_MEASURED {
            None
        } else {
            Some(percent(value)?)
        };
    }
    let curve: Option<Vec<u8>> = (0..CURVE_POINTS).map(|_| percent(bits.take(7)?)).collect();
    let unit_seconds = u32::try_from(bits.take(32)?).ok()?;
    let count = bits.take(12)?;
    let order = u32::try_from(bits.take(5)?).ok()?;
    if count > u64::from(MOST_GPUS) + 1 || fleet == 0 || u32::from(fleet) > MOST_GPUS {
        return None;
    }
    let exactly: Option<Vec<u64>> = (0..count).map(|_| bits.take_golomb(order)).collect();
    let expected = check(bits.bits.get(..bits.at)?);
    if bits.take(16)? != expected || bits.bits.len() - bits.at >= 6 {
        return None;
    }
    Some(Summary {
        samples,
        step_seconds,
        fleet,
        mean_ppm,
        peak_ppm,
        heat,
        curve: curve?,
        demand: Demand::new(unit_seconds, exactly?).ok()?,
    })
}

#[derive(Default)]
struct Bits(Vec<bool>);

impl Bits {
    fn put(&mut self, value: u64, width: u32) {
        self.0.extend((0..width).rev().map(|bit| value >> bit & 1 == 1));
    }

    /// A number in as many bits as it needs: how many beyond the order, in ones' place zeros, then the digits.
    fn put_golomb(&mut self, value: u64, order: u32) {
        let shifted = (value >> order) + 1;
        let width = 64 - shifted.leading_zeros();
        self.put(0, width - 1);
        self.put(shifted, width);
        self.put(value, order);
    }

    fn text(&self) -> String {
        let sign = |six: &[bool]| {
            let padded = six.iter().copied().chain(std::iter::repeat(false)).take(6);
            let value = padded.fold(0, |value, bit| value * 2 + usize::from(bit));
            char::from(ALPHABET.get(value).copied().unwrap_or(b'A'))
        };
        self.0.chunks(6).map(sign).collect()
    }

    fn of(text: &str) -> Result<Self, LinkError> {
        let mut bits = Self(Vec::with_capacity(text.len() * 6));
        for sign in text.chars() {
            let place = ALPHABET.iter().position(|known| char::from(*known) == sign);
            let value = place
                .and_then(|place| u64::try_from(place).ok())
                .ok_or(LinkError::Sign(sign))?;
            bits.put(value, 6);
        }
        Ok(bits)
    }
}

fn golomb_bits(value: u64, order: u32) -> u32 {
    let width = 64 - ((value >> order) + 1).leading_zeros();
    2 * width - 1 + order
}

struct Reading<'a> {
    bits: &'a [bool],
    at: usize,
}

impl Reading<'_> {
    fn bit(&mut self) -> Option<bool> {
        let bit = self.bits.get(self.at).copied()?;
        self.at += 1;
        Some(bit)
    }

    fn take(&mut self, width: u32) -> Option<u64> {
        (0..width).try_fold(0, |value, _| Some(value << 1 | u64::from(self.bit()?)))
    }

    fn take_golomb(&mut self, order: u32) -> Option<u64> {
        let mut zeros = 0;
        while !self.bit()? {
            zeros += 1;
        }
        if zeros > 40 {
            return None;
        }
        let shifted = 1 << zeros | self.take(zeros)?;
        let low = self.take(order)?;
        Some((shifted - 1) << order | low)
    }
}

/// Sixteen bits that depend on every bit before them (FNV-1a, folded).
fn check(bits: &[bool]) -> u64 {
    let hash = bits.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, bit| {
        (hash ^ u64::from(*bit)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    (hash ^ hash >> 16 ^ hash >> 32 ^ hash >> 48) & 0xffff
}
