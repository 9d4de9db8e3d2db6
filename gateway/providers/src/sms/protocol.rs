//! The call that a service of text messages answers; no adapter is known here.

use async_trait::async_trait;

/// Why a message was not delivered to the service.
#[derive(Debug, thiserror::Error)]
pub enum SmsError {
    /// The service answered that it did not take the message.
    #[error("the SMS service refused: {0}")]
    Refused(String),
    /// No answer, or an unreadable one: the message may be on its way.
    #[error("the SMS service did not answer: {0}")]
    Unknown(String),
}

/// The client of a service of text messages in the protocol that it speaks.
#[async_trait]
pub trait Protocol: Send + Sync {
    /// Hands a message over. It is not repeated: a message may arrive twice, and a code may not.
    async fn send(&self, phone: &str, message: &str) -> Result<(), SmsError>;
}
