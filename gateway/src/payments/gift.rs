//! Gift links of the mobile wallet: reading, redeeming, and storing them as long as they are
//! needed.

pub(crate) mod envelope;
pub(crate) mod link;
pub(crate) mod link_store;
pub(crate) mod redeem;
pub(crate) mod work;
#[cfg(test)]
mod work_tests;
