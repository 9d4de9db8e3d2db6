//! Text messages, by SMSMKT's `send-message`.

use serde::{Deserialize, Serialize};

use crate::platform::config::SmsService;

/// Why a message was not delivered to the service.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SmsError {
    /// The service answered that it did not take the message.
    #[error("the SMS service refused: {0}")]
    Refused(String),
    /// No answer, or one that cannot be read: the message may be on its way.
    #[error("the SMS service did not answer: {0}")]
    Unknown(String),
}

#[derive(Serialize)]
struct Delivery<'a> {
    message: &'a str,
    phone: &'a str,
    sender: &'a str,
}

#[derive(Deserialize)]
struct Answer {
    code: String,
}

/// Hands a message over.
pub(crate) async fn send(
    http: &reqwest::Client,
    service: &SmsService,
    phone: &str,
    message: &str,
) -> Result<(), SmsError> {
    let response = http
        .post(format!("{}/send-message", service.base_url.as_str()))
        .header("api_key", service.api_key.reveal())
        .header("secret_key", service.secret_key.reveal())
        .json(&Delivery {
            message,
            phone,
            sender: &service.sender,
        })
        .send()
        .await
        .map_err(|error| {
            let is_refused = error.is_connect();
            let what = error.without_url().to_string();
            if is_refused {
                SmsError::Refused(what)
            } else {
                SmsError::Unknown(what)
            }
        })?;
    let status = response.status();
    let answer = response.json::<Answer>().await;
    match answer {
        Ok(answer) if status.is_success() && answer.code == "000" => Ok(()),
        Ok(answer) => Err(SmsError::Refused(format!("{status} {}", answer.code))),
        Err(_) if status.is_client_error() => Err(SmsError::Refused(status.to_string())),
        Err(_) => Err(SmsError::Unknown(status.to_string())),
    }
}
