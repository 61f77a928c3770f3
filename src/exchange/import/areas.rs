//! The part of the world a region lies in, from the names clouds give their regions. A name that says nothing stays unspecified.

use crate::domain::catalogue::Area;

/// Names that stand at the beginning, longest first where one begins another.
const BEGINNINGS: [(&str, Area); 38] = [
    ("cn-hongkong", Area::Apac),
    ("chinaeast", Area::Cn),
    ("chinanorth", Area::Cn),
    ("northamerica-northeast", Area::Ca),
    ("northamerica-south", Area::Latam),
    ("southamerica", Area::Latam),
    ("northeurope", Area::Eu),
    ("westeurope", Area::Eu),
    ("southafrica", Area::Af),
    ("southeastasia", Area::Apac),
    ("eastasia", Area::Apac),
    ("us-", Area::Us),
    ("usgov", Area::Us),
    ("usdod", Area::Us),
    ("eu-", Area::Eu),
    ("europe-", Area::Eu),
    ("uk-", Area::Eu),
    ("fr-", Area::Eu),
    ("nl-", Area::Eu),
    ("pl-", Area::Eu),
    ("no-", Area::Eu),
    ("se-", Area::Eu),
    ("fi-", Area::Eu),
    ("fin-", Area::Eu),
    ("cn-", Area::Cn),
    ("ca-", Area::Ca),
    ("canada", Area::Ca),
    ("ap-", Area::Apac),
    ("asia-", Area::Apac),
    ("australia", Area::Apac),
    ("me-", Area::Me),
    ("il-", Area::Me),
    ("af-", Area::Af),
    ("africa-", Area::Af),
    ("sa-", Area::Latam),
    ("mx-", Area::Latam),
    ("norway", Area::Eu),
    ("sweden", Area::Eu),
];

/// Countries and other words inside names without hyphens, as Azure has them.
const WORDS: [(&str, Area); 23] = [
    ("france", Area::Eu),
    ("germany", Area::Eu),
    ("switzerland", Area::Eu),
    ("poland", Area::Eu),
    ("italy", Area::Eu),
    ("spain", Area::Eu),
    ("austria", Area::Eu),
    ("belgium", Area::Eu),
    ("denmark", Area::Eu),
    ("uksouth", Area::Eu),
    ("ukwest", Area::Eu),
    ("japan", Area::Apac),
    ("korea", Area::Apac),
    ("india", Area::Apac),
    ("newzealand", Area::Apac),
    ("indonesia", Area::Apac),
    ("malaysia", Area::Apac),
    ("brazil", Area::Latam),
    ("mexico", Area::Latam),
    ("chile", Area::Latam),
    ("uae", Area::Me),
    ("qatar", Area::Me),
    ("israel", Area::Me),
];

/// Endings of names of Azure's regions in the United States.
const ENDINGS: [&str; 7] = [
    "eastus",
    "eastus2",
    "eastus3",
    "westus",
    "westus2",
    "westus3",
    "centralus",
];

/// The area of a region by its name.
pub(super) fn area_of(region: &str) -> Area {
    let region = region.trim().to_lowercase();
    let beginning = BEGINNINGS.iter().find(|(name, _)| region.starts_with(name));
    if let Some((_, area)) = beginning.or_else(|| WORDS.iter().find(|(name, _)| region.contains(name))) {
        return *area;
    }
    if ENDINGS.iter().any(|name| region.ends_with(name)) {
        return Area::Us;
    }
    Area::Unspecified
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_region_lies_where_its_name_says() {
        for (region, area) in [
            ("us-east-1", Area::Us),
            ("us-gov-west-1", Area::Us),
            ("northcentralus", Area::Us),
            ("canadacentral", Area::Ca),
            ("cn-beijing", Area::Cn),
            ("cn-hongkong", Area::Apac),
            ("southcentralus", Area::Us),
            ("southindia", Area::Apac),
            ("uaenorth", Area::Me),
            ("northamerica-northeast1", Area::Ca),
            ("europe-west4", Area::Eu),
            ("af-casablanca-1", Area::Af),
            ("attatlanta1", Area::Unspecified),
            ("", Area::Unspecified),
        ] {
            assert_eq!(area_of(region), area, "{region}");
        }
    }
}
