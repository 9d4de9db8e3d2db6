//! The operator's commands: what is done beside a running gateway, on the same database.

mod erase;
mod invites;
mod options;
mod proof;
mod staff;
mod verify;

use std::fmt::Write;
use std::path::{Path, PathBuf};

use chrono::TimeDelta;
use ledger::LedgerError;
use ledger::proof::verify::VerifyOptions;
use projections::{View, ViewError, rebuild};

use super::{StartError, assemble};
use crate::api::state::AppState;
use crate::backoffice::inbox::reply;
use crate::backoffice::reconciliation::{self, SourceReport, Window};
use crate::backoffice::staff::account;
use crate::backoffice::verification::report::{self, Folder};
use crate::members::draft::Draft;
use crate::members::registration;
use crate::platform::clock::Clock;
use crate::platform::config::Config;
use crate::platform::database::{self, DatabaseError};

pub use erase::{EraseArgs, erase};
pub use invites::{InvitesCommand, invites};
pub use proof::{ProofArgs, proof};
pub use staff::{StaffArgs, staff, staff_code};
pub use verify::{VerifyArgs, verify, verify_file};

/// The most hours that a reconciliation covers: a year.
const HOURS_MAX: u32 = 366 * 24;

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub enum OperatorError {
    /// The database.
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// The check of what is stored.
    #[error(transparent)]
    Verify(Box<ledger::proof::verify::VerifyError>),
    /// A file that was named cannot be read.
    #[error("{name}: {cause}")]
    File {
        /// Which.
        name: String,
        /// What the system says.
        cause: std::io::Error,
    },
    /// No dump was named.
    #[error("no dump was named")]
    NoDump,
    /// The journal cannot be read.
    #[error("the database: {0}")]
    Sql(#[from] sqlx::Error),
    /// A text that names no view.
    #[error("{0:?} names no view")]
    UnknownView(String),
    /// The views cannot be read.
    #[error(transparent)]
    View(#[from] ViewError),
    /// A view was not rebuilt.
    #[error(transparent)]
    Rebuild(#[from] rebuild::RebuildError),
    /// The parts cannot be put together.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The ledger.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// A comparison of no time, or of ages.
    #[error("a reconciliation covers 1 to {HOURS_MAX} hours, not {0}")]
    Hours(u32),
    /// The proof log's key.
    #[error(transparent)]
    Key(Box<ledger::proof::KeyError>),
    /// The proof log cannot be read.
    #[error(transparent)]
    Proof(Box<ledger::proof::ProofError>),
    /// What was asked for cannot be done.
    #[error("refused: {0}")]
    NotDone(&'static str),
    /// A member is not erased, or not wholly yet.
    #[error("not erased: {0}")]
    NotErased(String),
    /// A member, a member of staff or an answer of the demonstration breaks a rule.
    #[error("{username} of the demonstration was refused: {code}")]
    Refused {
        /// Which.
        username: String,
        /// The code of the catalogue.
        code: &'static str,
    },
}

/// What an audit found.
#[derive(Debug)]
pub struct AuditReport {
    /// Whether everything is as the events say.
    pub is_clean: bool,
    /// For people.
    pub text: String,
}

/// What a reconciliation found.
#[derive(Debug)]
pub struct ReconciliationReport {
    /// Whether nothing differs and every source could be compared.
    pub is_clean: bool,
    /// For people.
    pub text: String,
    /// Source by source.
    pub sources: Vec<SourceReport>,
}

/// Compares the events with every view, and checks every chain; what staff have decided, with the
/// key in the data folder.
pub async fn audit(database_url: &str, data_dir: &Path) -> Result<AuditReport, OperatorError> {
    let pool = database::working_pool(database_url).await?;
    let folder = Folder {
        path: data_dir,
        is_with_files: false,
    };
    let found = report::verify(&pool, Some(folder), VerifyOptions::default(), |_| {}).await;
    pool.close().await;
    let found = found?;
    let line = "a text takes a line";
    let (report, acts) = (&found.report, &found.acts);
    let mut text = format!("{} events of {} wallets\n", report.events, report.wallets);
    for view in &report.views {
        let (rows, position) = (view.rows, view.position);
        writeln!(text, "{}: {rows} rows at {position}", view.view).expect(line);
    }
    writeln!(text, "{} streams verified", found.journal.wallets).expect(line);
    let hash = hex::encode(&acts.last_hash);
    writeln!(text, "{} staff acts verified, the last {hash}", acts.acts).expect(line);
    if !found.has_key {
        writeln!(text, "{}", verify::NO_KEY).expect(line);
    }
    let problems = found.problems();
    for problem in &problems {
        writeln!(text, "WRONG: {problem}").expect(line);
    }
    let is_clean = problems.is_empty();
    text.push_str(if is_clean { "clean" } else { "not clean" });
    Ok(AuditReport { is_clean, text })
}

/// Makes a view anew beside the serving one, and answers with the position that it shows.
pub async fn rebuild(database_url: &str, view: &str) -> Result<i64, OperatorError> {
    let view: View = view
        .parse()
        .map_err(|_| OperatorError::UnknownView(view.to_owned()))?;
    let pool = database::working_pool(database_url).await?;
    let position = rebuild::run(&pool, view, |progress| {
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

/// Holds the books of the last hours against the outside's own records.
pub async fn reconcile(
    database_url: &str,
    data_dir: PathBuf,
    config: Config,
    hours: u32,
    clock: Clock,
) -> Result<ReconciliationReport, OperatorError> {
    if !(1..=HOURS_MAX).contains(&hours) {
        return Err(OperatorError::Hours(hours));
    }
    let state = assemble(database_url, data_dir, config, clock).await?;
    let to = state.clock.now();
    let from = to - TimeDelta::hours(i64::from(hours));
    let sources = reconciliation::run(&state, Window { from, to }).await;
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

/// Makes the configuration's demonstration members and staff that do not exist yet, and lists all.
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
    state.projections.stop().await;
    state.ledger.close().await;
    state.pool.close().await;
    Ok(text)
}

async fn make_demo_staff(state: &AppState, text: &mut String) -> Result<(), OperatorError> {
    if state.config.demo_staff.is_empty() {
        return Ok(());
    }
    text.push_str("\ndemo staff (name / password; code: target/debug/gateway staff code <name>):");
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
