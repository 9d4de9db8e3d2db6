//! Three machines that replace each other by themselves: each with etcd, Patroni and `PostgreSQL`, on a
//! network of the run, and the proxy that leads to whichever is the primary.
//!
//! A machine is a network namespace and a namespace of processes. So it can die as one that loses its
//! power: no process of it says anything any more, and nobody's connection is closed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use reqwest::{Client, Method};
use serde_json::{Value, json};
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection, PgConnection};

use crate::postgres::{NAME, Workshop};
use crate::service::{Recipe, Service, send};
use crate::trouble::{Trouble, eventually};

/// How many there are: one may be gone, and another one still has what it had.
pub(crate) const MACHINES: usize = 3;

/// The bridge between the machines, where the proxy and the gateways are too.
const BRIDGE: &str = "machines";

/// What its addresses begin with.
const NETWORK: &str = "10.0.0";

/// Where `haproxy.cfg` offers the primary.
const PRIMARY_PORT: u16 = 5000;

/// Where it offers the standbys.
const STANDBYS_PORT: u16 = 5001;

/// Where Patroni answers.
const API_PORT: u16 = 8008;

/// A hardware address that nobody has.
const NOBODY: &str = "02:00:00:00:00:fe";

pub(crate) struct Machine {
    pub(crate) service: Service,
    number: usize,
    data: PathBuf,
}

pub(crate) struct Machines {
    pub(crate) all: Vec<Machine>,
    pub(crate) proxy: Service,
    http: Client,
    superuser: String,
    api: String,
}

/// Programs of a machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Program {
    Postgres,
    Patroni,
    Etcd,
}

fn address(number: usize) -> String {
    format!("{NETWORK}.{}", 11 + number)
}

/// Runs a tool that has to succeed.
fn run(words: &[&str]) -> Result<(), Trouble> {
    let output = Command::new(words[0]).args(&words[1..]).output();
    let output = output.map_err(|cause| Trouble::program(words[0], cause))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(Trouble::program(&words.join(" "), said))
}

impl Machines {
    /// Makes the network and starts everything. The run has a network namespace and a mount namespace of
    /// its own (`scripts/torture --ha`).
    pub(crate) async fn start(workshop: &Workshop) -> Result<Self, Trouble> {
        run(&["ip", "link", "add", BRIDGE, "type", "bridge"])?;
        let own = format!("{NETWORK}.1/24");
        run(&["ip", "address", "add", &own, "dev", BRIDGE])?;
        run(&["ip", "link", "set", BRIDGE, "up"])?;
        let described = workshop.data.join("machines");
        prepare(workshop, &described)?;
        let mut all = Vec::new();
        for number in 0..MACHINES {
            all.push(Machine::start(workshop, &described, number)?);
        }
        let script = workshop.repo.join("scripts/ha").display().to_string();
        let folder = described.display().to_string();
        let proxy = Recipe {
            name: "haproxy".to_owned(),
            words: vec![script, "proxy".to_owned(), folder],
            variables: Vec::new(),
            folder: described.clone(),
            log: workshop.logs.join("haproxy.log"),
            obituary: "TERM",
        };
        let secret = |name: &str| {
            let path = described.join(format!("{name}_password"));
            let text = fs::read_to_string(&path).map_err(Trouble::file(&path))?;
            Ok::<_, Trouble>(text.trim().to_owned())
        };
        let http = Client::builder().timeout(Duration::from_secs(2)).build();
        let machines = Self {
            all,
            proxy: Service::start(proxy, workshop.journal.clone())?,
            http: http.map_err(|error| Trouble::program("the client", error))?,
            superuser: secret("superuser")?,
            api: secret("api")?,
        };
        machines.await_whole().await?;
        Ok(machines)
    }

    /// The port of the proxy that leads to the primary.
    pub(crate) const fn port() -> u16 {
        PRIMARY_PORT
    }

    /// A URL of the database by a port that leads to the primary.
    pub(crate) fn url_at(&self, port: u16) -> String {
        format!(
            "postgres://postgres:{}@127.0.0.1:{port}/{NAME}",
            self.superuser
        )
    }

    /// A URL of the standbys, past all lines.
    pub(crate) fn read_url(&self) -> String {
        self.url_at(STANDBYS_PORT)
    }

    /// A connection to the primary, past all lines.
    pub(crate) async fn connect(&self, database: &str) -> Result<PgConnection, Trouble> {
        let options = PgConnectOptions::new()
            .host("127.0.0.1")
            .port(PRIMARY_PORT)
            .username("postgres")
            .password(&self.superuser)
            .database(database);
        Ok(options.connect().await?)
    }

    /// Asks the primary for one number.
    pub(crate) async fn number(&self, query: &str) -> Result<i64, Trouble> {
        let mut connection = self.connect("postgres").await?;
        let number = sqlx::query_scalar(query).fetch_one(&mut connection).await?;
        connection.close().await?;
        Ok(number)
    }

    async fn has_role(&self, number: usize, role: &str) -> bool {
        let url = format!("http://{}:{API_PORT}/{role}", address(number));
        let answer = self.http.get(url).send().await;
        answer.is_ok_and(|answer| answer.status().is_success())
    }

    /// Which machine says that it is the primary; none while there is none, or one that nobody reaches.
    pub(crate) async fn primary(&self) -> Option<usize> {
        for number in 0..MACHINES {
            if self.has_role(number, "primary").await {
                return Some(number);
            }
        }
        None
    }

    /// Waits for a primary, and answers which one it is.
    pub(crate) async fn await_primary(&self) -> Result<usize, Trouble> {
        eventually("there is a primary", async || {
            self.primary().await.ok_or("there is none")
        })
        .await
    }

    /// Waits until there are a primary and two standbys, each of which may take over: Patroni promotes
    /// only those that it has written down as confirming commits.
    pub(crate) async fn await_whole(&self) -> Result<(), Trouble> {
        eventually("three databases are whole", async || {
            let said = self.describe().await;
            let members = said["members"].as_array().into_iter().flatten();
            let are_whole = members.filter(|it| it["state"] == "streaming");
            let are_whole = are_whole.filter(|it| it["role"] == "quorum_standby");
            if are_whole.count() == MACHINES - 1 && self.primary().await.is_some() {
                Ok(())
            } else {
                Err(said.to_string())
            }
        })
        .await
    }

    /// Asks for a planned change of the primary, and waits until it is made.
    pub(crate) async fn switch_over(&self) -> Result<(), Trouble> {
        let old = self.await_primary().await?;
        let url = format!("http://{}:{API_PORT}/switchover", address(old));
        let wanted = json!({ "leader": format!("machine{}", old + 1) });
        let asked = self.http.request(Method::POST, url);
        let asked = asked.basic_auth("patroni", Some(&self.api)).json(&wanted);
        // Patroni answers when it is done, which may take longer than this client waits.
        if let Ok(answer) = asked.send().await
            && !answer.status().is_success()
        {
            let said = answer.text().await.unwrap_or_default();
            return Err(Trouble::program("the switchover", said));
        }
        self.await_other_primary(old).await
    }

    /// Waits until another machine is the primary.
    pub(crate) async fn await_other_primary(&self, old: usize) -> Result<(), Trouble> {
        eventually("another machine is the primary", async || {
            for number in (0..MACHINES).filter(|number| *number != old) {
                if self.has_role(number, "primary").await {
                    return Ok(());
                }
            }
            Err("none is")
        })
        .await
    }

    /// Starts again whatever has ended by itself.
    pub(crate) fn tend(&self) -> Result<(), Trouble> {
        self.proxy.tend()?;
        self.all.iter().try_for_each(|it| it.service.tend())
    }

    /// What the machines say of themselves, for people.
    pub(crate) async fn describe(&self) -> Value {
        for number in 0..MACHINES {
            let url = format!("http://{}:{API_PORT}/cluster", address(number));
            if let Ok(answer) = self.http.get(url).send().await
                && let Ok(text) = answer.text().await
                && let Ok(said) = serde_json::from_str(&text)
            {
                return said;
            }
        }
        Value::Null
    }

    /// Ends everything. Nothing is kept, so nobody is asked.
    pub(crate) async fn end(&self) -> Result<(), Trouble> {
        self.proxy.end("TERM").await?;
        for machine in &self.all {
            machine.service.end("KILL").await?;
        }
        Ok(())
    }
}

/// Writes what each machine has to know.
fn prepare(workshop: &Workshop, folder: &Path) -> Result<(), Trouble> {
    let script = workshop.repo.join("gateway/deploy/ha/prepare");
    let mut command = Command::new(&script);
    command.arg(folder);
    for number in 0..MACHINES {
        command.arg(address(number));
    }
    let output = command
        .arg("127.0.0.1")
        .env("DATA", folder)
        .env("PG_BIN", workshop.programs()?)
        .output();
    let output = output.map_err(Trouble::file(&script))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(Trouble::program("gateway/deploy/ha/prepare", said))
}

impl Machine {
    fn start(workshop: &Workshop, described: &Path, number: usize) -> Result<Self, Trouble> {
        let name = format!("machine{}", number + 1);
        let address = format!("{}/24", address(number));
        run(&["ip", "netns", "add", &name])?;
        run(&[
            "ip", "link", "add", &name, "type", "veth", "peer", "name", "eth0", "netns", &name,
        ])?;
        run(&["ip", "link", "set", &name, "master", BRIDGE])?;
        run(&["ip", "link", "set", &name, "up"])?;
        let inside = ["ip", "-netns", &name];
        for words in [
            &["address", "add", &address, "dev", "eth0"][..],
            &["link", "set", "eth0", "up"],
            &["link", "set", "lo", "up"],
        ] {
            run(&[&inside, words].concat())?;
        }
        let words = [
            "ip",
            "netns",
            "exec",
            &name,
            // When the first process of its namespace dies, the kernel ends all the others.
            "unshare",
            "--pid",
            "--fork",
            "--kill-child=KILL",
            "--mount-proc",
            "--",
            &workshop.repo.join("scripts/ha").display().to_string(),
            "machine",
            &described.display().to_string(),
            &(number + 1).to_string(),
        ]
        .map(str::to_owned);
        let recipe = Recipe {
            words: words.into(),
            variables: Vec::new(),
            folder: described.to_owned(),
            log: workshop.logs.join(format!("{name}.log")),
            obituary: "KILL",
            name,
        };
        Ok(Self {
            service: Service::start(recipe, workshop.journal.clone())?,
            data: described.join(format!("machine{}", number + 1)),
            number,
        })
    }

    /// Takes it off the network, or puts it back. Nothing is refused: what is sent to it goes nowhere.
    pub(crate) fn set_connected(&self, is_connected: bool) -> Result<(), Trouble> {
        let name = self.service.name();
        if is_connected {
            run(&["ip", "link", "set", name, "master", BRIDGE])
        } else {
            run(&["ip", "link", "set", name, "nomaster"])
        }
    }

    /// Cuts it off from the other machines, while those who use its database reach it, or undoes that.
    pub(crate) fn set_alone(&self, is_alone: bool) -> Result<(), Trouble> {
        let inside = ["ip", "-netns", self.service.name(), "neighbour"];
        for other in (0..MACHINES).filter(|other| *other != self.number) {
            let address = address(other);
            let words = if is_alone {
                // What it sends to them reaches nobody.
                vec!["replace", &address, "lladdr", NOBODY, "nud", "permanent"]
            } else {
                vec!["delete", &address]
            };
            run(&[&inside, words.as_slice(), &["dev", "eth0"]].concat())?;
        }
        Ok(())
    }

    /// Its power is lost: nothing of it says another word.
    pub(crate) async fn lose_power(&self) -> Result<(), Trouble> {
        self.set_connected(false)?;
        self.service.kill()?;
        eventually("the machine's programs are gone", async || {
            let left = self.pids(None).map_err(|trouble| trouble.to_string())?;
            if left.is_empty() {
                Ok(())
            } else {
                Err(format!("{left:?}"))
            }
        })
        .await
    }

    /// Its power is back.
    pub(crate) fn start_again(&self) -> Result<(), Trouble> {
        self.set_connected(true)?;
        self.service.restart()
    }

    /// Signals one of its programs, or everything on it.
    pub(crate) fn signal(&self, program: Option<Program>, signal: &str) -> Result<(), Trouble> {
        let pids = self.pids(program)?;
        if pids.is_empty() {
            let seen = format!("{program:?} does not run");
            return Err(Trouble::program(self.service.name(), seen));
        }
        // One of them may end meanwhile, which makes `kill` fail for that one only.
        for pid in pids {
            let _ = send(signal, &[pid]);
        }
        Ok(())
    }

    /// Processes that work in its folder.
    fn pids(&self, program: Option<Program>) -> Result<Vec<u32>, Trouble> {
        let database = self.data.join("postgres");
        let entries = fs::read_dir("/proc").map_err(Trouble::file(Path::new("/proc")))?;
        let mut pids = Vec::new();
        for entry in entries.flatten() {
            let Ok(pid) = entry.file_name().to_string_lossy().parse() else {
                continue;
            };
            // One that has just ended has no folder any more.
            let Ok(folder) = fs::read_link(entry.path().join("cwd")) else {
                continue;
            };
            let name = fs::read_to_string(entry.path().join("comm")).unwrap_or_default();
            let is_meant = match program {
                None => folder.starts_with(&self.data),
                Some(Program::Postgres) => folder == database,
                Some(Program::Patroni) => folder == self.data && name.starts_with("python"),
                Some(Program::Etcd) => folder == self.data && name.trim() == "etcd",
            };
            if is_meant {
                pids.push(pid);
            }
        }
        Ok(pids)
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        // A frozen process could not end.
        let _ = self.signal(None, "CONT");
    }
}
