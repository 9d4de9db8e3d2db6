//! TM1, SMSMKT's `send-message` (`.github/providers/messages.md`).

use async_trait::async_trait;
use serde::{Deserialize, Serialize};

use super::protocol::{Protocol, SmsError};
use platform::config::SmsService;
use platform::outside::{CallOutcome, OutsideClient, Service};

/// The client of a service that speaks TM1.
pub(super) struct Tm1<'a> {
    pub(super) http: &'a OutsideClient,
    pub(super) service: &'a SmsService,
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

#[async_trait]
impl Protocol for Tm1<'_> {
    async fn send(&self, phone: &str, message: &str) -> Result<(), SmsError> {
        let service = self.service;
        let request = self
            .http
            .post(format!("{}/send-message", service.base_url.as_str()))
            .header("api_key", service.api_key.reveal())
            .header("secret_key", service.secret_key.reveal())
            .json(&Delivery {
                message,
                phone,
                sender: &service.sender,
            });
        let call = self.http.begin(Service::Sms);
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
}
