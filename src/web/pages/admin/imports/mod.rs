//! Files into the catalogue: sent, looked at with progress, shown with everything they would change, and taken when somebody
//! confirms. The file waits in the database, so any server can go on with it.

mod preview;
mod upload;
mod work;

pub use preview::{confirm, show};
pub use upload::{create, index};
pub use work::Works;
