//! QR orders: created at a payment service, and watched until they are paid or have expired.

pub(crate) mod notice;
pub(crate) mod order;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod turn_tests;
pub(crate) mod work;
