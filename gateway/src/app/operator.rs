//! The operator's commands. Each runs on the database of the gateway, which may be running.

mod check_report;
mod erase;
mod invites;
mod journal;
mod monitor;
mod plain_text;
mod proof;
mod provider;
mod settings;
mod staff;
mod terminal_code;
mod verify;

use std::fmt::Write;
use std::path::{Path, PathBuf};

use chrono::TimeDelta;
use ledger::LedgerError;
use ledger::proof::verify::VerifyOptions;
use projections::{View, ViewError, rebuild};
use serde_json::{Value, json};

use self::check_report::CheckReportBuilder;
use super::{StartError, assemble};
use crate::api::state::AppState;
use backoffice::inbox::reply;
use backoffice::reconciliation::{self, SourceReport, Window};
use backoffice::settings::ChangeError;
use backoffice::staff::account;
use backoffice::verification::report;
use members::draft::Draft;
use members::registration;
use platform::clock::Clock;
use platform::config::{Config, ConfigError};
use platform::database::{self, DatabaseAccess, DatabaseError};
use platform::secrets::recorded;

pub use check_report::CheckReport;
pub use erase::{EraseArgs, erase};
pub use invites::{ComputeArgs, InvitesCommand, invites};
pub use journal::{JournalCommand, ResignArgs, journal};
pub use monitor::{MonitorArgs, MonitorError, monitor};
pub use proof::{ProofCommand, ResumeArgs, RotateArgs, proof};
pub use provider::{ProviderCheckArgs, ProviderCommand, check_provider};
pub use settings::{SettingsArgs, SettingsChangeArgs, SettingsCommand, settings};
pub use staff::{StaffCommand, staff, staff_code};
pub use verify::{VerifyArgs, verify, verify_archived, verify_file};

/// The longest period that a reconciliation covers: a leap year.
const HOURS_MAX: u32 = 366 * 24;

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub enum OperatorError {
    /// The database cannot be prepared or reached.
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// The stored data cannot be read for checking.
    #[error(transparent)]
    Verify(Box<ledger::proof::verify::VerifyError>),
    /// A named file cannot be read.
    #[error("{name}: {cause}")]
    File {
        /// Its path.
        name: String,
        /// The system's error.
        cause: std::io::Error,
    },
    /// The data folder is not a gateway's.
    #[error(
        "{0} is no data folder of a gateway: it has no secret.key. Set DATA_DIR, or check without it: \
         gateway verify --without-data"
    )]
    NoDataFolder(String),
    /// Nothing here can say which events the gateway wrote.
    #[error(
        "{0} does not hold this journal's secret.key: set DATA_DIR to the gateway's data folder"
    )]
    NoJournalKey(String),
    /// The journal is not what its key may be given to.
    #[error("the journal is not signed again: {0}")]
    NotResigned(String),
    /// The configuration does not say where files are.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// A query failed.
    #[error("the database: {0}")]
    Sql(#[from] sqlx::Error),
    /// A view cannot be read.
    #[error(transparent)]
    View(#[from] ViewError),
    /// A view was not rebuilt.
    #[error(transparent)]
    Rebuild(#[from] rebuild::RebuildError),
    /// The gateway's parts do not start.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The ledger does not start.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// The period is empty or longer than a year.
    #[error("a reconciliation covers 1 to {HOURS_MAX} hours, not {0}")]
    Hours(u32),
    /// The proof log's key cannot be used.
    #[error(transparent)]
    Key(Box<ledger::proof::KeyError>),
    /// The proof log cannot be read.
    #[error(transparent)]
    Proof(Box<ledger::proof::ProofError>),
    /// A log is not followed any further.
    #[error(transparent)]
    Monitor(#[from] MonitorError),
    /// A section is not changed.
    #[error(transparent)]
    Settings(#[from] ChangeError),
    /// A file is not JSON.
    #[error("{name} is no JSON: {cause}")]
    NotJson {
        /// Its path.
        name: String,
        /// What is wrong with it.
        cause: serde_json::Error,
    },
    /// The command is refused.
    #[error("refused: {0}")]
    NotDone(&'static str),
    /// A member was not erased, or only in part.
    #[error("not erased: {0}")]
    NotErased(String),
    /// A member, an account of staff or a prepared answer of the demonstration breaks a rule.
    #[error("{username} of the demonstration was refused: {code}")]
    Refused {
        /// Its username or shortcut.
        username: String,
        /// The error's code in the catalogue.
        code: &'static str,
    },
}

/// The result of a reconciliation.
#[derive(Debug)]
pub struct ReconciliationReport {
    /// Whether nothing differs and every source could be compared.
    pub is_clean: bool,
    /// For people.
    pub text: String,
    /// One entry for each source.
    pub sources: Vec<SourceReport>,
}

impl ReconciliationReport {
    /// For programs: `{"clean": bool, "sources": [{"source", "compared", "open", "unclaimed",
    /// "problem", "differences": [{"kind", "subject", "ours", "theirs"}]}]}`.
    #[must_use]
    pub fn json(&self) -> Value {
        let sources = self.sources.iter().map(|source| {
            let differences = source.differences.iter().map(|difference| {
                json!({
                    "kind": difference.kind.as_str(), "subject": difference.subject,
                    "ours": difference.ours, "theirs": difference.theirs,
                })
            });
            json!({
                "source": source.source, "compared": source.compared, "open": source.open,
                "unclaimed": source.unclaimed, "problem": source.problem,
                "differences": differences.collect::<Vec<_>>(),
            })
        });
        json!({ "clean": self.is_clean, "sources": sources.collect::<Vec<_>>() })
    }
}

/// Compares the events with every view and checks every chain, with the key in the data folder.
pub async fn audit(database_url: &str, data_dir: &Path) -> Result<CheckReport, OperatorError> {
    let folder = verify::folder(data_dir, None)?;
    let pool = database::working_pool(database_url).await?;
    let checked = report::Checked {
        primary: &pool,
        replica: None,
    };
    let found = report::verify(checked, Some(folder), VerifyOptions::default(), |_| {}).await;
    pool.close().await;
    let found = found?;
    let mut report = CheckReportBuilder::new();
    report.count("events", found.report.events);
    report.count("wallets", found.journal.wallets);
    report.views(&found.report.views);
    report.audit_log(&found.acts);
    Ok(report.finish(&found.problems()))
}

/// Computes a view again while the old one serves; returns the position that it shows.
pub async fn rebuild(
    database_url: &str,
    data_dir: &Path,
    view: View,
) -> Result<i64, OperatorError> {
    let pool = database::working_pool(database_url).await?;
    let secrets = journal::secrets_in(data_dir)?;
    let key = recorded::journal_key(&pool, &secrets).await?;
    let key = key.ok_or_else(|| OperatorError::NoJournalKey(data_dir.display().to_string()))?;
    let position = rebuild::run(&pool, &key, view, |progress| {
        tracing::info!(
            %view,
            position = progress.position,
            serving = progress.serving,
            "rebuilding"
        );
    })
    .await?;
    pool.close().await;
    Ok(position)
}

/// Compares the last hours of the ledger with the records of banks, games and payment services.
pub async fn reconcile(
    database: &DatabaseAccess,
    data_dir: PathBuf,
    config: Config,
    hours: u32,
    clock: Clock,
) -> Result<ReconciliationReport, OperatorError> {
    if !(1..=HOURS_MAX).contains(&hours) {
        return Err(OperatorError::Hours(hours));
    }
    let mut state = assemble(&database.url, data_dir, config, clock).await?;
    if let Some(url) = &database.read_url {
        state.core.read_from(url).await?;
    }
    let to = state.clock.now();
    let from = to - TimeDelta::hours(i64::from(hours));
    let sources = reconciliation::run(&state, Window { from, to }).await;
    state.stop.cancel();
    state.projections.stop().await;
    state.ledger.close().await;
    state.pool.close().await;
    let sources = sources?;
    let (is_clean, text) = reconciliation::summary(&sources);
    Ok(ReconciliationReport {
        is_clean,
        text,
        sources,
    })
}

/// Creates the configuration's demo members and staff where they do not exist, and lists them all.
pub async fn make_demo(
    database_url: &str,
    data_dir: PathBuf,
    config: Config,
) -> Result<String, OperatorError> {
    let state = assemble(database_url, data_dir, config, Clock::default()).await?;
    let mut text = String::from("demo members (phone / password):");
    let config = state.config.clone();
    for member in &config.demo_members {
        let draft = Draft {
            username: member.username.clone(),
            name: member.name.clone(),
            password: member.password.clone(),
            source_code: config.sources[0].code.clone(),
            bank_code: member.bank_code.clone(),
            bank_account_name: member.bank_account_name.clone(),
            bank_account_no: member.bank_account_no.clone(),
            ..Draft::default()
        };
        registration::register_known(&state, &draft)
            .await
            .map_err(|error| OperatorError::Refused {
                username: member.username.clone(),
                code: error.code.as_str(),
            })?;
        write!(text, "\n  {} / {}", member.username, member.password).expect("a text takes a line");
    }
    make_demo_staff(&state, &mut text).await?;
    introduce_log(&state).await?;
    state.projections.stop().await;
    state.ledger.close().await;
    state.pool.close().await;
    Ok(text)
}

/// Gives the log's key to the sandbox, whose witnesses sign for logs that they know.
async fn introduce_log(state: &AppState) -> Result<(), OperatorError> {
    let rules = &state.config.proof;
    let Some(sandbox) = &state.config.service.sandbox else {
        return Ok(());
    };
    if !rules.is_on || rules.witnesses.list.is_empty() {
        return Ok(());
    }
    let signer = ledger::proof::open_signer(&state.pool, &state.data_dir, &rules.origin).await;
    let verifier = signer?.0.verifier();
    let url = format!("{}/__sandbox/witness/logs", sandbox.as_str());
    let request = state.http.post(url).json(&json!({ "verifier": verifier }));
    if let Err(error) = request.send().await {
        tracing::warn!(%error, "the sandbox's witnesses do not know the log");
    }
    Ok(())
}

async fn make_demo_staff(state: &AppState, text: &mut String) -> Result<(), OperatorError> {
    if state.config.demo_staff.is_empty() {
        return Ok(());
    }
    text.push_str("\ndemo staff (name / password; code: gateway staff code <name>):");
    for staff in &state.config.demo_staff {
        let made = account::add_demo(state, staff).await;
        made.map_err(|error| OperatorError::Refused {
            username: staff.username.clone(),
            code: error.code.as_str(),
        })?;
        let (name, password) = (&staff.username, &staff.password);
        write!(text, "\n  {name} / {password}   {}", staff.role).expect("a text takes a line");
    }
    make_demo_replies(state, &state.config.demo_staff[0].username).await
}

async fn make_demo_replies(state: &AppState, author: &str) -> Result<(), OperatorError> {
    for reply in &state.config.demo_replies {
        let made = reply::add_demo(state, author, reply).await;
        made.map_err(|error| OperatorError::Refused {
            username: reply.shortcut.clone(),
            code: error.code.as_str(),
        })?;
    }
    Ok(())
}
