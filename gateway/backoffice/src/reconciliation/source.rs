//! The sources whose records are compared with the ledger.

use super::books::LedgerSide;
use super::{ReconcileError, SourceReport, games, payments, payouts, receipts};
use platform::config::{Config, DepositAccount, Provider, Psp};

pub(super) enum Source<'a> {
    Game(&'a Provider),
    Payout,
    /// The payment service of a QR channel.
    Psp(&'a Psp),
    /// The bank of a deposit account.
    Bank(&'a DepositAccount),
}

pub(super) fn sources(config: &Config) -> Vec<Source<'_>> {
    let games = config.providers.iter().map(Source::Game);
    let psps = config.psps.iter().map(Source::Psp);
    let banks = receipts::accounts(config).map(Source::Bank);
    games
        .chain([Source::Payout])
        .chain(psps)
        .chain(banks)
        .collect()
}

impl Source<'_> {
    /// The name in reports and in the table of the nightly runs.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Game(provider) => format!("game:{}", provider.code),
            Self::Payout => "payout".to_owned(),
            Self::Psp(psp) => format!("psp:{}", psp.bank_code),
            Self::Bank(account) => format!("bank:{}", account.id),
        }
    }

    /// Compares the source; if that fails, the report says why.
    pub(super) async fn compare(&self, books: &LedgerSide<'_>) -> SourceReport {
        let compared = self.try_compare(books).await;
        let report = compared.unwrap_or_else(|error| SourceReport {
            problem: Some(error.to_string()),
            ..SourceReport::default()
        });
        SourceReport {
            source: self.name(),
            ..report
        }
    }

    async fn try_compare(&self, books: &LedgerSide<'_>) -> Result<SourceReport, ReconcileError> {
        match self {
            Self::Game(provider) => games::compare(books, provider).await,
            Self::Payout => payouts::compare(books).await,
            Self::Psp(psp) => payments::compare(books, psp).await,
            Self::Bank(account) => receipts::compare(books, account).await,
        }
    }
}
