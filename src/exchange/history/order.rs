//! Rows into the order of time: what stood in the wrong place, twice, or not at all.

use super::note::Note;
use crate::domain::cost::history::{History, Sample};

const HOUR: i64 = 3600;

/// Sorts readings, each with its row, and merges those of one time.
///
/// A file of wall-clock times in good order jumps back by an hour less a step in the night in which summer ends. Where nothing else
/// steps back, such a jump is taken as the clock's, and both hours stay.
pub(super) fn arrange(mut readings: Vec<(u32, Sample)>, offsets: bool, notes: &mut Vec<Note>) -> Vec<Sample> {
    if !offsets {
        notes.push(Note::NoOffset);
        clock_changes(&mut readings, notes);
    }
    let backwards = readings.windows(2).find_map(|pair| match pair {
        [(_, before), (row, after)] if after.second < before.second => Some(*row),
        _ => None,
    });
    if let Some(row) = backwards {
        notes.push(Note::Sorted { row });
        readings.sort_by_key(|(_, sample)| sample.second);
    }
    merge(readings, notes)
}

/// Pauses in which nothing was measured.
pub(super) fn gaps(history: &History) -> Option<Note> {
    let (mut count, mut longest_seconds, mut from_second) = (0, 0, 0);
    for pair in history.samples().windows(2) {
        let [before, after] = pair else { continue };
        let pause = after.second - before.second;
        if history.is_gap(pause) {
            count += 1;
            if pause > longest_seconds {
                (longest_seconds, from_second) = (pause, before.second);
            }
        }
    }
    (count > 0).then_some(Note::Gaps {
        count,
        longest_seconds,
        from_second,
    })
}

/// Gives wall-clock times the offset that makes time pass evenly over a change of the clock.
fn clock_changes(readings: &mut [(u32, Sample)], notes: &mut Vec<Note>) {
    let pauses = readings.windows(2).filter_map(|pair| match pair {
        [(_, before), (_, after)] => Some(after.second - before.second),
        _ => None,
    });
    let mut forward: Vec<i64> = pauses.filter(|pause| *pause > 0).collect();
    if forward.is_empty() {
        return;
    }
    let middle = (forward.len() - 1) / 2;
    let step = *forward.select_nth_unstable(middle).1;
    let is_back = |pause: i64, wall| step <= HOUR && pause == step - HOUR && is_night_of_change(wall);
    // Any other step back says that the file is in no order at all, or that it holds several rows for each time.
    let in_order = readings.windows(2).all(|pair| match pair {
        [(_, before), (_, after)] => {
            let pause = after.second - before.second;
            pause > 0 || is_back(pause, after.second)
        }
        _ => true,
    });
    if !in_order {
        return;
    }
    let mut shift = 0;
    let mut previous = None;
    for (row, sample) in readings {
        let wall = sample.second;
        match previous.map(|previous| wall - previous) {
            Some(pause) if is_back(pause, wall) => {
                shift -= 60;
                notes.push(Note::ClockBack { row: *row });
            }
            Some(pause) if pause == step + HOUR && is_night_of_change(wall) => {
                shift += 60;
                notes.push(Note::ClockForward { row: *row });
            }
            _ => {}
        }
        previous = Some(wall);
        sample.offset_minutes = shift;
        sample.second = wall - i64::from(shift) * 60;
    }
}

/// Clocks are set in the first hours of a Sunday.
fn is_night_of_change(wall: i64) -> bool {
    let sunday = (wall.div_euclid(86_400) + 3).rem_euclid(7) == 6;
    sunday && wall.rem_euclid(86_400) <= 4 * HOUR
}

/// One sample for each time: the mean of its rows.
fn merge(readings: Vec<(u32, Sample)>, notes: &mut Vec<Note>) -> Vec<Sample> {
    let mut samples: Vec<Sample> = Vec::with_capacity(readings.len());
    let (mut sum, mut rows) = (0_u64, 1_u64);
    let (mut count, mut first) = (0, 0);
    for (row, sample) in readings {
        match samples.last_mut() {
            Some(last) if last.second == sample.second => {
                (sum, rows) = (sum + u64::from(sample.ppm), rows + 1);
                last.ppm = u32::try_from((sum + rows / 2) / rows).unwrap_or(u32::MAX);
                last.gpus = last.gpus.max(sample.gpus);
                first = if count == 0 { row } else { first };
                count += 1;
            }
            _ => {
                (sum, rows) = (u64::from(sample.ppm), 1);
                samples.push(sample);
            }
        }
    }
    if count > 0 {
        notes.push(Note::Duplicates { count, row: first });
    }
    samples
}
