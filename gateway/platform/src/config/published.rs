//! The demonstration's secrets, which are public.

use std::collections::HashSet;
use std::sync::OnceLock;

use super::mistake::Place;
use super::{Config, Link, Secret};

const DEMO: &str = include_str!("../../../demo.toml");

/// An outside service, with the secrets shared with it.
pub(super) struct Outside<'a> {
    /// The table of the configuration.
    table: &'static str,
    /// Which one, if there are several.
    number: Option<usize>,
    /// Where they are.
    pub(super) base_url: &'a Link,
    /// By their keys.
    pub(super) secrets: Vec<(&'static str, &'a Secret)>,
}

impl Outside<'_> {
    /// Where the configuration says it.
    pub(super) fn place<'p>(&self, whole: &'p mut Place<'_>) -> Place<'p> {
        let table = whole.at(self.table);
        match self.number {
            Some(number) => table.into_item(number),
            None => table,
        }
    }
}

impl Config {
    /// Everybody outside whose calls move money or prove it, with the secrets that we share.
    pub(super) fn outside(&self) -> Vec<Outside<'_>> {
        let one = |table, base_url, secrets| Outside {
            table,
            number: None,
            base_url,
            secrets,
        };
        let (checker, sms) = (&self.slip_checker, &self.sms);
        let mut outside = vec![
            one(
                "slip_checker",
                &checker.base_url,
                vec![("key", &checker.key)],
            ),
            one(
                "payout_bank",
                &self.payout_bank.base_url,
                vec![("secret", &self.payout_bank.secret)],
            ),
            one(
                "sms",
                &sms.base_url,
                vec![("api_key", &sms.api_key), ("secret_key", &sms.secret_key)],
            ),
            // It shares no secret, but a gift link is money.
            one("gift", &self.gift.base_url, Vec::new()),
        ];
        let psps = self.psps.iter().map(|psp| (&psp.base_url, &psp.secret));
        let providers = self
            .providers
            .iter()
            .map(|provider| (&provider.base_url, &provider.secret));
        let mut several = |table, number, (base_url, secret)| {
            outside.push(Outside {
                table,
                number: Some(number),
                base_url,
                secrets: vec![("secret", secret)],
            });
        };
        for (number, psp) in psps.enumerate() {
            several("psp", number, psp);
        }
        for (number, provider) in providers.enumerate() {
            several("provider", number, provider);
        }
        outside
    }

    /// Refuses accounts with published passwords where real money is, and staff that could not be
    /// made.
    pub(super) fn check_demo(&self, whole: &mut Place<'_>) {
        for (table, is_there) in [
            ("demo_member", !self.demo_members.is_empty()),
            ("demo_staff", !self.demo_staff.is_empty()),
        ] {
            whole.at(table).require(
                self.service.sandbox.is_some() || !is_there,
                "its passwords are written here; \
                 only an installation with service.sandbox may have it",
            );
        }
        for (number, staff) in self.demo_staff.iter().enumerate() {
            staff.check(whole.at("demo_staff").item(number));
        }
        let mut shortcuts = HashSet::new();
        for (number, reply) in self.demo_replies.iter().enumerate() {
            whole.at("demo_reply").item(number).at("shortcut").require(
                shortcuts.insert(&reply.shortcut),
                format!("{:?} is there twice", reply.shortcut),
            );
        }
    }
}

/// Whether a secret is one of the demonstration's.
pub(super) fn is_published(secret: &Secret) -> bool {
    static PUBLISHED: OnceLock<HashSet<String>> = OnceLock::new();
    let published = PUBLISHED.get_or_init(|| {
        let demo = Config::read(DEMO, "demo.toml", &|_| None);
        let demo = demo.ok().and_then(|demo| demo.config);
        let demo = demo.expect("a test reads the demonstration's configuration");
        let outside = demo.outside().into_iter();
        outside
            .flat_map(|outside| outside.secrets)
            .map(|(_, secret)| secret.reveal().to_owned())
            .collect()
    });
    published.contains(secret.reveal())
}
