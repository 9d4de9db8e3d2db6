//! The proof log as the API shows it: to members, to staff and to the public.

pub mod bundle;
pub mod liabilities;
pub mod places;
pub mod receipt;
pub mod sealed;
pub mod sealer;
pub mod totals;
pub mod witnesses;

use std::sync::Arc;

use ledger::proof::KeyError;
use platform::core::Core;

use sealer::Sealing;

/// Seals the log and has it signed by its witnesses, until the gateway stops.
pub async fn start(core: &Core, sealing: &Arc<Sealing>) -> Result<(), KeyError> {
    sealer::start(core, sealing).await?;
    witnesses::start(core, sealing);
    totals::start(core, sealing);
    Ok(())
}
