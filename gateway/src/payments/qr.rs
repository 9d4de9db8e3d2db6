//! QR orders: made with a payment service, looked after until they are paid or over.

pub(crate) mod notice;
pub(crate) mod order;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod turn_tests;
pub(crate) mod work;
