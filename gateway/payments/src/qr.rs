//! QR orders: created at a payment service, and watched until they are paid or have expired.

pub mod notice;
pub mod order;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod turn_tests;
pub mod work;
