//! Words by hand.

use rust_decimal::dec;

use super::words::Words;
use crate::domain::money::Currency;

fn read(query: &str) -> Result<Words, crate::domain::brief::BadWord> {
    Words::read(query.split('&').filter_map(|pair| pair.split_once('=')))
}

#[test]
fn words_are_read_and_written_back_without_defaults() {
    let mut words = read("own_pue=1.4&growth=-2.5&o=b,a&o=a&virt=kvm&redundancy=1&price.a=2.50&model=annual").unwrap();
    assert_eq!(
        (words.number("growth"), words.number("own_pue")),
        (Some(dec!(-2.5)), Some(dec!(1.4)))
    );
    words.normalise(Currency::USD);
    let written: Vec<String> = words.pairs().into_iter().map(|(w, v)| format!("{w}={v}")).collect();
    assert_eq!(written.join("&"), "model=annual&o=b,a&virt=kvm&growth=-2.5&price.a=2.5");
    assert!(!words.has_own_machine() && read("own_rent=1").unwrap().has_own_machine());
}

#[test]
fn a_bad_word_is_named() {
    for query in [
        "virt=docker",
        "growth=-51",
        "growth=1e3",
        "ops=-1",
        "rpa=101",
        "model=x",
        "claim=yes",
        "o=A B",
        "price.a=-1",
        "a.rule=steep",
        "util_from=guess",
    ] {
        assert_eq!(
            read(query).unwrap_err().word,
            query.split('=').next().unwrap(),
            "{query}"
        );
    }
    let many: Vec<String> = (0..13).map(|n| format!("o{n}")).collect();
    assert_eq!(read(&format!("o={}", many.join(","))).unwrap_err().word, "o");
}
