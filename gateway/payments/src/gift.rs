//! Gift links of the mobile wallet: reading, redeeming, and storing them as long as they are
//! needed.

pub mod envelope;
pub mod link;
pub mod link_store;
pub mod redeem;
pub mod work;
#[cfg(test)]
mod work_tests;
