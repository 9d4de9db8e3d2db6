//! Two servers of a test's own: a primary, and a standby that follows it.
//!
//! The standby is a copy of the folder, made while the first server is stopped. It is frozen by
//! stopping the process that sends to it, so that what it does not have is nowhere on its way.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions, Connection, PgPool};

use super::{MIGRATOR, PATIENCE, eventually, run};
use ledger::journal::APP_ROLE;

/// The name of the migrated database.
pub const DATABASE: &str = "wallet";

static COUNTER: AtomicU32 = AtomicU32::new(0);

/// A primary and its standby; both end with this value.
pub struct Pair {
    primary: Server,
    standby: Server,
    frozen: Option<String>,
    folder: PathBuf,
}

/// A server in its own folder, reached by a socket only.
pub struct Server {
    folder: PathBuf,
    process: Child,
}

impl Pair {
    /// Servers on a migrated database; commits of the primary wait for the standby.
    pub async fn synchronous() -> Self {
        Self::start("*").await
    }

    /// As [`Self::synchronous`], with commits that wait for nobody.
    pub async fn asynchronous() -> Self {
        Self::start("").await
    }

    async fn start(names: &str) -> Self {
        let number = COUNTER.fetch_add(1, Ordering::Relaxed);
        let memory = Path::new("/dev/shm");
        let root = if memory.is_dir() {
            memory.to_owned()
        } else {
            std::env::temp_dir()
        };
        let folder = root.join(format!("wallet-pair-{}-{number}", std::process::id()));
        let (first, second) = (folder.join("a"), folder.join("b"));
        let mut primary = Server::serve(&first);
        let mut admin = primary.admin("postgres").await;
        run(&mut admin, &format!("create database {DATABASE}")).await;
        let mut migrated = primary.admin(DATABASE).await;
        let applied = MIGRATOR.run(&mut migrated).await;
        applied.expect("every migration applies to an empty database");
        migrated.close().await.expect("an idle connection closes");
        admin.close().await.expect("an idle connection closes");
        primary.end("INT");
        copy(&first, &second);
        let names = format!("synchronous_standby_names = '{names}'\nwal_sender_timeout = 0\n");
        write_settings(&first, &names);
        let source = format!(
            "primary_conninfo = 'host={} user=postgres'\n",
            Server::socket_folder(&first).display()
        );
        write_settings(&second, &source);
        std::fs::write(cluster(&second).join("standby.signal"), "").expect("the folder is ours");
        let primary = Server::serve(&first);
        let standby = Server::serve(&second);
        let pair = Self {
            primary,
            standby,
            frozen: None,
            folder,
        };
        pair.sender().await;
        pair
    }

    /// The server that takes writes, until it is lost.
    #[must_use]
    pub fn primary(&self) -> &Server {
        &self.primary
    }

    /// The server that follows it.
    #[must_use]
    pub fn standby(&self) -> &Server {
        &self.standby
    }

    /// The process that sends to the standby, once that has caught up.
    async fn sender(&self) -> String {
        let mut admin = self.primary.admin(DATABASE).await;
        eventually("the standby follows", async || {
            let sender: Option<i32> =
                sqlx::query_scalar("select pid from pg_stat_replication where state = 'streaming'")
                    .fetch_optional(&mut admin)
                    .await
                    .expect("the primary answers");
            sender.map(|pid| pid.to_string()).ok_or(())
        })
        .await
    }

    /// From now on nothing reaches the standby.
    pub async fn freeze(&mut self) {
        let sender = self.sender().await;
        signal("STOP", &sender);
        self.frozen = Some(sender);
    }

    /// The standby gets what it has missed.
    pub fn thaw(&mut self) {
        if let Some(sender) = self.frozen.take() {
            signal("CONT", &sender);
        }
    }

    /// Waits until a session waits for the standby with a statement that holds these words, and
    /// answers with its process.
    pub async fn waits_for_standby(&self, words: &str) -> i32 {
        let mut admin = self.primary.admin(DATABASE).await;
        eventually("a commit waits for the standby", async || {
            let waiting: Option<i32> = sqlx::query_scalar(
                "select pid from pg_stat_activity
                 where wait_event = 'SyncRep' and query like '%' || $1 || '%' limit 1",
            )
            .bind(words)
            .fetch_optional(&mut admin)
            .await
            .expect("the primary answers");
            waiting.ok_or(())
        })
        .await
    }

    /// Such a session other than the known one, if there is one by now.
    pub async fn waits_for_another_standby(&self, words: &str, known: i32) -> Option<i32> {
        let mut admin = self.primary.admin(DATABASE).await;
        sqlx::query_scalar(
            "select pid from pg_stat_activity
             where wait_event = 'SyncRep' and query like '%' || $1 || '%' and pid <> $2 limit 1",
        )
        .bind(words)
        .bind(known)
        .fetch_optional(&mut admin)
        .await
        .expect("the primary answers")
    }

    /// Waits until the standby has so many events, and what the views show on the primary.
    pub async fn standby_has(&self, events: i64) {
        let mut servers = [
            self.primary.admin(DATABASE).await,
            self.standby.admin(DATABASE).await,
        ];
        eventually("the standby has the events", async || {
            let mut seen: Vec<(i64, i64)> = Vec::new();
            for server in &mut servers {
                let place = sqlx::query_as(
                    "select (select position from log_head), coalesce(sum(position), 0)::bigint
                     from projection_checkpoint",
                );
                seen.push(place.fetch_one(server).await.expect("both servers answer"));
            }
            let has_all = seen[0] == seen[1] && seen[1].0 >= events;
            if has_all { Ok(()) } else { Err(seen) }
        })
        .await;
    }

    /// Ends a session of the primary, whatever it waits for.
    pub async fn cut(&self, session: i32) {
        let mut admin = self.primary.admin(DATABASE).await;
        run(
            &mut admin,
            &format!("select pg_terminate_backend({session})"),
        )
        .await;
    }

    /// The standby is gone, with every session on it.
    pub fn end_standby(&mut self) {
        self.standby.end("INT");
    }

    /// It is there again, and follows.
    pub async fn restart_standby(&mut self) {
        self.standby = Server::serve(&self.standby.folder.clone());
        self.sender().await;
    }

    /// Where the standby's copy of one of the primary's databases is.
    #[must_use]
    pub fn url_on_standby(&self, database: &str) -> String {
        let folder = Server::socket_folder(&self.standby.folder);
        let folder = folder.display();
        format!("postgres://postgres@localhost/{database}?host={folder}")
    }

    /// The primary is gone with all that no standby has, and the standby takes its place.
    pub async fn fail_over(&mut self) {
        self.primary.end("KILL");
        if let Some(sender) = self.frozen.take() {
            signal("KILL", &sender);
        }
        let mut admin = self.standby.admin("postgres").await;
        run(&mut admin, "select pg_promote()").await;
    }
}

impl Drop for Pair {
    fn drop(&mut self) {
        self.thaw();
        self.standby.end("QUIT");
        self.primary.end("QUIT");
        // What is left behind is small, and a panic in `drop` would hide the test's own.
        drop(std::fs::remove_dir_all(&self.folder));
    }
}

impl Server {
    fn serve(folder: &Path) -> Self {
        Self::serve_at(folder, "")
    }

    /// A server that also listens at an address of this machine; an empty one: by its socket only.
    pub(crate) fn serve_at(folder: &Path, address: &str) -> Self {
        Self::spawn(folder, address, Stdio::null())
    }

    /// A server that writes its log to this file.
    pub(crate) fn serve_logged(folder: &Path, log: File) -> Self {
        Self::spawn(folder, "", log.into())
    }

    fn spawn(folder: &Path, address: &str, log: Stdio) -> Self {
        let mut command = script();
        command.env("PG_LISTEN", address);
        command.arg("serve").arg(folder).stdin(Stdio::null());
        let process = command
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .expect("scripts/postgres starts");
        Self {
            folder: folder.to_owned(),
            process,
        }
    }

    fn socket_folder(folder: &Path) -> PathBuf {
        let said = script().arg("socket").arg(folder).output();
        let said = said.expect("scripts/postgres prints the socket").stdout;
        PathBuf::from(String::from_utf8_lossy(&said).trim())
    }

    pub(crate) fn process(&self) -> u32 {
        self.process.id()
    }

    /// Path of the server's socket.
    #[must_use]
    pub fn socket(&self) -> PathBuf {
        Self::socket_folder(&self.folder).join(".s.PGSQL.5432")
    }

    /// How its owner connects.
    #[must_use]
    pub fn connect_options(&self, database: &str) -> PgConnectOptions {
        PgConnectOptions::new_without_pgpass()
            .socket(Self::socket_folder(&self.folder))
            .username("postgres")
            .database(database)
    }

    /// Where another process finds the migrated database, as its owner.
    #[must_use]
    pub fn url(&self) -> String {
        let folder = Self::socket_folder(&self.folder);
        let folder = folder.display();
        format!("postgres://postgres@localhost/{DATABASE}?host={folder}")
    }

    /// Changes a setting of the server, or a parameter of anything else, at once.
    pub async fn set(&self, statement: &str) {
        let mut admin = self.admin("postgres").await;
        run(&mut admin, statement).await;
        run(&mut admin, "select pg_reload_conf()").await;
    }

    /// Connections in the application's role to the migrated database.
    #[must_use]
    pub fn pool(&self) -> PgPool {
        pool(self.connect_options(DATABASE))
    }

    /// A connection of the owner, once the server takes any.
    pub async fn admin(&self, database: &str) -> PgConnection {
        eventually("the server takes connections", async || {
            self.connect_options(database).connect().await
        })
        .await
    }

    pub(crate) fn end(&mut self, how: &str) {
        // Once it has ended, its number may be another's.
        if matches!(self.process.try_wait(), Ok(None)) {
            signal(how, &self.process.id().to_string());
            drop(self.process.wait());
        }
    }
}

/// A pool as the gateway's, for a patient test.
#[must_use]
pub fn pool(options: PgConnectOptions) -> PgPool {
    ledger::pool::options()
        .max_connections(4)
        .acquire_timeout(PATIENCE)
        .connect_lazy_with(options.options([("role", APP_ROLE)]))
}

pub(crate) fn script() -> Command {
    Command::new(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../scripts/postgres"
    ))
}

/// The folder of the cluster: it is named by the major version.
pub(crate) fn cluster(folder: &Path) -> PathBuf {
    let entries = std::fs::read_dir(folder).expect("the server has made its folder");
    let mut paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    paths
        .find(|path| path.join("PG_VERSION").exists())
        .expect("the server has made its cluster")
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("the folder is ours");
    // The owner stays: the server may run as somebody else.
    let mut command = Command::new("cp");
    let copied = command.arg("-a").arg(cluster(from)).arg(to).status();
    let is_copied = copied.is_ok_and(|status| status.success());
    assert!(is_copied, "{} is copied", from.display());
}

fn write_settings(folder: &Path, settings: &str) {
    let path = cluster(folder).join("postgresql.auto.conf");
    std::fs::write(path, settings).expect("the folder is ours");
}

fn signal(name: &str, process: &str) {
    // Gone already is as good.
    drop(
        Command::new("kill")
            .args([&format!("-{name}"), process])
            .stderr(Stdio::null())
            .status(),
    );
}
