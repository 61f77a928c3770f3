//! Made-up files against every reader: none may panic, take long or say nothing about what it left out, and every reader must
//! find something to read in some of them. `STEELYARD_FUZZ_SECONDS` lengthens the run of each reader, in seconds on the processor.
//! A run is a function of its number, which is printed with a fault, so that it can be repeated.

mod documents;
mod lists;
mod tables;

use std::time::{Duration, Instant};

use steelyard::exchange::import::{self, Context, Format, diff};
use steelyard::exchange::plausibility;
use steelyard::exchange::starter::COLLECTED;

use super::support::starter;

/// Time on the processor where the system tells it: on a busy machine a thread may wait longer than it works.
struct Clock(Instant, Option<u64>);

impl Clock {
    fn start() -> Self {
        Self(Instant::now(), Self::busy())
    }

    fn stop(&self) -> Duration {
        let busy = self
            .1
            .zip(Self::busy())
            .map(|(before, after)| Duration::from_nanos(after - before));
        busy.unwrap_or_else(|| self.0.elapsed())
    }

    fn busy() -> Option<u64> {
        let line = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        line.split(' ').next()?.parse().ok()
    }
}

/// A small generator of its own, so that a seed means the same for ever.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(limit.max(1)).unwrap()).unwrap()
    }

    /// Once in so many times.
    fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn pick<'t>(&mut self, from: &[&'t str]) -> &'t str {
        from[self.below(from.len())]
    }
}

const PIECES: [&str; 54] = [
    ",",
    ";",
    "\t",
    "\n",
    "\r\n",
    "\"",
    "\"\"",
    "'",
    "{",
    "}",
    "[",
    "]",
    ":",
    ": ",
    "- ",
    "&a ",
    "*a",
    "|\n",
    ">\n",
    "#",
    "0",
    "-1",
    "1e308",
    "1e-300",
    "NaN",
    "inf",
    "9999999999999999999",
    "0.1667",
    "1/6",
    "1/0",
    "T4",
    "H100",
    "A100 (80 GB)",
    "USD",
    "€",
    "us-east-1",
    "华为",
    "\u{feff}",
    "\u{0}",
    "=1+1",
    "null",
    "true",
    "<t>",
    "</t>",
    "<c r=\"XFD1\">",
    "<v>",
    "&lt;",
    "&#0;",
    "&x;",
    "]]>",
    "<!--",
    "<![CDATA[",
    "2026-13-01",
    "%",
];

/// Changes a file in one to eight places: bytes, pieces of syntax, parts left out, doubled or moved.
fn mutate(seed: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..=random.below(8) {
        let at = random.below(bytes.len() + 1);
        let end = (at + random.below(40)).min(bytes.len());
        match random.below(7) {
            0 => drop(bytes.drain(at..end)),
            1 => {
                let part = bytes[at..end].to_vec();
                bytes.splice(at..at, part);
            }
            2 => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = u8::try_from(random.below(256)).unwrap();
                }
            }
            3 | 4 => {
                let piece = random.pick(&PIECES).as_bytes().to_vec();
                bytes.splice(at..end.min(at + random.below(4)).max(at), piece);
            }
            5 => {
                let piece = random.pick(&PIECES).repeat(random.below(300)).into_bytes();
                bytes.splice(at..at, piece);
            }
            _ => bytes.truncate(at.max(8)),
        }
    }
    bytes
}

/// Names the run when it panics.
struct Run<'a>(&'a str, u64);

impl Drop for Run<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            println!("{}: run {}", self.0, self.1);
        }
    }
}

/// Makes files and reads each; the reader answers how many records it found.
fn repeat(name: &str, mut make: impl FnMut(&mut Random) -> Vec<u8>, read: impl Fn(&[u8], u64) -> usize) {
    let seconds: u64 = std::env::var("STEELYARD_FUZZ_SECONDS")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(0);
    let least = if cfg!(debug_assertions) { 100 } else { 2_000 };
    let start = Clock::start();
    let (mut runs, mut slowest, mut records, mut fruitful) = (0_u64, Duration::ZERO, 0_usize, 0_u64);
    while runs < least || start.stop() < Duration::from_secs(seconds) {
        let _named = Run(name, runs);
        let bytes = make(&mut Random(runs.wrapping_mul(0x1234_5678_9abc_def1)));
        let began = Clock::start();
        let found = read(&bytes, runs);
        let took = began.stop();
        slowest = slowest.max(took);
        assert!(
            took < Duration::from_secs(if cfg!(debug_assertions) { 10 } else { 1 }),
            "{name}: run {runs} took {took:?}"
        );
        records += found;
        fruitful += u64::from(found > 0);
        runs += 1;
    }
    println!(
        "{name}: {runs} runs in {:?}, slowest {slowest:?}, {records} records, some in {fruitful} runs",
        start.stop()
    );
    assert!(
        fruitful * 20 > runs,
        "{name}: only {fruitful} of {runs} files held a record"
    );
}

/// Files for the catalogue.
fn import_files(name: &str, context: &Context<'_>, make: impl FnMut(&mut Random) -> Vec<u8>) {
    repeat(name, make, |bytes, run| {
        let imported = if run % 4 == 3 {
            let place = usize::try_from(run / 4).unwrap() % Format::ALL.len();
            import::read_as(Format::ALL[place], name, bytes, context)
        } else {
            import::read(name, bytes, context)
        };
        if run % 8 == 0 {
            let _ = diff(starter(), &imported);
            let _ = plausibility::check(&imported.records, starter(), COLLECTED);
        }
        let problems = imported.problems.len();
        assert!(problems <= 10_110, "{name}: {problems} problems");
        let said = problems > 0 || !imported.notes.is_empty();
        assert!(said, "{name}: nothing is said");
        imported.records.len()
    });
}

/// One of the seeds, changed: every other time only letters and digits, so that the syntax of most of these stays whole.
fn changed(seeds: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let seed = &seeds[random.below(seeds.len())];
    if random.once_in(2) {
        touched(seed, random)
    } else {
        mutate(seed, random)
    }
}

/// Some letters and digits exchanged for others.
fn touched(seed: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..=random.below(3) {
        let at = random.below(bytes.len());
        let others: &[u8] = match bytes[at] {
            b'0'..=b'9' => b"0123456789",
            b'a'..=b'z' => b"abcdefghijklmnopqrstuvwxyz",
            _ => continue,
        };
        bytes[at] = others[random.below(others.len())];
    }
    bytes
}
