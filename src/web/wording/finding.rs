//! Findings. Attributes and plans have their names in the reader's language; ids, units and what sources say stay as they are.

use std::fmt::Display;

use super::{inside, tidy};
use crate::domain::catalogue::{Catalogue, Plan};
use crate::exchange::plausibility::{About, Because, Finding, Message, Stated};
use crate::web::lang::Lang;

/// Words findings about a catalogue.
#[derive(Debug, Clone, Copy)]
pub struct Words<'a> {
    /// Where attributes have their names.
    pub catalogue: &'a Catalogue,
    /// The reader's language.
    pub lang: Lang,
}

type Blanks<'v> = [(&'v str, &'v dyn Display)];

impl Words<'_> {
    /// What it is about, and what is wrong.
    #[must_use]
    pub fn sentence(self, finding: &Finding) -> String {
        let mark = if self.lang == Lang::Zh { "：" } else { ": " };
        format!(
            "{}{mark}{}",
            self.about(&finding.subject),
            self.message(&finding.message)
        )
    }

    /// What is wrong.
    #[must_use]
    pub fn message(self, message: &Message) -> String {
        match message {
            Message::SameChipDiffers { attribute, one, two } => {
                self.of_attribute("finding.says.same_chip", attribute, &[("one", one), ("two", two)])
            }
            Message::Tf32IsFp32 { value, card } => self.say("finding.says.tf32", &[("value", value), ("card", card)]),
            Message::MemoryAboveCard { value } => self.say("finding.says.memory", &[("value", value)]),
            Message::SeveralProducts { value, cards } => {
                let mark = if self.lang == Lang::Zh { "、" } else { ", " };
                let cards = cards.join(mark);
                self.say("finding.says.several_products", &[("value", value), ("cards", &cards)])
            }
            Message::FigureOfAnotherProduct { value, card } => {
                self.say("finding.says.figure_of_another", &[("value", value), ("card", card)])
            }
            Message::FarFromDataSheet {
                attribute,
                value,
                ratio,
                because,
            } => {
                let key = match because {
                    None => "finding.says.far",
                    Some(Because::EightTimes) => "finding.says.far_eight",
                    Some(Because::Prefix) => "finding.says.far_prefix",
                    Some(Because::Sparsity) => "finding.says.far_sparsity",
                };
                let ratio = format!("{ratio:.2}");
                self.of_attribute(key, attribute, &[("value", value), ("ratio", &ratio)])
            }
            Message::AboveHundred { attribute, value } => {
                self.of_attribute("finding.says.above_hundred", attribute, &[("value", value)])
            }
            Message::BelowLeast {
                attribute,
                value,
                least,
            } => self.of_attribute(
                "finding.says.below_least",
                attribute,
                &[("value", value), ("least", least)],
            ),
            Message::NotOnDataSheet { attribute, value } => {
                self.of_attribute("finding.says.not_on_data_sheet", attribute, &[("value", value)])
            }
            Message::UnknownProduct => self.say("finding.says.unknown_product", &[]),
            Message::FutureDate { date, today } => {
                self.say("finding.says.future_date", &[("date", date), ("today", today)])
            }
            Message::PriceNotPositive { plan, amount, currency } => self.say(
                "finding.says.price_not_positive",
                &[("plan", &self.plan(*plan)), ("amount", amount), ("currency", currency)],
            ),
            Message::SpotNotBelowList { spot, list, currency } => self.say(
                "finding.says.spot_not_below",
                &[("spot", spot), ("list", list), ("currency", currency)],
            ),
            Message::BelowOthers { each, lowest, currency } => self.say(
                "finding.says.below_others",
                &[
                    ("each", &format!("{each:.2}")),
                    ("lowest", &format!("{lowest:.2}")),
                    ("currency", currency),
                ],
            ),
            Message::AboveOthers {
                each,
                highest,
                currency,
            } => self.say(
                "finding.says.above_others",
                &[
                    ("each", &format!("{each:.2}")),
                    ("highest", &format!("{highest:.2}")),
                    ("currency", currency),
                ],
            ),
            Message::PriceOfAnotherProduct {
                amount,
                currency,
                offer,
            } => self.say(
                "finding.says.price_of_another",
                &[("amount", amount), ("currency", currency), ("offer", offer)],
            ),
        }
    }

    /// What record or value it is about.
    #[must_use]
    pub fn about(self, about: &About) -> String {
        match about {
            About::Subject(kind, id) => self.subject(kind.word(), id),
            About::Result(id) => self.say("finding.about.result", &[("id", id)]),
            About::Prices(offer) => self.say("finding.about.prices", &[("offer", offer)]),
            About::Price(plan, offer) => {
                self.say("finding.about.price", &[("plan", &self.plan(*plan)), ("offer", offer)])
            }
            About::Value(attribute, id) => self.of_attribute("finding.about.value", attribute, &[("id", id)]),
            About::Fact(attribute, kind, id) => {
                let subject = self.subject(kind.word(), id);
                self.of_attribute("finding.about.fact", attribute, &[("subject", &subject)])
            }
        }
    }

    /// A value as its source has it.
    #[must_use]
    pub fn stated(self, stated: &Stated) -> String {
        match stated {
            Stated::Plain(text) => text.clone(),
            Stated::Hourly(amount, currency) => {
                self.say("finding.hourly", &[("amount", amount), ("currency", currency)])
            }
        }
    }

    fn subject(self, kind: &str, id: &str) -> String {
        let kind = self.lang.t(&format!("record.{kind}")).to_lowercase();
        self.say("finding.about.subject", &[("kind", &kind), ("id", &id)])
    }

    fn plan(self, plan: Plan) -> String {
        self.lang.t(&format!("plan.{plan}")).to_lowercase()
    }

    fn of_attribute(self, key: &str, id: &str, others: &Blanks<'_>) -> String {
        let attribute = self.catalogue.attribute(id);
        let name = attribute.map_or(id, |attribute| match self.lang {
            Lang::En => attribute.name_en.as_str(),
            Lang::Zh => attribute.name_zh.as_str(),
        });
        let name = inside(name, self.lang);
        let mut blanks: Vec<(&str, &dyn Display)> = vec![("attribute", &name)];
        blanks.extend_from_slice(others);
        self.say(key, &blanks)
    }

    fn say(self, key: &str, blanks: &Blanks<'_>) -> String {
        tidy(&self.lang.fill(key, blanks))
    }
}
