//! What a configuration must have before it serves anybody: no empty names and, outside a trial, real
//! addresses that are called with TLS.

use super::hosts::{example, host_of, is_example};
use super::mistake::Place;
use super::{Config, Link};

/// With plain http, anyone between us and them reads the keys and can change a payment. A call of this
/// machine is exempt, because a proxy here may add the TLS.
const CLEAR: &str =
    "has http://: anyone on the way could read the keys and change payments; write https://";

/// What players and payment services call.
const OURS: &str =
    "is not an https:// address that others reach: players send their passwords to it";

impl Config {
    /// Refuses empty names, which the others would refuse one call at a time.
    pub(super) fn check_filled(&self, whole: &mut Place<'_>) {
        for (table, key, text) in [
            ("service", "name", &self.service.name.th),
            ("contact", "line_name", &self.contact.line_name),
            ("payout_bank", "agent", &self.payout_bank.agent),
            ("slip_checker", "branch", &self.slip_checker.branch),
            ("gift", "account_name", &self.gift.account_name.th),
            ("sms", "sender", &self.sms.sender),
        ] {
            filled(whole.at(table), key, text);
        }
        let mut all = |table, number, texts: &[(&str, &str)]| {
            for (key, text) in texts {
                filled(whole.at(table).into_item(number), key, text);
            }
        };
        for (number, psp) in self.psps.iter().enumerate() {
            let texts = [("agent", psp.agent.as_str()), ("bank_code", &psp.bank_code)];
            all("psp", number, &texts);
        }
        for (number, provider) in self.providers.iter().enumerate() {
            let texts = [("agent", provider.agent.as_str()), ("name", &provider.name)];
            all("provider", number, &texts);
        }
        for (number, account) in self.deposit_accounts.iter().enumerate() {
            let texts = [("account_name", account.account_name.th.as_str())];
            all("deposit_account", number, &texts);
        }
        for (number, bank) in self.banks.iter().enumerate() {
            let texts = [
                ("code", bank.code.as_str()),
                ("name_th", &bank.name_th),
                ("name_en", &bank.name_en),
            ];
            all("bank", number, &texts);
        }
        for (number, source) in self.sources.iter().enumerate() {
            all("source", number, &[("code", source.code.as_str())]);
        }
    }

    /// Refuses what only a trial or a demonstration may have; those have a sandbox.
    pub(super) fn check_real(&self, whole: &mut Place<'_>) {
        if self.service.sandbox.is_some() {
            return;
        }
        for (table, key, link) in [
            ("service", "website", &self.service.website),
            ("qr", "callback_base", &self.qr.callback_base),
        ] {
            let is_reached = !link.is_clear() && !link.is_loopback();
            whole.at(table).at(key).require(is_reached, OURS);
        }
        for outside in self.outside() {
            let mut at = outside.place(whole);
            check_way(outside.base_url, at.at("base_url"));
        }
        for (number, witness) in self.proof.witnesses.list.iter().enumerate() {
            let mut proof = whole.at("proof");
            let mut witnesses = proof.at("witnesses");
            let mut at = witnesses.at("list").into_item(number);
            check_way(&witness.url, at.at("url"));
        }
        // Read here and not by the schema: a file without it has the demonstration's.
        if let Some(host) = host_of(&self.proof.origin).filter(|host| is_example(host)) {
            whole.at("proof").at("origin").wrong(example(&host));
        }
    }
}

fn filled(mut table: Place<'_>, key: &str, text: &str) {
    table.at(key).require(!text.trim().is_empty(), "is empty");
}

fn check_way(link: &Link, mut at: Place<'_>) {
    at.require(!link.is_clear() || link.is_loopback(), CLEAR);
}
