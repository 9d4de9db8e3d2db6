//! The database of a run: a separate cluster, and where asked for a synchronous standby.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection, PgConnection};

use crate::clock::Asking;
use crate::disk::Disk;
use crate::equipment::Equipment;
use crate::journal::Journal;
use crate::service::{Recipe, Service, send};
use crate::trouble::{Trouble, eventually};

pub(crate) const NAME: &str = "wallet";

/// How the run's clusters are made.
#[derive(Clone)]
pub(crate) struct Workshop {
    /// The clone that has `scripts/postgres`.
    pub(crate) repo: PathBuf,
    /// Where the clusters lie.
    pub(crate) data: PathBuf,
    /// Where their logs go.
    pub(crate) logs: PathBuf,
    pub(crate) journal: Journal,
    pub(crate) equipment: Arc<Equipment>,
}

/// A server and its folder.
pub(crate) struct Cluster {
    pub(crate) service: Service,
    /// What its folder lies on, where that can be filled. It ends after the server.
    pub(crate) disk: Option<Disk>,
    folder: PathBuf,
    socket_folder: PathBuf,
}

impl Workshop {
    /// The folder of `PostgreSQL`'s programs.
    pub(crate) fn programs(&self) -> Result<String, Trouble> {
        self.script(&["find"])
    }

    fn script(&self, words: &[&str]) -> Result<String, Trouble> {
        let script = self.repo.join("scripts/postgres");
        let output = Command::new(&script).args(words).output();
        let output = output.map_err(Trouble::file(&script))?;
        if output.status.success() {
            return Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned());
        }
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        Err(Trouble::program("scripts/postgres", said))
    }

    /// Makes a server in a folder, and starts it.
    pub(crate) async fn serve(&self, name: &str) -> Result<Cluster, Trouble> {
        let disk = self.provide(name)?;
        self.start(name, disk).await
    }

    /// Makes a server's folder, on a disk that can be filled where the run has such.
    fn provide(&self, name: &str) -> Result<Option<Disk>, Trouble> {
        let folder = self.data.join(name);
        fs::create_dir_all(&folder).map_err(Trouble::file(&folder))?;
        let disk = self.equipment.has_disks.then(|| Disk::mount(&folder));
        disk.transpose()
    }

    async fn start(&self, name: &str, disk: Option<Disk>) -> Result<Cluster, Trouble> {
        let folder = self.data.join(name);
        let script = self.repo.join("scripts/postgres");
        let mut variables = vec![("PG_SETTINGS".to_owned(), "max_wal_size=512MB".to_owned())];
        if let Some(clocks) = &self.equipment.clocks {
            let library = clocks.library(Asking::Signals);
            variables.push(("PG_PRELOAD".to_owned(), library));
            variables.extend(clocks.variables(name)?);
        }
        let recipe = Recipe {
            name: name.to_owned(),
            words: vec![
                script.display().to_string(),
                "serve".to_owned(),
                folder.display().to_string(),
            ],
            variables,
            folder: folder.clone(),
            log: self.logs.join(format!("{name}.log")),
            obituary: "INT",
        };
        let service = Service::start(recipe, self.journal.clone())?;
        // In a deep folder it lies elsewhere.
        let socket_folder = self.script(&["socket", &folder.display().to_string()])?;
        let cluster = Cluster {
            service,
            disk,
            folder,
            socket_folder: socket_folder.into(),
        };
        cluster.await_connection().await?;
        Ok(cluster)
    }

    /// Makes a standby of a server that every commit waits for, and starts it.
    pub(crate) async fn follow(&self, primary: &Cluster, name: &str) -> Result<Cluster, Trouble> {
        let bin = PathBuf::from(self.programs()?);
        let folder = self.data.join(name);
        let disk = self.provide(name)?;
        let version = primary.data()?;
        let version = version.file_name().unwrap_or_default();
        let info = format!(
            "host={} user=postgres application_name={name}",
            primary.socket_folder.display()
        );
        let mut copy = Command::new(bin.join("pg_basebackup"));
        copy.args([
            "--checkpoint=fast",
            "--wal-method=stream",
            "--write-recovery-conf",
            // A primary that ended on a full disk would remove log that the standby has not got.
            "--create-slot",
        ])
        .arg("--no-sync")
        .arg(format!("--slot={name}"))
        .arg(format!("--dbname={info}"))
        .arg("--pgdata")
        .arg(folder.join(version));
        let mut copying = copy
            .spawn()
            .map_err(|cause| Trouble::program("pg_basebackup", cause))?;
        let status = eventually("the standby is copied", async || {
            let status = copying.try_wait().ok().flatten();
            status.ok_or("it is still running")
        });
        let status = status.await?;
        if !status.success() {
            return Err(Trouble::program("pg_basebackup", status));
        }
        let standby = self.start(name, disk).await?;
        let names = format!("alter system set synchronous_standby_names = '{name}'");
        for statement in [names.as_str(), "select pg_reload_conf()"] {
            primary.run(statement).await?;
        }
        let follows = "select count(*) from pg_stat_replication
            where sync_state in ('sync', 'quorum') and state = 'streaming'";
        eventually("the standby follows", async || {
            let following = primary.number("postgres", follows).await;
            match following {
                Ok(1..) => Ok(()),
                Ok(_) => Err("it does not stream".to_owned()),
                Err(trouble) => Err(trouble.to_string()),
            }
        })
        .await?;
        Ok(standby)
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // A frozen process could not end.
        let _ = self.signal_all("CONT");
    }
}

impl Cluster {
    /// The cluster itself, below the folder that `scripts/postgres` knows.
    fn data(&self) -> Result<PathBuf, Trouble> {
        let entries = fs::read_dir(&self.folder).map_err(Trouble::file(&self.folder))?;
        let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
        let mut clusters = paths.filter(|path| path.join("PG_VERSION").exists());
        let missing = || Trouble::program(self.service.name(), "its folder holds no cluster");
        clusters.next().ok_or_else(missing)
    }

    /// The socket that it listens on.
    pub(crate) fn socket(&self) -> PathBuf {
        self.socket_folder.join(".s.PGSQL.5432")
    }

    /// A URL of the database, over the socket: for the operator's commands, past all lines.
    pub(crate) fn url(&self) -> String {
        let folder = self.socket_folder.display().to_string();
        let folder = folder.replace('/', "%2F");
        format!("postgres://postgres@localhost/{NAME}?host={folder}")
    }

    /// A connection of the harness's own.
    pub(crate) async fn connect(&self, database: &str) -> Result<PgConnection, Trouble> {
        let options = PgConnectOptions::new()
            .socket(&self.socket_folder)
            .username("postgres")
            .database(database);
        Ok(options.connect().await?)
    }

    /// Runs a statement as the owner of all.
    pub(crate) async fn run(&self, statement: &str) -> Result<(), Trouble> {
        let mut connection = self.connect("postgres").await?;
        sqlx::raw_sql(statement).execute(&mut connection).await?;
        connection.close().await?;
        Ok(())
    }

    /// Asks for one number.
    pub(crate) async fn number(&self, database: &str, query: &str) -> Result<i64, Trouble> {
        let mut connection = self.connect(database).await?;
        let query = sqlx::query_scalar(query);
        let number = query.fetch_one(&mut connection).await?;
        connection.close().await?;
        Ok(number)
    }

    /// Waits until it takes connections.
    pub(crate) async fn await_connection(&self) -> Result<(), Trouble> {
        eventually("PostgreSQL takes connections", async || {
            match self.connect("postgres").await {
                Ok(connection) => connection.close().await.map_err(|it| it.to_string()),
                Err(trouble) => Err(trouble.to_string()),
            }
        })
        .await
    }

    /// All its processes: those that work in its folder.
    pub(crate) fn pids(&self) -> Result<Vec<u32>, Trouble> {
        let data = self.data()?;
        let entries = fs::read_dir("/proc").map_err(Trouble::file(Path::new("/proc")))?;
        let mut pids = Vec::new();
        for entry in entries.flatten() {
            let Ok(pid) = entry.file_name().to_string_lossy().parse() else {
                continue;
            };
            // One that has just ended has no folder any more.
            if fs::read_link(entry.path().join("cwd")).is_ok_and(|folder| folder == data) {
                pids.push(pid);
            }
        }
        Ok(pids)
    }

    /// How many seconds ahead of the harness its clock is.
    pub(crate) async fn ahead(&self) -> Result<i64, Trouble> {
        let query = "select extract(epoch from clock_timestamp())::bigint";
        let said = self.number("postgres", query).await?;
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let now = now.unwrap_or_default().as_secs();
        Ok(said - i64::try_from(now).unwrap_or(i64::MAX))
    }

    /// Signals all its processes.
    pub(crate) fn signal_all(&self, signal: &str) -> Result<(), Trouble> {
        // One of them may end meanwhile, which makes `kill` fail for that one only.
        for pid in self.pids()? {
            let _ = send(signal, &[pid]);
        }
        Ok(())
    }

    /// Makes a standby the primary.
    pub(crate) async fn promote(&self) -> Result<(), Trouble> {
        self.run("select pg_promote()").await?;
        eventually("the standby is promoted", async || {
            let query = "select pg_is_in_recovery()::int::bigint";
            match self.number("postgres", query).await {
                Ok(0) => Ok(()),
                Ok(_) => Err("it recovers".to_owned()),
                Err(trouble) => Err(trouble.to_string()),
            }
        })
        .await
    }
}
