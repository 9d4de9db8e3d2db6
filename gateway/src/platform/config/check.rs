//! What a configuration must hold together, and the cleaning of its HTML.

use std::collections::HashSet;
use std::path::PathBuf;

use ledger::Currency;

use super::{Config, Link, Text};

/// Why a configuration cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("cannot read {path}: {cause}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        cause: std::io::Error,
    },
    /// Not TOML, or not the expected keys.
    #[error("{0}")]
    Malformed(#[from] toml::de::Error),
    /// A `${` without its `}`.
    #[error("a variable is not closed in {0:?}")]
    Unclosed(String),
    /// A variable without a value and without a default.
    #[error("the environment has no {0}")]
    NoVariable(String),
    /// The parts contradict each other.
    #[error("{0}")]
    Contradiction(String),
}

pub(super) fn contradiction(what: String) -> ConfigError {
    ConfigError::Contradiction(what)
}

pub(super) fn require(holds: bool, what: impl FnOnce() -> String) -> Result<(), ConfigError> {
    if holds {
        Ok(())
    } else {
        Err(contradiction(what()))
    }
}

pub(super) fn is_colour(text: &str) -> bool {
    text.len() == 7
        && text.starts_with('#')
        && text[1..].bytes().all(|byte| byte.is_ascii_hexdigit())
}

impl Link {
    fn is_web(&self) -> bool {
        reqwest::Url::parse(&self.0)
            .is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
    }

    /// An address that browsers follow.
    pub(super) fn check(&self, of: &str) -> Result<(), ConfigError> {
        // A path on our own host is an address, too; `//host` is not one of them.
        let is_own_path = self.0.starts_with('/') && !self.0.starts_with("//");
        require(self.is_web() || is_own_path, || {
            format!("{of}: {:?} is not an http address", self.0)
        })
    }

    /// An address that is called from here or by others: it names its host.
    fn check_with_host(&self, of: &str) -> Result<(), ConfigError> {
        require(self.is_web(), || {
            format!("{of}: {:?} is not an http address with a host", self.0)
        })
    }
}

impl Text {
    pub(super) fn clean(&mut self) {
        for html in [&mut self.th, &mut self.la, &mut self.en] {
            *html = ammonia::clean(html);
        }
    }
}

impl Config {
    /// Takes from the HTML whatever could run or load something.
    pub(super) fn clean(&mut self) {
        self.contact.text.clean();
        for text in &mut self.texts.conditions {
            text.clean();
        }
        for text in &mut self.texts.agreements {
            text.clean();
        }
        self.invite.clean();
        self.wheel.clean();
        self.clean_rewards();
        let links = [
            Some(&mut self.slip_checker.base_url),
            Some(&mut self.payout_bank.base_url),
            Some(&mut self.sms.base_url),
            Some(&mut self.qr.callback_base),
            Some(&mut self.gift.base_url),
            Some(&mut self.service.website),
        ];
        let providers = self.providers.iter_mut().map(|it| Some(&mut it.base_url));
        let psps = self.psps.iter_mut().map(|it| Some(&mut it.base_url));
        for link in links.into_iter().chain(providers).chain(psps).flatten() {
            let length = link.0.trim_end_matches('/').len();
            link.0.truncate(length);
        }
    }

    /// Refuses a configuration whose parts contradict each other.
    pub(super) fn check(&self) -> Result<(), ConfigError> {
        self.check_banks()?;
        self.check_bounds()?;
        self.check_providers()?;
        self.check_deposits()?;
        self.check_psps()?;
        self.check_links()?;
        self.howto.check()?;
        self.withdrawal.check()?;
        self.protection.check()?;
        self.proof.check()?;
        self.invite.check()?;
        self.wheel.check()?;
        self.chat.check()?;
        self.check_support()?;
        self.check_rewards()?;
        require(
            matches!(self.service.default_locale.as_str(), "th" | "la"),
            || "service.default_locale is th or la".to_owned(),
        )?;
        let are_open = self.service.connections_per_address_max > 0
            && self.service.requests_in_progress_max > 0;
        require(are_open, || "a bound of service is 0".to_owned())?;
        require(!self.sources.is_empty(), || "no source".to_owned())?;
        require(self.otp.tries_max > 0, || "otp.tries_max is 0".to_owned())
    }

    fn check_banks(&self) -> Result<(), ConfigError> {
        let mut codes = HashSet::new();
        for bank in &self.banks {
            require(codes.insert(&bank.code), || {
                format!("bank {} is listed twice", bank.code)
            })?;
            require(is_colour(&bank.colour), || {
                format!("bank {}: colour is not #rrggbb", bank.code)
            })?;
            if let Some(number) = &bank.number {
                let is_number = number.len() == 3 && number.bytes().all(|it| it.is_ascii_digit());
                require(is_number, || {
                    format!("bank {}: number is not three digits", bank.code)
                })?;
            }
        }
        let mut ids = HashSet::new();
        for account in &self.deposit_accounts {
            require(ids.insert(&account.id) && !account.id.is_empty(), || {
                format!("deposit account {:?} is empty or listed twice", account.id)
            })?;
            // A payment service has a separate code that no player can register with.
            let is_service = account.bank_type.as_deref() == Some("PAYMENT");
            require(
                is_service || self.bank(&account.bank_code).is_some(),
                || format!("deposit account {}: no such bank", account.id),
            )?;
            let is_number = account.account_no.bytes().all(|it| it.is_ascii_digit());
            require(is_number && !account.account_no.is_empty(), || {
                format!("deposit account {}: digits only", account.id)
            })?;
        }
        Ok(())
    }

    fn check_bounds(&self) -> Result<(), ConfigError> {
        let needed: &[Currency] = if self.service.lao_mode {
            &[Currency::Thb, Currency::Lak]
        } else {
            &[Currency::Thb]
        };
        for currency in needed {
            require(self.bounds.contains_key(currency), || {
                format!("bounds.{currency} is missing")
            })?;
        }
        for (currency, bounds) in &self.bounds {
            let money = bounds
                .in_currency(*currency)
                .map_err(|error| contradiction(format!("bounds.{currency}: {error}")))?;
            let are_positive = money.deposit_min.is_positive()
                && money.transfer_min.is_positive()
                && money.withdraw_min.is_positive();
            require(are_positive, || {
                format!("bounds.{currency}: an amount is not above zero")
            })?;
            require(bounds.withdraw_min <= bounds.withdraw_max, || {
                format!("bounds.{currency}: withdraw_min is above withdraw_max")
            })?;
        }
        Ok(())
    }

    /// The ways to deposit other than bank accounts, and the hours of slips.
    fn check_deposits(&self) -> Result<(), ConfigError> {
        if let Some(what) = self.gift.contradiction() {
            return Err(contradiction(format!("gift: {what}")));
        }
        let own = self.deposit_account(&self.gift.deposit_account).is_none();
        require(own, || {
            "gift.deposit_account is a bank account's id".to_owned()
        })?;
        if let Some(what) = self.manual_deposit.contradiction() {
            return Err(contradiction(format!("manual_deposit: {what}")));
        }
        let is_time = |text: &String| chrono::NaiveTime::parse_from_str(text, "%H:%M").is_ok();
        let hours = match (&self.slip.closed_from, &self.slip.closed_until) {
            (None, None) => true,
            (Some(from), Some(until)) => is_time(from) && is_time(until) && from != until,
            _ => false,
        };
        require(hours, || {
            "slip: closed_from and closed_until are two times of day, HH:MM".to_owned()
        })?;
        require(!self.slip.staff_above.has_negative(), || {
            "slip: staff_above is below zero".to_owned()
        })
    }

    fn check_providers(&self) -> Result<(), ConfigError> {
        let mut codes = HashSet::new();
        require(self.breaker.failures_max > 0, || {
            "breaker.failures_max is 0".to_owned()
        })?;
        for provider in &self.providers {
            let code = &provider.code;
            require(codes.insert(code), || {
                format!("provider {code} is listed twice")
            })?;
            require(is_colour(&provider.colour), || {
                format!("provider {code}: colour is not #rrggbb")
            })?;
            let rate = provider.ft_wallet_slot;
            // With a fraction, the provider could hold what no wallet can: 0.01 of it.
            let is_whole = rate > rust_decimal::Decimal::ZERO && rate.fract().is_zero();
            require(is_whole, || {
                format!("provider {code}: ft_wallet_slot is not a whole number above zero")
            })?;
            require(provider.time_out_ms > 0, || {
                format!("provider {code}: time_out_ms is 0")
            })?;
        }
        Ok(())
    }

    fn check_psps(&self) -> Result<(), ConfigError> {
        let mut codes = HashSet::new();
        let mut accounts = HashSet::new();
        for psp in &self.psps {
            let code = &psp.bank_code;
            require(codes.insert(code), || format!("psp {code} is listed twice"))?;
            let account = self
                .deposit_account(&psp.deposit_account)
                .ok_or_else(|| contradiction(format!("psp {code}: no such deposit account")))?;
            let currency = account.currency;
            // Players are shown the others, to transfer to by hand.
            require(account.bank_type.as_deref() == Some("PAYMENT"), || {
                format!("psp {code}: its deposit account is a bank's, not of bank_type PAYMENT")
            })?;
            require(accounts.insert(&psp.deposit_account), || {
                format!("psp {code}: its deposit account is another service's")
            })?;
            let amounts = psp.minimum_in(currency).and_then(|minimum| {
                let quick = psp.quick_amounts_in(currency)?;
                Ok(minimum.is_positive() && quick.iter().all(|it| it.amount() >= psp.minimum))
            });
            require(amounts == Ok(true), || {
                format!("psp {code}: an amount does not fit or is below the minimum")
            })?;
            require((1..=1_440).contains(&psp.expire_minutes), || {
                format!("psp {code}: expire_minutes is from 1 to 1440")
            })?;
            let receiver = &psp.biller_id;
            let is_receiver = match currency {
                Currency::Thb => {
                    receiver.len() == 15 && receiver.bytes().all(|it| it.is_ascii_digit())
                }
                Currency::Lak => {
                    (1..=30).contains(&receiver.len())
                        && receiver.bytes().all(|it| it.is_ascii_alphanumeric())
                }
                Currency::Coin => false,
            };
            require(is_receiver, || {
                format!("psp {code}: biller_id is no receiver's")
            })?;
            // An empty key would let anybody sign notifications.
            require(psp.secret.reveal().len() >= 8, || {
                format!("psp {code}: the secret is shorter than 8 characters")
            })?;
        }
        self.qr
            .contradiction()
            .map_or(Ok(()), |what| Err(contradiction(format!("qr: {what}"))))
    }

    fn check_links(&self) -> Result<(), ConfigError> {
        self.service.website.check("service.website")?;
        self.contact.line_link.check("contact.line_link")?;
        self.slip_checker
            .base_url
            .check_with_host("slip_checker.base_url")?;
        self.payout_bank
            .base_url
            .check_with_host("payout_bank.base_url")?;
        self.sms.base_url.check_with_host("sms.base_url")?;
        self.qr.callback_base.check_with_host("qr.callback_base")?;
        for psp in &self.psps {
            psp.base_url
                .check_with_host(&format!("psp {}", psp.bank_code))?;
        }
        self.gift.base_url.check_with_host("gift.base_url")?;
        if let Some(link) = &self.contact.line_qr {
            link.check("contact.line_qr")?;
        }
        for provider in &self.providers {
            let name = format!("provider {}", provider.code);
            provider.base_url.check_with_host(&name)?;
            let shown = [
                &provider.logo,
                &provider.background,
                &provider.web,
                &provider.android,
                &provider.ios,
            ];
            for link in shown.into_iter().flatten() {
                link.check(&name)?;
            }
        }
        Ok(())
    }
}
