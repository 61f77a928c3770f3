//! Files as people have them, and links.

use std::fmt::Write as _;

use rust_decimal::dec;

use super::{Fault, HistoryError, Note, Read, Reader, link, read};
use crate::domain::cost::history::Demand;

fn good(text: &str) -> Read {
    read(text.as_bytes(), 4).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn percent(text: &str) -> String {
    good(text).history.summary().mean_percent().normalize().to_string()
}

#[test]
fn one_history_in_many_forms() {
    for text in [
        "time,utilisation\n2026-11-02 00:00,40\n2026-11-02 01:00,60\n",
        "\u{feff}Timestamp;GPU-Util (%)\r\n2026-11-02T00:00:00;40,0\r\n2026-11-02T01:00:00;60,0",
        "2026-11-02T00:00:00+08:00\t0.4\n\n2026-11-02T01:00:00+08:00\t0.6",
        "timestamp, name, utilization.gpu [%]\n2026/11/02 00:00:00.000, A100, 40 %\n2026/11/02 01:00:00.000, A100, 60 %",
        "时间,利用率,卡数\n\"2026-11-02 00:00:00\",\"40\",4\n\"2026-11-02 01:00:00\",60,4",
        "1793577600,40\n1793581200,60",
        "ts,util_pct\n1793577600000,40\n1793581200000,60",
        "time,utilisation\n02.11.2026 00:00,40\n02.11.2026 01:00,60\n",
    ] {
        assert_eq!(percent(text), "50", "{text}");
    }
}

#[test]
fn percent_or_fraction_is_decided_over_the_whole_file_and_said() {
    let note = |cells: &str| {
        let rows = (10..)
            .zip(cells.split(' '))
            .map(|(minute, cell)| format!("2026-11-02 00:{minute},{cell}\n"));
        good(&rows.collect::<String>()).notes[1].clone()
    };
    assert_eq!(note("0.5 1 0.25"), Note::Fraction);
    assert_eq!(note("0.5 1 25"), Note::Percent { said: false });
    assert_eq!(note("0.5% 1 0"), Note::Percent { said: true });
}

#[test]
fn broken_rows_are_listed_and_do_not_stop_the_file() {
    let mut text = "time,utilisation\n".to_owned();
    for minute in 10..59 {
        writeln!(text, "2026-11-02 00:{minute},50").unwrap();
    }
    let few = format!("{text}2026-11-02 25:00,50\n2026-11-02 02:00,lots\n2026-11-02 03:00\n2026-11-02 04:00,101\n");
    let notes = good(&few).notes;
    let Some(Note::Broken { count, first }) = notes.iter().find(|note| matches!(note, Note::Broken { .. })) else {
        panic!("{notes:?}")
    };
    assert_eq!(*count, 4);
    assert_eq!(first[0], (51, Fault::Time("2026-11-02 25:00".to_owned())));
    assert_eq!(
        first[1..],
        [
            (52, Fault::Utilisation("lots".to_owned())),
            (53, Fault::TooFewCells),
            (54, Fault::AboveFull)
        ]
    );
    let many = format!("{text}{}", "x,1\n".repeat(6));
    let error = read(many.as_bytes(), 1).unwrap_err();
    assert!(
        matches!(
            error,
            HistoryError::TooManyBroken {
                broken: 6,
                rows: 55,
                ..
            }
        ),
        "{error}"
    );
    assert!(error.to_string().contains("row 51"), "{error}");
}

#[test]
fn order_duplicates_and_gaps_are_repaired_and_said() {
    let text = "2026-11-02 03:00,30\n2026-11-02 00:00,0\n2026-11-02 01:00,10\n2026-11-02 01:00,30\n2026-11-02 09:00,50\n2026-11-02 02:00,40\n";
    let read = good(text);
    assert!(read.notes.contains(&Note::Sorted { row: 2 }));
    assert!(read.notes.contains(&Note::Duplicates { count: 1, row: 4 }));
    assert!(read.notes.iter().any(|note| matches!(
        note,
        Note::Gaps {
            count: 1,
            longest_seconds: 21_600,
            ..
        }
    )));
    // 0, 20, 40, 30 and 50, an hour each.
    assert_eq!(read.history.summary().mean_percent(), dec!(28));
}

#[test]
fn an_hour_that_the_clock_repeats_counts_twice() {
    let mut text = String::new();
    for hour in [0, 1, 2, 2, 3, 4] {
        for minute in [0, 15, 30, 45] {
            writeln!(text, "2026-10-25 {hour:02}:{minute:02},{}", hour * 10 + 2).unwrap();
        }
    }
    let read = good(&text);
    assert!(read.notes.contains(&Note::ClockBack { row: 13 }), "{:?}", read.notes);
    assert_eq!(read.history.summary().demand.hours(), dec!(6));
    let heat = read.history.summary().heat[6];
    assert_eq!(
        (heat[1], heat[2], heat[3], heat[5]),
        (Some(12), Some(22), Some(32), None)
    );
}

#[test]
fn a_row_for_each_accelerator_is_no_change_of_the_clock() {
    let mut text = String::new();
    for hour in 0..30 {
        for percent in [20, 40] {
            writeln!(text, "2026-10-{} {:02}:00,{percent}", 24 + hour / 24, hour % 24).unwrap();
        }
    }
    let summary = good(&text).history.summary();
    assert_eq!((summary.demand.hours(), summary.mean_percent()), (dec!(30), dec!(30)));
}

#[test]
fn an_hour_that_the_clock_skips_is_no_gap() {
    let mut text = String::new();
    for hour in [0, 1, 3, 4] {
        for minute in [0, 15, 30, 45] {
            writeln!(text, "2026-03-29 {hour:02}:{minute:02},{}", hour * 10 + 2).unwrap();
        }
    }
    let read = good(&text);
    assert!(read.notes.contains(&Note::ClockForward { row: 9 }), "{:?}", read.notes);
    assert!(!read.notes.iter().any(|note| matches!(note, Note::Gaps { .. })));
    let heat = read.history.summary().heat[6];
    assert_eq!((heat[1], heat[2], heat[3]), (Some(12), None, Some(32)));
}

#[test]
fn what_is_no_history_says_what_is_needed() {
    let said = |text: &str| read(text.as_bytes(), 1).unwrap_err().to_string();
    assert!(said("").contains("no rows"));
    assert!(said("time,utilisation\n").contains("no rows"));
    assert!(said("colour,weight\nred,5\n").contains("colour,weight"));
    assert!(said("2026-11-02 00:00,5\n").contains("samples"));
    assert!(said(&"9".repeat(5000)).contains("row 1 is longer"));
    assert!(
        read(b"2026-11-02 00:00,5\n2026-11-02 00:01,5", 0).is_err(),
        "a fleet of none"
    );
    assert!(said("2026-11-02 00:00,5,9999\n2026-11-02 01:00,5,0").contains("accelerators"));
}

#[test]
fn pieces_cut_anywhere_are_the_same_file() {
    let text = "time;utilisation\n2026-11-02 00:00;40\n2026-11-02 01:00;60\n".as_bytes();
    let whole = read(text, 4).unwrap();
    for size in 1..text.len() {
        let mut reader = Reader::default();
        for piece in text.chunks(size) {
            reader.push(piece).unwrap();
        }
        assert_eq!(reader.finish(4).unwrap().history, whole.history);
    }
}

#[test]
fn a_link_holds_the_summary_and_knows_when_it_was_altered() {
    let summary = good("2026-11-02 00:00,40\n2026-11-02 01:00,60\n2026-11-02 02:00,100\n")
        .history
        .summary();
    let text = link::write(&summary);
    assert_eq!(link::read(&text), Ok(summary));
    assert!(text.len() < 420, "{}", text.len());
    for at in 0..text.len() {
        let mut altered = text.clone().into_bytes();
        altered[at] = if altered[at] == b'B' { b'C' } else { b'B' };
        let altered = String::from_utf8(altered).unwrap();
        assert!(altered == text || link::read(&altered).is_err(), "sign {at}");
        assert!(link::read(&text[..at]).is_err());
    }
    assert!(link::read("a=b").is_err() && link::read("").is_err());
}

#[test]
fn a_link_of_a_year_of_minutes_on_512_accelerators_fits() {
    let mut summary = good("2026-11-02 00:00,40\n2026-11-02 01:00,60\n").history.summary();
    summary.demand = Demand::new(60, (0..=512).map(|k| 1026 + (k * 7919) % 900 - 450).collect()).unwrap();
    let text = link::write(&summary);
    assert_eq!(link::read(&text), Ok(summary));
    assert!(text.len() <= 1500, "{}", text.len());
}
