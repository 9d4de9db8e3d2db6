//! Text messages, by SMSMKT's `send-message`.

use serde::{Deserialize, Serialize};

use platform::config::SmsService;
use platform::outside::{CallOutcome, OutsideClient, Service};

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
pub async fn send(
    http: &OutsideClient,
    service: &SmsService,
    phone: &str,
    message: &str,
) -> Result<(), SmsError> {
    let request = http
        .post(format!("{}/send-message", service.base_url.as_str()))
        .header("api_key", service.api_key.reveal())
        .header("secret_key", service.secret_key.reveal())
        .json(&Delivery {
            message,
            phone,
            sender: &service.sender,
        });
    let call = http.begin(Service::Sms);
    let response = match request.send().await {
        Ok(response) => response,
        Err(error) if error.is_connect() => {
            call.end(CallOutcome::NotConnected);
            return Err(SmsError::Refused(error.without_url().to_string()));
        }
        Err(error) => return Err(SmsError::Unknown(error.without_url().to_string())),
    };
    let status = response.status();
    let answer = response.json::<Answer>().await;
    call.end(CallOutcome::of_status(status.as_u16()));
    match answer {
        Ok(answer) if status.is_success() && answer.code == "000" => Ok(()),
        Ok(answer) => Err(SmsError::Refused(format!("{status} {}", answer.code))),
        Err(_) if status.is_client_error() => Err(SmsError::Refused(status.to_string())),
        Err(_) => Err(SmsError::Unknown(status.to_string())),
    }
}
