//! What the tests of every crate use. Nothing here is for the product.
//!
//! [`TestDatabase`] is a separate database for each test, [`pair::Pair`] a primary with its
//! standby. A [`relay::Relay`] sits between a program and its server and fails on command:
//! [`Wire`] falls silent, [`switch::Switch`] leads elsewhere, [`Proxy`] loses messages, [`LostCommit`]
//! loses the answer to a commit.
//!
//! The server is `TEST_DATABASE_URL`, else the one of `DATABASE_URL` (environment, then `.env`).
//! Migrations run once into a template; a test's database is a copy of it and is dropped with the
//! [`TestDatabase`].

pub mod alone;
pub mod bucket;
pub mod contract;
pub mod journal;
mod lost_commit;
pub mod measure;
pub mod pair;
mod proxy;
pub mod relay;
pub mod switch;
pub mod tls;
mod wire;

use std::fmt::Debug;
use std::str::FromStr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use sha2::{Digest, Sha256};
use sqlx::migrate::Migrator;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{Connection, PgPool};
use uuid::Uuid;

use ledger::BankAccountId;
use ledger::journal::APP_ROLE;
use ledger::wallet::{BankAccountMac, BankAccountRecord};

pub use lost_commit::LostCommit;
pub use proxy::{Fault, Proxy};
pub use wire::Wire;

/// Every migration of the product.
pub static MIGRATOR: Migrator = sqlx::migrate!("../../migrations");

/// Partitions that are so narrow that a test's wallets live in several of them.
const NARROW_PARTITIONS: &str = "drop table event_from_000000000001;
    select journal_partition_add(1, 9), journal_partition_add(9, 257);
    select journal_partition_add(257, 67108865)";

/// The bank account that wallets of tests are opened with.
pub const FIRST_ACCOUNT: BankAccountRecord = BankAccountRecord {
    id: BankAccountId(Uuid::from_u128(9)),
    mac: BankAccountMac([0; 32]),
};

/// Guards the template among all test processes of the server.
const TEMPLATE_LOCK: i64 = 0x0077_616c_6c65_7400;

/// Databases of tests that were killed are swept when they are older.
const ABANDONED_AFTER: Duration = Duration::from_hours(1);

static COUNTER: AtomicU32 = AtomicU32::new(0);

/// How long a test waits before it says that a condition never comes. It guards against hanging
/// and is far beyond what an overloaded machine needs, so no test passes or fails by it.
pub const PATIENCE: Duration = Duration::from_mins(4);

/// How long [`eventually`] pauses between two questions.
const PAUSE: Duration = Duration::from_millis(20);

/// Asks until the answer is `Ok`, and returns that. `what` names the condition.
///
/// # Panics
///
/// When [`PATIENCE`] ends; the message shows the last `Err`.
pub async fn eventually<T, E: Debug>(what: &str, mut ask: impl AsyncFnMut() -> Result<T, E>) -> T {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let answer = tokio::time::timeout(PATIENCE, ask()).await;
        match answer.unwrap_or_else(|_| panic!("{what}: asking does not end")) {
            Ok(answer) => return answer,
            Err(seen) => assert!(Instant::now() < deadline, "{what}: last seen {seen:?}"),
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Whether the tests run in their long form: `CASES=all`, as `scripts/test --all` sets it.
///
/// # Panics
///
/// When `CASES` is set to anything else.
#[must_use]
pub fn is_long() -> bool {
    match std::env::var("CASES").as_deref() {
        Err(_) | Ok("") => false,
        Ok("all") => true,
        Ok(other) => panic!("CASES is `all` or not set, and not `{other}`"),
    }
}

/// How many cases a randomised or long test runs: `gate` in the gate, `all` in the long form.
#[must_use]
pub fn cases(gate: u32, all: u32) -> u32 {
    if is_long() { all } else { gate }
}

/// A migrated database that ends with this value.
pub struct TestDatabase {
    name: String,
    server: Server,
    pool: PgPool,
    owner: PgPool,
}

/// A server's URL in the parts around the database's name.
#[derive(Clone)]
struct Server {
    before: String,
    after: String,
}

impl TestDatabase {
    /// Copies the template; builds that first when no process has.
    pub async fn create() -> Self {
        Self::create_on(Server::find()).await
    }

    /// The same on the server with this URL, of any of its databases.
    pub async fn create_at(url: &str) -> Self {
        Self::create_on(Server::of(url)).await
    }

    async fn create_on(server: Server) -> Self {
        let mut admin = PgConnection::connect(&server.url("postgres"))
            .await
            .expect("the test server answers: set TEST_DATABASE_URL");
        let template = provide_template(&server, &mut admin).await;
        let name = format!(
            "wallet_test_{}_{}_{}",
            server_seconds(&mut admin).await,
            std::process::id(),
            COUNTER.fetch_add(1, Ordering::Relaxed)
        );
        let strategy = strategy(&mut admin).await;
        run(
            &mut admin,
            &format!("create database {name} template {template} strategy {strategy}"),
        )
        .await;
        run(
            &mut admin,
            &format!("select pg_advisory_unlock_shared({TEMPLATE_LOCK})"),
        )
        .await;
        let url = server.url(&name);
        let owner = PgConnectOptions::from_str(&url).expect("the test server's URL parses");
        // The role as a start-up option: it holds on each connection without a further statement.
        let application = owner.clone().options([("role", APP_ROLE)]);
        let pool = ledger::pool::options()
            .max_connections(10)
            .acquire_timeout(PATIENCE)
            .connect_lazy_with(application);
        let owner = ledger::pool::options()
            .max_connections(4)
            .acquire_timeout(PATIENCE)
            .connect_lazy_with(owner);
        Self {
            name,
            server,
            pool,
            owner,
        }
    }

    /// Its name on its server.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Connections in the application's role, as the gateway's are.
    #[must_use]
    pub fn pool(&self) -> PgPool {
        self.pool.clone()
    }

    /// Connections of the owner: for what the application may not do.
    #[must_use]
    pub fn owner(&self) -> PgPool {
        self.owner.clone()
    }

    /// Changes the database as its owner. An update or a deletion waits until it meets a row:
    /// views are written after the events that they show.
    pub async fn tamper(&self, statement: &str) {
        let wants_row = ["update ", "delete "]
            .iter()
            .any(|verb| statement.starts_with(verb));
        eventually(statement, async || {
            match sqlx::raw_sql(statement).execute(&self.owner).await {
                Ok(done) if wants_row && done.rows_affected() == 0 => Err("no row".to_owned()),
                Ok(_) => Ok(()),
                Err(error) => Err(error.to_string()),
            }
        })
        .await;
    }

    /// Waits until so many connections listen to a channel of this database: what is sent before
    /// that is heard by nobody.
    pub async fn listened_to(&self, channel: &str, wanted: i64) {
        eventually("somebody listens", async || {
            let listening: i64 = sqlx::query_scalar(
                "select count(*) from pg_stat_activity
                 where datname = current_database() and state = 'idle' and query = $1",
            )
            .bind(format!("LISTEN \"{channel}\""))
            .fetch_one(&self.owner)
            .await
            .expect("the test server answers");
            if listening >= wanted {
                Ok(())
            } else {
                Err(listening)
            }
        })
        .await;
    }

    /// Waits until at least so many connections of this database wait for a lock.
    pub async fn locked_out(&self, wanted: i64) {
        eventually("they wait for a lock", async || {
            // The owner asks: the application's role may not see what sessions do.
            let waiting: i64 = sqlx::query_scalar(
                "select count(*) from pg_stat_activity
                 where datname = current_database() and wait_event_type = 'Lock'",
            )
            .fetch_one(&self.owner)
            .await
            .expect("the test server answers");
            if waiting >= wanted {
                Ok(())
            } else {
                Err(waiting)
            }
        })
        .await;
    }

    /// How the application connects: for tests that sit between it and the server.
    #[must_use]
    pub fn connect_options(&self) -> PgConnectOptions {
        self.pool.connect_options().as_ref().clone()
    }

    /// Where another process finds this database, as its owner.
    #[must_use]
    pub fn url(&self) -> String {
        self.server.url(&self.name)
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        let url = self.server.url("postgres");
        let statement = format!("drop database if exists {} with (force)", self.name);
        // A separate thread: the test's runtime may be ending, and `drop` cannot wait in it.
        let dropping = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()?;
            runtime.block_on(async {
                let mut admin = PgConnection::connect(&url)
                    .await
                    .map_err(std::io::Error::other)?;
                run(&mut admin, &statement).await;
                Ok::<(), std::io::Error>(())
            })
        });
        // A database left behind is swept later; a panic in `drop` would hide the test's own.
        if !matches!(dropping.join(), Ok(Ok(()))) {
            tracing::warn!(database = self.name, "the test database was not dropped");
        }
    }
}

impl Server {
    fn find() -> Self {
        let url = std::env::var("TEST_DATABASE_URL")
            .or_else(|_| std::env::var("DATABASE_URL"))
            .ok()
            .or_else(from_dotenv)
            .expect("TEST_DATABASE_URL or DATABASE_URL names the test server");
        Self::of(&url)
    }

    fn of(url: &str) -> Self {
        let (address, query) = match url.split_once('?') {
            Some((address, query)) => (address, format!("?{query}")),
            None => (url, String::new()),
        };
        let authority = address.find("://").map_or(0, |at| at + "://".len());
        let end = address[authority..]
            .find('/')
            .map_or(address.len(), |at| authority + at);
        Self {
            before: format!("{}/", &address[..end]),
            after: query,
        }
    }

    fn url(&self, database: &str) -> String {
        format!("{}{database}{}", self.before, self.after)
    }
}

fn from_dotenv() -> Option<String> {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.env")).ok()?;
    text.lines()
        .find_map(|line| line.strip_prefix("DATABASE_URL="))
        .map(|url| url.trim_matches('"').to_owned())
}

/// Returns with the template's lock held in shared mode, so that nobody drops it under the copy.
async fn provide_template(server: &Server, admin: &mut PgConnection) -> String {
    let template = template_name();
    loop {
        run(
            admin,
            &format!("select pg_advisory_lock_shared({TEMPLATE_LOCK})"),
        )
        .await;
        if has_database(admin, &template).await {
            return template;
        }
        run(
            admin,
            &format!("select pg_advisory_unlock_shared({TEMPLATE_LOCK})"),
        )
        .await;
        run(admin, &format!("select pg_advisory_lock({TEMPLATE_LOCK})")).await;
        if !has_database(admin, &template).await {
            sweep(admin).await;
            build(server, admin, &template).await;
        }
        run(
            admin,
            &format!("select pg_advisory_unlock({TEMPLATE_LOCK})"),
        )
        .await;
    }
}

/// Migrates under another name first: a template that exists is complete.
async fn build(server: &Server, admin: &mut PgConnection, template: &str) {
    let draft = format!("{template}_draft");
    run(admin, &format!("drop database if exists {draft}")).await;
    // As the gateway creates it: a developer's server may be of any locale.
    let order = "template template0 encoding 'UTF8' locale_provider libc locale 'C'";
    run(admin, &format!("create database {draft} {order}")).await;
    let mut connection = PgConnection::connect(&server.url(&draft))
        .await
        .expect("a database just created accepts connections");
    MIGRATOR
        .run(&mut connection)
        .await
        .expect("every migration applies to an empty database");
    run(&mut connection, NARROW_PARTITIONS).await;
    connection.close().await.expect("an idle connection closes");
    run(
        admin,
        &format!("alter database {draft} rename to {template}"),
    )
    .await;
}

/// Drops templates of other migrations and the databases of tests that were killed long ago.
async fn sweep(admin: &mut PgConnection) {
    let names: Vec<String> = sqlx::query_scalar(
        "select datname from pg_database \
         where datname like 'wallet\\_template\\_%' or datname like 'wallet\\_test\\_%'",
    )
    .fetch_all(&mut *admin)
    .await
    .expect("the catalogue can be read");
    let oldest = server_seconds(admin).await - ABANDONED_AFTER.as_secs().cast_signed();
    for name in names {
        let created = name
            .strip_prefix("wallet_test_")
            .and_then(|rest| rest.split('_').next())
            .and_then(|seconds| seconds.parse::<i64>().ok());
        if created.is_none_or(|created| created < oldest) {
            run(
                admin,
                &format!("drop database if exists {name} with (force)"),
            )
            .await;
        }
    }
}

fn template_name() -> String {
    let mut hash = Sha256::new();
    for migration in MIGRATOR.iter() {
        hash.update(migration.version.to_be_bytes());
        hash.update(&migration.checksum);
    }
    hash.update(NARROW_PARTITIONS);
    format!("wallet_template_{}", hex::encode(&hash.finalize()[..8]))
}

async fn has_database(admin: &mut PgConnection, name: &str) -> bool {
    sqlx::query_scalar("select exists (select from pg_database where datname = $1)")
        .bind(name)
        .fetch_one(admin)
        .await
        .expect("the catalogue can be read")
}

async fn run(connection: &mut PgConnection, statement: &str) {
    if let Err(error) = sqlx::raw_sql(statement).execute(connection).await {
        panic!("{statement}: {error}");
    }
}

/// How a database is copied fastest: in memory a copy of the files takes a quarter of the time that
/// logging each page takes, and on a disk several times as long.
async fn strategy(admin: &mut PgConnection) -> &'static str {
    let is_in_memory: bool = sqlx::query_scalar(
        "select exists (select from pg_settings
             where name = 'data_directory' and setting like '/dev/shm/%')",
    )
    .fetch_one(admin)
    .await
    .expect("the settings can be read");
    if is_in_memory { "file_copy" } else { "wal_log" }
}

/// The server's clock: one for all tests on it, whatever time they themselves live in.
async fn server_seconds(admin: &mut PgConnection) -> i64 {
    sqlx::query_scalar("select extract(epoch from now())::bigint")
        .fetch_one(admin)
        .await
        .expect("the server says the time")
}
