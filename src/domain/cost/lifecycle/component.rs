//! What a month consists of.

/// One of the things a load pays for, in the order shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Component {
    /// Committed capacity.
    ComputeBase,
    /// Hours above it.
    ComputeBurst,
    /// More hours for the same work under a hypervisor.
    VirtualisationLoss,
    /// Data out.
    DataTransfer,
    /// Hot storage.
    StorageHot,
    /// Warm storage.
    StorageWarm,
    /// Cold storage.
    StorageCold,
    /// The support plan.
    Support,
    /// People, less what is automated.
    OpsLabour,
    /// Moving in, once.
    Migration,
}

/// All components.
pub const COMPONENTS: [Component; 10] = [
    Component::ComputeBase,
    Component::ComputeBurst,
    Component::VirtualisationLoss,
    Component::DataTransfer,
    Component::StorageHot,
    Component::StorageWarm,
    Component::StorageCold,
    Component::Support,
    Component::OpsLabour,
    Component::Migration,
];

impl Component {
    /// Its key in texts and files.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::ComputeBase => "compute_base",
            Self::ComputeBurst => "compute_burst",
            Self::VirtualisationLoss => "virtualisation_loss",
            Self::DataTransfer => "data_transfer",
            Self::StorageHot => "storage_hot",
            Self::StorageWarm => "storage_warm",
            Self::StorageCold => "storage_cold",
            Self::Support => "support",
            Self::OpsLabour => "ops_labour",
            Self::Migration => "migration",
        }
    }
}
