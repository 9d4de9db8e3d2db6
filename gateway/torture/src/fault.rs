//! What is done to the product.

pub(crate) mod hand;
pub(crate) mod plan;
pub(crate) mod recovery;
