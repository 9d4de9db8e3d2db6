//! The rules between the parts of a configuration, and the cleaning of its HTML.

use std::collections::HashSet;

use ledger::{Currency, Money};

use super::mistake::{Mistake, Place};
use super::{Config, DepositAccount, Link, Text, published};

/// A secret of fewer bytes is guessed.
const SECRET_BYTES_MIN: usize = 8;

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
    pub(super) fn check(&self, mut at: Place<'_>) {
        // A path on our own host is an address, too; `//host` is not one of them.
        let is_own_path = self.0.starts_with('/') && !self.0.starts_with("//");
        at.require(
            self.is_web() || is_own_path,
            format!("{:?} is not an http address", self.0),
        );
    }

    /// An address that is called from here or by others: it names its host.
    pub(super) fn check_with_host(&self, mut at: Place<'_>) {
        at.require(
            self.is_web(),
            format!("{:?} is not an http address with a host", self.0),
        );
    }

    /// Whether it is the other address or below it.
    pub(super) fn is_below(&self, other: &Self) -> bool {
        let rest = self.0.strip_prefix(&other.0);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
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
        for notice in &mut self.notices {
            notice.html.clean();
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
            self.service.sandbox.as_mut(),
            self.files
                .s3
                .as_mut()
                .and_then(|bucket| bucket.endpoint.as_mut()),
        ];
        let providers = self
            .providers
            .iter_mut()
            .map(|provider| Some(&mut provider.base_url));
        let psps = self.psps.iter_mut().map(|psp| Some(&mut psp.base_url));
        let witnesses = self.proof.witnesses.list.iter_mut();
        let witnesses = witnesses.map(|witness| Some(&mut witness.url));
        let all = links.into_iter().chain(providers).chain(psps);
        for link in all.chain(witnesses).flatten() {
            let length = link.0.trim_end_matches('/').len();
            link.0.truncate(length);
        }
    }

    /// All contradictions between the parts.
    pub(super) fn contradictions(&self) -> Vec<Mistake> {
        let mut mistakes = Vec::new();
        let mut whole = Place::whole(&mut mistakes);
        self.check_service(whole.at("service"));
        self.session.check(whole.at("session"));
        self.contact
            .line_link
            .check(whole.at("contact").at("line_link"));
        if let Some(link) = &self.contact.line_qr {
            link.check(whole.at("contact").at("line_qr"));
        }
        for (number, notice) in self.notices.iter().enumerate() {
            if let Some(image) = &notice.image {
                image.check(whole.at("notice").item(number).at("image"));
            }
        }
        self.brand.check(whole.at("brand"));
        self.check_banks(whole.at("bank"));
        self.check_deposit_accounts(whole.at("deposit_account"));
        self.check_bounds(whole.at("bounds"));
        self.check_providers(whole.at("provider"));
        whole
            .at("breaker")
            .at("failures_max")
            .require(self.breaker.failures_max > 0, "is 0");
        self.check_gift(whole.at("gift"));
        self.manual_deposit.check(whole.at("manual_deposit"));
        self.check_slip(whole.at("slip"));
        self.check_psps(whole.at("psp"));
        self.qr.check(whole.at("qr"));
        self.qr
            .callback_base
            .check_with_host(whole.at("qr").at("callback_base"));
        self.check_outside(&mut whole);
        self.check_filled(&mut whole);
        self.check_real(&mut whole);
        self.files.check(whole.at("files"));
        self.howto.check(whole.at("howto"));
        self.withdrawal.check(whole.at("withdrawal"));
        self.protection.check(whole.at("protection"));
        self.proof.check(whole.at("proof"));
        self.reconciliation.check(whole.at("reconciliation"));
        self.invite.check(whole.at("invite"));
        self.wheel.check(whole.at("wheel"));
        self.chat.check(whole.at("chat"));
        self.support.check(whole.at("support"));
        self.check_demo(&mut whole);
        self.check_rewards(&mut whole);
        whole
            .at("source")
            .require(!self.sources.is_empty(), "there is none");
        whole
            .at("otp")
            .at("tries_max")
            .require(self.otp.tries_max > 0, "is 0");
        mistakes
    }

    fn check_service(&self, mut at: Place<'_>) {
        let service = &self.service;
        service.website.check(at.at("website"));
        if let Some(sandbox) = &service.sandbox {
            sandbox.check_with_host(at.at("sandbox"));
        }
        at.at("default_locale").require(
            matches!(service.default_locale.as_str(), "th" | "la"),
            "is neither th nor la",
        );
        at.at("connections_per_address_max")
            .require(service.connections_per_address_max > 0, "is 0");
        at.at("requests_in_progress_max")
            .require(service.requests_in_progress_max > 0, "is 0");
    }

    fn check_banks(&self, mut at: Place<'_>) {
        let mut codes = HashSet::new();
        for (number, bank) in self.banks.iter().enumerate() {
            let mut at = at.item(number);
            at.at("code").require(
                codes.insert(&bank.code),
                format!("{} is listed twice", bank.code),
            );
            at.at("colour")
                .require(is_colour(&bank.colour), "is not #rrggbb");
            if let Some(number) = &bank.number {
                let is_number =
                    number.len() == 3 && number.bytes().all(|byte| byte.is_ascii_digit());
                at.at("number").require(is_number, "is not three digits");
            }
        }
    }

    fn check_deposit_accounts(&self, mut at: Place<'_>) {
        let mut ids = HashSet::new();
        let currency = self.default_currency();
        let is_open = |account: &DepositAccount| account.is_offered && account.currency == currency;
        at.require(
            self.deposit_accounts.iter().any(is_open),
            format!("none that receives {currency} is offered"),
        );
        for (number, account) in self.deposit_accounts.iter().enumerate() {
            let mut at = at.item(number);
            at.at("id").require(
                ids.insert(&account.id) && !account.id.is_empty(),
                format!("{:?} is empty or listed twice", account.id),
            );
            // A payment service has a separate code that no player can register with.
            let is_service = account.bank_type.as_deref() == Some("PAYMENT");
            at.at("bank_code").require(
                is_service || self.bank(&account.bank_code).is_some(),
                format!("there is no bank {}", account.bank_code),
            );
            let is_number = account.account_no.bytes().all(|byte| byte.is_ascii_digit());
            at.at("account_no").require(
                is_number && !account.account_no.is_empty(),
                "is not digits only",
            );
        }
    }

    fn check_bounds(&self, mut at: Place<'_>) {
        for currency in Currency::ALL
            .into_iter()
            .filter(|currency| self.offers(*currency))
        {
            at.require(
                self.bounds.contains_key(&currency),
                format!("those in {currency} are missing"),
            );
        }
        for (currency, bounds) in &self.bounds {
            let mut at = at.at(&currency.to_string());
            for (key, amount) in [
                ("deposit_min", bounds.deposit_min),
                ("transfer_min", bounds.transfer_min),
                ("withdraw_min", bounds.withdraw_min),
                ("withdraw_max", bounds.withdraw_max),
            ] {
                match Money::try_new(amount, *currency) {
                    Ok(amount) => at
                        .at(key)
                        .require(amount.is_positive(), "is not above zero"),
                    Err(error) => at.at(key).wrong(error.to_string()),
                }
            }
            at.at("withdraw_min").require(
                bounds.withdraw_min <= bounds.withdraw_max,
                "is above withdraw_max",
            );
        }
    }

    fn check_gift(&self, mut at: Place<'_>) {
        at.at("deposit_account").require(
            self.deposit_account(&self.gift.deposit_account).is_none(),
            "is a bank account's id",
        );
        self.gift.check(at);
    }

    fn check_slip(&self, mut at: Place<'_>) {
        let is_time = |text: &String| chrono::NaiveTime::parse_from_str(text, "%H:%M").is_ok();
        let hours = match (&self.slip.closed_from, &self.slip.closed_until) {
            (None, None) => true,
            (Some(from), Some(until)) => is_time(from) && is_time(until) && from != until,
            _ => false,
        };
        at.at("closed_from").require(
            hours,
            "with closed_until it makes two different times of day, HH:MM",
        );
        at.at("staff_above")
            .require(!self.slip.staff_above.has_negative(), "is below zero");
    }

    fn check_providers(&self, mut at: Place<'_>) {
        let mut codes = HashSet::new();
        for (number, provider) in self.providers.iter().enumerate() {
            let mut at = at.item(number);
            let code = &provider.code;
            at.at("code")
                .require(codes.insert(code), format!("{code} is listed twice"));
            at.at("colour")
                .require(is_colour(&provider.colour), "is not #rrggbb");
            let rate = provider.ft_wallet_slot;
            // With a fraction, the provider could hold what no wallet can: 0.01 of it.
            let is_whole = rate > rust_decimal::Decimal::ZERO && rate.fract().is_zero();
            at.at("ft_wallet_slot")
                .require(is_whole, "is not a whole number above zero");
            at.at("time_out_ms")
                .require(provider.time_out_ms > 0, "is 0");
            for (key, link) in [
                ("logo", &provider.logo),
                ("background", &provider.background),
                ("web", &provider.web),
                ("android", &provider.android),
                ("ios", &provider.ios),
            ] {
                if let Some(link) = link {
                    link.check(at.at(key));
                }
            }
        }
    }

    fn check_psps(&self, mut at: Place<'_>) {
        let mut codes = HashSet::new();
        let mut accounts = HashSet::new();
        for (number, psp) in self.psps.iter().enumerate() {
            let mut at = at.item(number);
            at.at("bank_code").require(
                codes.insert(&psp.bank_code),
                format!("{} is listed twice", psp.bank_code),
            );
            at.at("expire_minutes").require(
                (1..=1_440).contains(&psp.expire_minutes),
                "is not from 1 to 1440",
            );
            let mut of_account = at.at("deposit_account");
            let Some(account) = self.deposit_account(&psp.deposit_account) else {
                of_account.wrong(format!("there is no {:?}", psp.deposit_account));
                continue;
            };
            // Players are shown the others, to transfer to by hand.
            of_account.require(
                account.bank_type.as_deref() == Some("PAYMENT"),
                "is a bank's account, not of bank_type PAYMENT",
            );
            of_account.require(
                accounts.insert(&psp.deposit_account),
                "is another service's account",
            );
            psp.check(account.currency, at);
        }
    }

    /// The addresses and secrets of everybody outside.
    fn check_outside(&self, whole: &mut Place<'_>) {
        for outside in self.outside() {
            let mut at = outside.place(whole);
            outside.base_url.check_with_host(at.at("base_url"));
            for (key, secret) in &outside.secrets {
                let mut at = at.at(key);
                // With an empty key, anyone could sign notifications.
                at.require(
                    secret.reveal().len() >= SECRET_BYTES_MIN,
                    format!("is shorter than {SECRET_BYTES_MIN} bytes"),
                );
                let sandbox = self.service.sandbox.as_ref();
                let is_played = sandbox.is_some_and(|sandbox| outside.base_url.is_below(sandbox));
                at.require(
                    is_played || !published::is_published(secret),
                    "is the demonstration's, which everybody knows; \
                     only the sandbox (service.sandbox) may have it",
                );
            }
        }
    }
}
