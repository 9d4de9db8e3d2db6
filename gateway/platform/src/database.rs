//! The database at start: there, migrated, durable, and used with the rights of the application.

mod collation;
mod ownership;
mod schema;

use std::str::FromStr;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use ledger::journal::APP_ROLE;
use ledger::pool::{SessionError, check_session};
use sqlx::migrate::MigrateError;
use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection, Executor, PgConnection, PgPool};
use tokio::time::{sleep, timeout};

pub use collation::CollationError;
pub use ownership::OwnershipError;
pub use schema::SchemaError;
pub use schema::later_migration;

/// How long a server that is starting, and a cluster without a primary, is waited for.
const START_WAIT: Duration = Duration::from_secs(30);

/// How long one try may take; a silent server is tried again.
const TRY_MAX: Duration = Duration::from_secs(5);

const TRY_PAUSE: Duration = Duration::from_millis(200);

/// How long work over the whole journal waits for a connection; no request depends on it.
const WORK_PATIENCE: Duration = Duration::from_mins(1);

/// Settings of sessions that answer requests.
///
/// A statement that runs this long is a mistake, and must not hold its connection without end. Nor
/// does anything take long between two statements of a transaction: after such a pause its client
/// has fallen silent, and others wait for its locks.
const SERVING: [(&str, &str); 2] = [
    ("statement_timeout", "60s"),
    ("idle_in_transaction_session_timeout", "20s"),
];

/// Why the database cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DatabaseError {
    /// A variable holds something else than an address. Its value may contain a password.
    #[error(
        "{0} is not the address of a PostgreSQL database. It has the form \
         postgres://USER:PASSWORD@HOST:5432/DATABASE, with %40 for an @ in the password"
    )]
    Address(&'static str),
    /// The database does not answer, or refuses a statement.
    #[error("the database: {0}{hint}", hint = advice(.0))]
    Sql(#[from] sqlx::Error),
    /// Its tables cannot be brought to this version.
    #[error("the migrations: {0}")]
    Migration(#[from] MigrateError),
    /// Its tables belong to a different release.
    #[error(transparent)]
    Schema(#[from] SchemaError),
    /// A library of the system decides which texts its unique indexes find.
    #[error(transparent)]
    Collation(#[from] CollationError),
    /// The application's log-in has rights that it must not have, or lacks its own.
    #[error(transparent)]
    Ownership(#[from] OwnershipError),
    /// It could lose acknowledged commits.
    #[error(
        "the database runs with {setting} = {value}: an acknowledged command could be lost. Set \
         {setting} to on"
    )]
    NotDurable {
        /// Name of the server's setting.
        setting: &'static str,
        /// The setting's current value.
        value: String,
    },
    /// It takes no writes.
    #[error(
        "the database takes no writes: it is a standby, or set to read only. DATABASE_URL has to lead to \
         the primary"
    )]
    ReadOnly,
    /// No standby has its acknowledged commits, although the operator demands one.
    #[error(
        "synchronous_standby_names is empty and database.require_synchronous is set: an \
         acknowledged command could be lost with one machine. Name a standby there, or unset the latter"
    )]
    NotReplicated,
}

/// The operator's part where a connection fails.
fn advice(error: &sqlx::Error) -> &'static str {
    if matches!(error, sqlx::Error::Io(_) | sqlx::Error::Tls(_)) {
        return ". Is the server running, and is it at the host and port of DATABASE_URL?";
    }
    let code = error
        .as_database_error()
        .and_then(sqlx::error::DatabaseError::code);
    match code.as_deref().unwrap_or_default() {
        "28P01" | "28000" => ". DATABASE_URL needs a user and a password that the server accepts",
        "3D000" => ". Create it with `gateway migrate`, or correct its name in DATABASE_URL",
        "42501" => ". DATABASE_OWNER_URL has to be the log-in of the tables' owner",
        _ => "",
    }
}

/// Refuses what is no address of PostgreSQL. The driver would take an address of any scheme, and name
/// neither the variable nor the form.
pub fn check_address(variable: &'static str, url: &str) -> Result<(), DatabaseError> {
    let has_scheme = ["postgres://", "postgresql://"]
        .iter()
        .any(|scheme| url.starts_with(scheme));
    if has_scheme && PgConnectOptions::from_str(url).is_ok() {
        Ok(())
    } else {
        Err(DatabaseError::Address(variable))
    }
}

impl From<SessionError> for DatabaseError {
    fn from(error: SessionError) -> Self {
        match error {
            SessionError::Database(error) => Self::Sql(error),
            SessionError::ReadOnly => Self::ReadOnly,
            SessionError::NotDurable { setting, value } => Self::NotDurable { setting, value },
        }
    }
}

/// Where the database is, and who may change its tables.
#[derive(Clone)]
pub struct DatabaseAccess {
    /// The log-in of the application.
    pub url: String,
    /// The owner's log-in, for migrations only; none where `url` is the owner's.
    pub owner_url: Option<String>,
    /// The application's log-in at replicas, for reads that may happen there; none without them.
    pub read_url: Option<String>,
    /// Whether the database is created and its tables are brought to this version first.
    pub migrates: bool,
}

impl DatabaseAccess {
    /// One log-in for everything, as development and tests have it.
    #[must_use]
    pub fn of_owner(url: String) -> Self {
        Self {
            url,
            owner_url: None,
            read_url: None,
            migrates: true,
        }
    }

    /// Migrates if the options say so. Refuses an application log-in that can become the owner.
    pub async fn prepare(&self) -> Result<(), DatabaseError> {
        let is_separate = self.owner_url.is_some() || !self.migrates;
        if self.migrates {
            migrate(self.owner_url.as_ref().unwrap_or(&self.url)).await?;
        }
        let mut connection = connect(&watched(&self.url)?, IfAbsent::Fail).await?;
        if is_separate {
            ownership::check(&mut connection).await?;
        } else if !ownership::ownership(&mut connection).await?.is_empty() {
            tracing::warn!(
                "DATABASE_URL is the owner's: `reset role` gives a statement the rights to change \
                 the journal. Give the owner's as DATABASE_OWNER_URL, and the application its own"
            );
        }
        connection.close().await?;
        Ok(())
    }
}

fn watched(url: &str) -> Result<PgConnectOptions, sqlx::Error> {
    Ok(ledger::pool::watched(PgConnectOptions::from_str(url)?))
}

/// Refuses tables that this release cannot work on, or whose unique indexes a library orders.
pub(crate) async fn check_tables(url: &str) -> Result<(), DatabaseError> {
    let mut connection = connect(&watched(url)?, IfAbsent::Fail).await?;
    collation::check(&mut connection).await?;
    schema::check(&mut connection).await?;
    connection.close().await?;
    Ok(())
}

/// Creates the database if it is absent and brings its tables to this version, as their owner.
///
/// The collation comes first: a database with tables in it is harder to replace than an empty one.
pub async fn migrate(owner_url: &str) -> Result<(), DatabaseError> {
    let mut connection = connect(&watched(owner_url)?, IfAbsent::Create).await?;
    collation::check(&mut connection).await?;
    schema::refuse_earlier(&mut connection).await?;
    schema::MIGRATOR.run(&mut connection).await?;
    connection.close().await?;
    Ok(())
}

/// A pool whose connections have the application's rights only, for answering requests.
///
/// A request that gets no connection in time is refused with 503: an endless queue helps nobody.
pub(crate) async fn serving_pool(
    url: &str,
    connections_max: u32,
    patience: Duration,
) -> Result<PgPool, DatabaseError> {
    let options = PgConnectOptions::from_str(url)?.options(SERVING);
    pool(options, connections_max, patience).await
}

/// How long a connection to a replica may take: the primary answers as well.
pub(crate) const CONNECT_MAX: Duration = Duration::from_secs(1);

/// Connections to replicas.
const READING_CONNECTIONS_MAX: u32 = 16;

/// A pool for reading, of servers that may be standbys and away. Nothing can be written through it.
pub(crate) fn reading_pool(options: PgConnectOptions) -> PgPool {
    let options = options.options(SERVING);
    let options = ledger::pool::watched(options).options([("default_transaction_read_only", "on")]);
    ledger::pool::options()
        .max_connections(READING_CONNECTIONS_MAX)
        .acquire_timeout(CONNECT_MAX)
        .after_connect(|connection, _| Box::pin(take_role(connection)))
        .connect_lazy_with(options)
}

/// A pool for a check of everything at a replica. All its connections lead to one server, so that
/// every part sees the same events.
pub fn checking_pool(url: &str) -> Result<PgPool, DatabaseError> {
    let options = ledger::pool::watched(PgConnectOptions::from_str(url)?);
    let server: Arc<OnceLock<String>> = Arc::default();
    Ok(ledger::pool::options()
        .max_connections(4)
        .acquire_timeout(WORK_PATIENCE)
        .after_connect(move |connection, _| {
            let server = Arc::clone(&server);
            Box::pin(async move {
                take_role(connection).await?;
                let started: String = sqlx::query_scalar("select pg_postmaster_start_time()::text")
                    .fetch_one(connection)
                    .await?;
                if *server.get_or_init(|| started.clone()) == started {
                    Ok(())
                } else {
                    Err(sqlx::Error::Protocol("it is another replica".to_owned()))
                }
            })
        })
        .connect_lazy_with(options.options([("default_transaction_read_only", "on")])))
}

/// An answer in time, or an error: for background work, which would otherwise wait without end on a
/// silent connection.
pub async fn within<T, E: From<sqlx::Error>>(
    longest: Duration,
    work: impl Future<Output = Result<T, E>>,
) -> Result<T, E> {
    tokio::time::timeout(longest, work)
        .await
        .unwrap_or_else(|_| {
            let silent = std::io::Error::from(std::io::ErrorKind::TimedOut);
            Err(sqlx::Error::from(silent).into())
        })
}

/// Like [`serving_pool`], for work over the whole journal, which takes its time.
///
/// A database that cannot be reached is reported at once: a pool would try in silence for as long as
/// the work may wait for a connection.
pub async fn working_pool(url: &str) -> Result<PgPool, DatabaseError> {
    let options = PgConnectOptions::from_str(url)?;
    let reached = within(TRY_MAX, PgConnection::connect_with(&options)).await?;
    reached.close().await?;
    pool(options, 4, WORK_PATIENCE).await
}

async fn pool(
    options: PgConnectOptions,
    connections_max: u32,
    patience: Duration,
) -> Result<PgPool, DatabaseError> {
    let pool = ledger::pool::options()
        .max_connections(connections_max)
        .acquire_timeout(patience)
        .after_connect(|connection, _| {
            Box::pin(async {
                check_session(connection).await?;
                take_role(connection).await
            })
        })
        .connect_with(ledger::pool::watched(options))
        .await?;
    Ok(pool)
}

/// Gives up every right but the application's. Where the role could not be made (the migration
/// says so), the log-in's own rights remain.
pub async fn take_role(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    let exists: bool = sqlx::query_scalar(
        "select exists (select from pg_roles
             where rolname = $1 and pg_has_role(current_user, oid, 'member'))",
    )
    .bind(APP_ROLE)
    .fetch_one(&mut *connection)
    .await?;
    if exists {
        connection
            .execute(format!("set role {APP_ROLE}").as_str())
            .await?;
    } else {
        tracing::warn!("the role {APP_ROLE} is missing: working with the rights of the log-in");
    }
    Ok(())
}

/// The reaction to an absent database.
#[derive(Clone, Copy)]
enum IfAbsent {
    Create,
    Fail,
}

/// Connects to a server that takes writes. Waits while there is none: a server that starts, a proxy
/// without a primary behind it, a standby.
async fn connect(
    options: &PgConnectOptions,
    if_absent: IfAbsent,
) -> Result<PgConnection, DatabaseError> {
    let started = Instant::now();
    let mut reported = String::new();
    loop {
        let silent = || std::io::Error::from(std::io::ErrorKind::TimedOut);
        let tried = timeout(TRY_MAX, try_connect(options, if_absent)).await;
        let error = match tried.unwrap_or_else(|_| Err(sqlx::Error::from(silent()).into())) {
            Ok(connection) => return Ok(connection),
            Err(error) => error,
        };
        if !is_passing(&error) || started.elapsed() >= START_WAIT {
            return Err(error);
        }
        let seen = error.to_string();
        if seen != reported {
            tracing::warn!(error = seen, "waiting for a database that takes writes");
            reported = seen;
        }
        sleep(TRY_PAUSE).await;
    }
}

async fn try_connect(
    options: &PgConnectOptions,
    if_absent: IfAbsent,
) -> Result<PgConnection, DatabaseError> {
    let mut connection = match PgConnection::connect_with(options).await {
        Err(error)
            if matches!(if_absent, IfAbsent::Create)
                && has_code(&error, |code| code == "3D000") =>
        {
            create(options).await?;
            PgConnection::connect_with(options).await?
        }
        connected => connected?,
    };
    check_session(&mut connection).await?;
    Ok(connection)
}

fn has_code(error: &sqlx::Error, is_meant: impl Fn(&str) -> bool) -> bool {
    let cause = error.as_database_error();
    cause.is_some_and(|cause| cause.code().is_some_and(|code| is_meant(&code)))
}

/// Whether the right server may appear by itself. A proxy without a server may hang up at any point
/// of the conversation.
fn is_passing(error: &DatabaseError) -> bool {
    match error {
        DatabaseError::ReadOnly
        | DatabaseError::Sql(sqlx::Error::Io(_) | sqlx::Error::Protocol(_)) => true,
        // It starts, stops, takes no further connections, or is a standby.
        DatabaseError::Sql(error) => has_code(error, |code| {
            matches!(code, "57P01" | "57P02" | "57P03" | "53300" | "25006")
                || code.starts_with("08")
        }),
        DatabaseError::Address(_)
        | DatabaseError::Migration(_)
        | DatabaseError::Schema(_)
        | DatabaseError::Collation(_)
        | DatabaseError::Ownership(_)
        | DatabaseError::NotDurable { .. }
        | DatabaseError::NotReplicated => false,
    }
}

async fn create(options: &PgConnectOptions) -> Result<(), sqlx::Error> {
    let name = options.get_database().unwrap_or("wallet");
    let mut connection = PgConnection::connect_with(&options.clone().database("postgres")).await?;
    let name = name.replace('"', "\"\"");
    let statement = format!("create database \"{name}\" {}", collation::CREATION);
    match connection.execute(statement.as_str()).await {
        Ok(_) => Ok(()),
        // Another gateway created it first.
        Err(sqlx::Error::Database(cause))
            if matches!(cause.code().as_deref(), Some("42P04" | "23505")) =>
        {
            Ok(())
        }
        Err(error) => Err(error),
    }
}
