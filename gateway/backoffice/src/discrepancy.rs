//! Differences as work for staff: what reconciliation and verification find, until a person ends it
//! with a reason.
//!
//! 1. A difference that is seen again is the same row, unless staff have ended it meanwhile.
//! 2. A comparison that covers a difference and no longer sees it says so, and ends nothing.
//! 3. Only a decision of staff ends one, see [`crate::review`]. An explained difference of the same
//!    amount stays explained.
//! 4. A row without its MAC is no difference, and hides none.

pub mod list;
pub mod note;
pub(crate) mod record;
pub mod row;
