//! A server that a benchmark has to itself, as durable as `PostgreSQL` is by default.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;

use sqlx::Connection;
use sqlx::PgPool;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use tempfile::TempDir;

use super::ProcessorTime;
use crate::pair::{Server, script};
use crate::{MIGRATOR, PATIENCE, run};
use ledger::journal::APP_ROLE;

/// The migrated database that the others are copied from.
const TEMPLATE: &str = "migrated";

/// It ends with this value, and its files go.
pub struct BenchServer {
    server: Server,
    // Dropped after the server has ended.
    folder: TempDir,
}

impl BenchServer {
    /// Starts a server whose files lie below this folder, which should be on a disk.
    ///
    /// # Panics
    ///
    /// When it cannot be started.
    pub async fn start(below: &Path) -> Self {
        let folder = tempfile::tempdir_in(below).expect("a folder can be made");
        let log = File::create(log_of(&folder)).expect("the folder is ours");
        let server = Server::serve_logged(folder.path(), log);
        let mut admin = server.admin("postgres").await;
        run(&mut admin, &format!("create database {TEMPLATE}")).await;
        let mut migrated = server.admin(TEMPLATE).await;
        let applied = MIGRATOR.run(&mut migrated).await;
        applied.expect("every migration applies to an empty database");
        migrated.close().await.expect("an idle connection closes");
        Self { server, folder }
    }

    /// A new migrated database.
    pub async fn create(&self, database: &str) {
        self.copy(TEMPLATE, database).await;
    }

    /// A new database with all that another one holds, which nobody may be connected to.
    pub async fn copy(&self, source: &str, database: &str) {
        let mut admin = self.server.admin("postgres").await;
        let statement = format!("create database {database} template {source}");
        run(&mut admin, &statement).await;
    }

    /// Where another process finds a database, as its owner.
    #[must_use]
    pub fn url(&self, database: &str) -> String {
        let folder = self.socket_folder();
        let folder = folder.display();
        format!("postgres://postgres@localhost/{database}?host={folder}")
    }

    /// Where it writes its log.
    #[must_use]
    pub fn log(&self) -> PathBuf {
        log_of(&self.folder)
    }

    /// How the owner connects.
    #[must_use]
    pub fn connect_options(&self, database: &str) -> PgConnectOptions {
        self.server.connect_options(database)
    }

    /// A connection of the owner.
    pub async fn owner(&self, database: &str) -> PgConnection {
        self.server.admin(database).await
    }

    /// Connections in the application's role, with the settings of the product's sessions.
    #[must_use]
    pub fn pool(&self, database: &str, connections: u32) -> PgPool {
        let options = self.connect_options(database).options([("role", APP_ROLE)]);
        ledger::pool::options()
            .max_connections(connections)
            .acquire_timeout(PATIENCE)
            .connect_lazy_with(ledger::pool::watched(options))
    }

    /// Its name and version.
    ///
    /// # Panics
    ///
    /// When it does not answer.
    pub async fn version(&self) -> String {
        sqlx::query_scalar("select 'PostgreSQL ' || current_setting('server_version')")
            .fetch_one(&mut self.owner("postgres").await)
            .await
            .expect("the server answers")
    }

    /// Folder of its socket.
    ///
    /// # Panics
    ///
    /// Never: a socket lies in a folder.
    #[must_use]
    pub fn socket_folder(&self) -> PathBuf {
        let socket = self.server.socket();
        socket
            .parent()
            .expect("a socket lies in a folder")
            .to_owned()
    }

    /// The processor time that it has used, with all its processes.
    #[must_use]
    pub fn processor_time(&self) -> ProcessorTime {
        ProcessorTime::of_family(self.server.process())
    }
}

fn log_of(folder: &TempDir) -> PathBuf {
    folder.path().join("server.log")
}

impl Drop for BenchServer {
    fn drop(&mut self) {
        self.server.end("INT");
    }
}

/// Where `pgbench` is: with the server's programs, else on the path.
///
/// # Panics
///
/// When there is none: Debian has it in `postgresql`.
#[must_use]
pub fn pgbench() -> PathBuf {
    let said = script().arg("find").output();
    let folder = said.expect("scripts/postgres prints the folder").stdout;
    let folder = PathBuf::from(String::from_utf8_lossy(&folder).trim());
    for program in [folder.join("pgbench"), PathBuf::from("pgbench")] {
        if Command::new(&program)
            .arg("--version")
            .output()
            .is_ok_and(|answer| answer.status.success())
        {
            return program;
        }
    }
    panic!("no pgbench: install postgresql, or set PG_BIN to a folder that has it");
}
