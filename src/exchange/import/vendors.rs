//! Which vendor a name means: an id, a name of the catalogue, or one of the names that the lists we read use.

use crate::domain::catalogue::Catalogue;
use crate::domain::ids::VendorId;

/// Names in lists and of submitters, and the ids they mean.
const NAMES: [(&str, &str); 22] = [
    ("amazon", "aws"),
    ("amazon aws", "aws"),
    ("aws", "aws"),
    ("gcp", "gcp"),
    ("google", "gcp"),
    ("google cloud", "gcp"),
    ("azure", "azure"),
    ("microsoft", "azure"),
    ("oracle", "oci"),
    ("oracle cloud", "oci"),
    ("oci", "oci"),
    ("alibaba", "alibaba"),
    ("tencent", "tencent"),
    ("huawei", "huawei"),
    ("datacrunch", "verda"),
    ("cudo compute", "cudo"),
    ("jarvislabs", "jarvislabs"),
    ("latitude.sh", "latitude"),
    ("lambda labs", "lambda"),
    ("vast.ai", "vast"),
    ("do", "digitalocean"),
    ("ovh", "ovhcloud"),
];

/// The vendor of that name, if the catalogue has it.
pub(super) fn vendor_named(catalogue: &Catalogue, name: &str) -> Option<VendorId> {
    let name = name.trim().to_lowercase();
    let listed = NAMES.iter().find(|(known, _)| *known == name).map(|(_, id)| *id);
    let by_id = catalogue.vendor(listed.unwrap_or(&name));
    let by_name = || {
        catalogue.vendors().find(|vendor| {
            vendor.name.to_lowercase() == name || vendor.name_zh.as_ref().is_some_and(|zh| zh.to_lowercase() == name)
        })
    };
    by_id.or_else(by_name).map(|vendor| vendor.id.clone())
}
