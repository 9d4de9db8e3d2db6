//! What is done to the product.

mod effect;
pub(crate) mod failover;
pub(crate) mod hand;
pub(crate) mod plan;
pub(crate) mod recovery;
