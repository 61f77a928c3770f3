//! Exchange rates: the files of the European Central Bank and the own table.

use steelyard::domain::money::{Currency, Micros};
use steelyard::domain::rates::Rates;
use steelyard::exchange::import::{self, Format, Imported, Remark};

use super::support::{context, noted, problems};

const DAILY: &str = "Date, USD, JPY, CNY, ISK, \n27 November 2026, 1.1000, 170.25, 8.0000, N/A, \n";
const HISTORY: &str = "Date,USD,CNY,\n2026-11-26,1.09,7.9,\n2026-11-27,1.1,8,\n2026-11-25,1.08,7.8,\n";
const XML: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<gesmes:Envelope xmlns:gesmes=\"http://www.gesmes.org/xml/2002-08-01\" \
    xmlns=\"http://www.ecb.int/vocabulary/2002-08-01/eurofxref\"><Cube><Cube time='2026-11-27'><Cube currency='USD' rate='1.1000'/>\
    <Cube currency='CNY' rate='8.0000'/></Cube></Cube></gesmes:Envelope>";

fn read(text: &str) -> Imported {
    import::read("rates", text.as_bytes(), &context())
}

fn dollars(imported: &Imported, yuan: i64) -> Option<i64> {
    let rates = Rates::new(imported.records.rates.clone());
    let conversion = rates.conversion(Currency::CNY, Currency::USD)?;
    conversion.apply(Micros(yuan)).map(|amount| amount.0)
}

#[test]
fn the_three_files_of_the_bank_give_the_same_rates() {
    for text in [DAILY, HISTORY, XML] {
        let imported = read(text);
        assert_eq!(imported.format, Some(Format::Ecb), "{text}");
        assert_eq!(problems(&imported), Vec::<String>::new(), "{text}");
        assert_eq!(dollars(&imported, 80_000_000), Some(11_000_000), "{text}");
        assert!(
            imported
                .records
                .rates
                .iter()
                .all(|rate| rate.evidence.as_of.as_str() == "2026-11-27")
        );
    }
    assert_eq!(noted(&read(DAILY), Remark::NoRate), 1);
    assert_eq!(noted(&read(HISTORY), Remark::OlderDays), 2);
}

#[test]
fn the_own_table_reads_rates_between_any_two_currencies() {
    let text = "base,quote,rate,source,as_of,grade\nUSD,CNY,7.25,bank,2026-11-27,C\n";
    let imported = read(text);
    assert_eq!(problems(&imported), Vec::<String>::new());
    assert_eq!(dollars(&imported, 14_500_000), Some(2_000_000));
}

#[test]
fn a_broken_rate_is_a_problem_that_names_row_and_column() {
    for (text, expected) in [
        ("Date,USD,CNY\n2026-11-27,1.1,zero\n", "row 2, column CNY"),
        ("Date,USD,CNY\n2026-11-27,-1,8\n", "row 2, column USD"),
        ("Date,USD,CNY\nyesterday,1.1,8\n", "row 2, column Date"),
        ("Date,USD,CNY\n2099-01-01,1.1,8\n", "row 2, column Date"),
        ("Date,USD,CNY\n", "no day with rates"),
        (
            "base,quote,rate,source,as_of,grade\nUSD,yuan,7,bank,2026,C\n",
            "row 2, column quote",
        ),
        ("<html><p>rates</p></html>", "XML is of no known format"),
        ("<Cube><Cube time='2026-11-27'><Cube currency='USD' rate='1", "XML"),
    ] {
        let found = problems(&read(text));
        assert!(
            found.iter().any(|problem| problem.contains(expected)),
            "{text}: {found:?}"
        );
    }
}
