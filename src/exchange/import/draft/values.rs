//! What a cell or the context says, as a value or a located problem.

use super::{At, Draft};
use crate::domain::ids::{AcceleratorId, VendorId};
use crate::domain::money::Micros;
use crate::exchange::import::accelerators::{Clues, shown};
use crate::exchange::import::decimal::{Amount, Decimal, Style};
use crate::exchange::import::note::Remark;
use crate::exchange::{ProblemKind, Reason, Unsaid};

impl Draft<'_> {
    /// The vendor given beside the file; a problem of the whole file when it is missing or unknown.
    pub(in crate::exchange::import) fn given_vendor(&mut self, fallback: Option<&str>) -> Option<VendorId> {
        let given = self.context.vendor.as_ref().map(VendorId::as_str).or(fallback);
        let Some(id) = given else {
            self.fault(At::default(), "", Unsaid::Vendor);
            return None;
        };
        let vendor = self.context.catalogue.vendor(id).map(|vendor| vendor.id.clone());
        if vendor.is_none() {
            let id = id.to_owned();
            self.kind(At::default(), "", ProblemKind::Unknown { kind: "vendor", id });
        }
        vendor
    }

    /// The accelerator a row means; a problem in `column` when that is not clear.
    pub(in crate::exchange::import) fn accelerator(
        &mut self,
        clues: &Clues<'_>,
        at: At<'_>,
        column: &str,
    ) -> Option<AcceleratorId> {
        match self.known.accelerator(clues) {
            Ok((id, remark)) => {
                let id = id.clone();
                if let Some(remark) = remark {
                    self.note(remark, at);
                }
                Some(id)
            }
            Err(reason) => {
                self.fault(at, column, reason);
                None
            }
        }
    }

    /// A price above zero, times `above / below`; anything else is a problem.
    pub(in crate::exchange::import) fn price(
        &mut self,
        cell: &str,
        (above, below): (u32, u32),
        at: At<'_>,
        column: &str,
    ) -> Option<Micros> {
        let number = Decimal::parse(cell, Style::PLAIN);
        self.amount(number, cell, (above, below), (at, column))
    }

    /// The same for a number that is read already.
    pub(in crate::exchange::import) fn amount(
        &mut self,
        number: Option<Decimal>,
        cell: &str,
        (above, below): (u32, u32),
        (at, column): (At<'_>, &str),
    ) -> Option<Micros> {
        let Some(number) = number else {
            self.fault(at, column, Reason::Amount(shown(cell)));
            return None;
        };
        match number.amount(above, below) {
            Some(Amount { micros, rounded }) if micros.0 > 0 => {
                if rounded {
                    self.note(Remark::Rounded, at);
                }
                Some(micros)
            }
            Some(_) => {
                self.fault(at, column, Reason::Price(shown(cell)));
                None
            }
            None => {
                self.fault(at, column, Reason::TooDear(shown(cell)));
                None
            }
        }
    }
}
