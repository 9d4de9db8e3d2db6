//! The product as it runs for a test of fire: a database, the outside world, two gateways, and
//! between any two of them a line.

use std::collections::BTreeMap;
use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use rand::Rng;
use reqwest::Client;

use crate::clock::Asking;
use crate::database::Database;
use crate::disk::Disk;
use crate::equipment::{Equipment, Skipped};
use crate::journal::Journal;
use crate::line::{Far, Line};
use crate::options::RunOptions;
use crate::postgres::Workshop;
use crate::service::{Recipe, Service};
use crate::settings;
use crate::trouble::{Trouble, eventually};

/// What a clock is tried with, in seconds.
const TRIED: i64 = 60;

/// A gateway with the lines around it.
pub(crate) struct Gateway {
    pub(crate) service: Service,
    /// From clients and payment services to it.
    pub(crate) client_line: Line,
    /// From it to the database.
    pub(crate) database_line: Line,
    /// From it to the outside world.
    pub(crate) world_line: Line,
    internal_port: u16,
}

impl Gateway {
    fn ready_url(&self) -> String {
        format!("http://127.0.0.1:{}/health/ready", self.internal_port)
    }
}

pub(crate) struct Stack {
    pub(crate) gateways: Vec<Gateway>,
    pub(crate) world: Service,
    pub(crate) database: Database,
    /// What the gateways' shared folder lies on, where that can be filled.
    pub(crate) gateway_disk: Option<Disk>,
    pub(crate) equipment: Arc<Equipment>,
    world_port: u16,
    workshop: Workshop,
    data_dir: PathBuf,
    config: PathBuf,
    programs: PathBuf,
    http: Client,
}

/// A port that nobody listens on: above those that the system gives to programs that ask for any, and away
/// from those that the gate's other copies of the product have chosen.
fn free_port() -> Result<u16, Trouble> {
    for _ in 0..1_000 {
        let port = rand::rng().random_range(61_000..65_000);
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return Ok(port);
        }
    }
    Err(Trouble::RunOptions("no free port above 61000".to_owned()))
}

impl Stack {
    /// Starts everything in a folder and waits until it is ready.
    pub(crate) async fn start(
        options: &RunOptions,
        journal: &Journal,
        folder: &Path,
        equipment: Equipment,
    ) -> Result<Self, Trouble> {
        let equipment = Arc::new(equipment);
        let repo = std::env::current_dir().map_err(Trouble::file(Path::new(".")))?;
        let logs = options.out.join("log");
        fs::create_dir_all(&logs).map_err(Trouble::file(&logs))?;
        let workshop = Workshop {
            repo: repo.clone(),
            data: folder.to_owned(),
            logs: logs.clone(),
            journal: journal.clone(),
            equipment: Arc::clone(&equipment),
        };
        let data_dir = folder.join("gateway");
        fs::create_dir_all(&data_dir).map_err(Trouble::file(&data_dir))?;
        let gateway_disk = equipment.has_disks.then(|| Disk::mount(&data_dir));
        let gateway_disk = gateway_disk.transpose()?;
        let database = Database::start(&workshop, options.has_machines).await?;
        let world_port = free_port()?;
        let world = start_world(options, journal, folder, &logs, world_port)?;
        let http = Client::builder().timeout(Duration::from_secs(5)).build();
        let http = http.map_err(|error| Trouble::program("the client", error))?;
        let (mut ports, mut lines) = (Vec::new(), Vec::new());
        for _ in 0..options.gateways() {
            let port = free_port()?;
            ports.push(port);
            lines.push(Line::lay(Far::Port(port)).await?);
        }
        let callback = format!("http://127.0.0.1:{}", lines[0].port());
        let config = settings::write(&repo, folder, &callback, options.has_machines)?;
        let mut stack = Self {
            gateways: Vec::new(),
            world,
            database,
            gateway_disk,
            equipment,
            world_port,
            workshop,
            data_dir,
            config,
            programs: options.programs.clone(),
            http,
        };
        for (number, client_line) in lines.into_iter().enumerate() {
            let gateway = stack
                .start_gateway(number, client_line, ports[number])
                .await?;
            stack.gateways.push(gateway);
            // The first one makes the database's tables.
            stack.await_ready(number).await?;
        }
        if options.has_standby {
            stack.add_standby().await?;
        }
        Ok(stack)
    }

    async fn start_gateway(
        &self,
        number: usize,
        client_line: Line,
        port: u16,
    ) -> Result<Gateway, Trouble> {
        let database_line = Line::lay(self.database.far().await).await?;
        let world_line = Line::lay(Far::Port(self.world_port)).await?;
        let internal_port = free_port()?;
        let name = format!("gateway-{}", number + 1);
        let database = self.database.url_at(database_line.port());
        let variables = [
            ("DATABASE_URL", database),
            (
                "SANDBOX_URL",
                format!("http://127.0.0.1:{}", world_line.port()),
            ),
            ("PORT", port.to_string()),
            ("INTERNAL_PORT", internal_port.to_string()),
        ];
        let variables = variables.map(|(name, value)| (name.to_owned(), value));
        let mut variables: Vec<_> = variables.into_iter().chain(self.common()).collect();
        if let Some(machines) = self.database.machines() {
            variables.push(("DATABASE_READ_URL".to_owned(), machines.read_url()));
        }
        if let Some(clocks) = &self.equipment.clocks {
            variables.push(("LD_PRELOAD".to_owned(), clocks.library(Asking::Threads)));
            variables.extend(clocks.variables(&name)?);
        }
        let recipe = Recipe {
            folder: self.data_dir.clone(),
            log: self.workshop.logs.join(format!("{name}.log")),
            name,
            words: vec![self.programs.join("gateway").display().to_string()],
            variables,
            obituary: "TERM",
        };
        Ok(Gateway {
            service: Service::start(recipe, self.workshop.journal.clone())?,
            client_line,
            database_line,
            world_line,
            internal_port,
        })
    }

    /// The environment that gateways and the operator's commands share.
    fn common(&self) -> Vec<(String, String)> {
        let path = |path: &Path| path.display().to_string();
        let variables = [
            ("DATA_DIR", path(&self.data_dir)),
            ("WALLET_CONFIG", path(&self.config)),
            ("RUST_LOG", "info,sqlx=warn".to_owned()),
        ];
        let variables = variables.map(|(name, value)| (name.to_owned(), value));
        variables.into_iter().collect()
    }

    /// Waits until a gateway says that it is ready.
    pub(crate) async fn await_ready(&self, number: usize) -> Result<(), Trouble> {
        let gateway = &self.gateways[number];
        let url = gateway.ready_url();
        let what = format!("{} is ready", gateway.service.name());
        eventually(&what, async || {
            gateway
                .service
                .tend()
                .map_err(|trouble| trouble.to_string())?;
            match self.http.get(&url).send().await {
                Ok(answer) if answer.status().is_success() => Ok(()),
                Ok(answer) => Err(answer.status().to_string()),
                Err(error) => Err(error.to_string()),
            }
        })
        .await
    }

    /// Whether a gateway says of itself that it met a full disk a moment ago.
    pub(crate) async fn has_met_full_disk(&self) -> bool {
        for gateway in &self.gateways {
            let Ok(answer) = self.http.get(gateway.ready_url()).send().await else {
                continue;
            };
            if answer
                .text()
                .await
                .is_ok_and(|text| text.contains("DISK_FULL"))
            {
                return true;
            }
        }
        false
    }

    /// Tries the database's clock; why it cannot be set, if so. Some systems load no library for a
    /// server that changed its user.
    pub(crate) async fn clock_obstacle(&self) -> Result<Option<Skipped>, Trouble> {
        let Some(clocks) = &self.equipment.clocks else {
            return Ok(None);
        };
        let servers = self.database.servers().await?;
        let name = servers.primary.service.name();
        clocks.set(name, TRIED)?;
        let ahead = servers.primary.ahead().await?;
        clocks.set(name, 0)?;
        Ok((ahead < TRIED / 2).then(|| Skipped {
            faults: "step postgres".to_owned(),
            reason: "PostgreSQL does not load libfaketime".to_owned(),
        }))
    }

    /// How often each program of the product ended without having been killed.
    pub(crate) async fn own_ends(&self) -> BTreeMap<String, u32> {
        let gateways = self.gateways.iter().map(|it| &it.service);
        let gateways = gateways.map(|it| (it.name().to_owned(), it.own_ends()));
        gateways.chain(self.database.own_ends().await).collect()
    }

    /// Where clients find a gateway.
    pub(crate) fn url(&self, number: usize) -> String {
        let port = self.gateways[number].client_line.port();
        format!("http://127.0.0.1:{port}/api")
    }

    /// Where the outside world is, past all lines.
    pub(crate) fn world_url(&self) -> String {
        format!("http://127.0.0.1:{}", self.world_port)
    }

    /// Starts again whatever has ended by itself.
    pub(crate) fn tend(&self) -> Result<(), Trouble> {
        self.world.tend()?;
        self.database.tend()?;
        self.gateways.iter().try_for_each(|it| it.service.tend())
    }

    /// Gives the database a standby that every commit waits for.
    pub(crate) async fn add_standby(&self) -> Result<(), Trouble> {
        let mut servers = self.database.exchange().await?;
        servers.made += 1;
        let name = format!("postgres_{}", servers.made);
        let standby = self.workshop.follow(&servers.primary, &name).await?;
        servers.standby = Some(standby);
        Ok(())
    }

    /// Makes the standby the primary, and leads the gateways there.
    pub(crate) async fn fail_over(&self) -> Result<(), Trouble> {
        let mut servers = self.database.exchange().await?;
        let standby = servers.standby.take();
        let standby = standby
            .ok_or_else(|| Trouble::RunOptions("there is no standby to promote".to_owned()))?;
        standby.promote().await?;
        for gateway in &self.gateways {
            gateway.database_line.lead(Far::Socket(standby.socket()));
            gateway.database_line.reset();
        }
        servers.primary = standby;
        Ok(())
    }

    /// Runs a command of the operator; its exit and what it says.
    pub(crate) async fn operate(&self, words: &[&str]) -> Result<(bool, String), Trouble> {
        let url = self.database.url().await;
        let said = self.workshop.logs.join(format!("{}.txt", words.join("-")));
        let file = || fs::File::options().create(true).append(true).open(&said);
        let (out, errors) = (
            file().map_err(Trouble::file(&said))?,
            file().map_err(Trouble::file(&said))?,
        );
        let mut running = Command::new(self.programs.join("gateway"))
            .args(words)
            .envs(self.common())
            .env("DATABASE_URL", url)
            .env("SANDBOX_URL", self.world_url())
            .stdin(Stdio::null())
            .stdout(out)
            .stderr(errors)
            .spawn()
            .map_err(|cause| Trouble::program("gateway", cause))?;
        let what = format!("gateway {} has ended", words.join(" "));
        let status = eventually(&what, async || {
            running
                .try_wait()
                .ok()
                .flatten()
                .ok_or("it is still running")
        });
        let status = status.await?;
        let text = fs::read_to_string(&said).map_err(Trouble::file(&said))?;
        Ok((status.success(), text))
    }

    /// Ends everything in order; whether each gateway ended as one that was asked to.
    pub(crate) async fn end(&self) -> Result<bool, Trouble> {
        let mut is_orderly = true;
        for gateway in &self.gateways {
            is_orderly &= gateway.service.end("TERM").await?.success();
        }
        self.world.end("TERM").await?;
        self.database.end().await?;
        Ok(is_orderly)
    }
}

fn start_world(
    options: &RunOptions,
    journal: &Journal,
    folder: &Path,
    logs: &Path,
    port: u16,
) -> Result<Service, Trouble> {
    let data = folder.join("sandbox");
    fs::create_dir_all(&data).map_err(Trouble::file(&data))?;
    let variables = [
        ("SANDBOX_PORT", port.to_string()),
        ("SANDBOX_DATA_DIR", data.display().to_string()),
        ("RUST_LOG", "warn".to_owned()),
    ];
    let recipe = Recipe {
        name: "sandbox".to_owned(),
        words: vec![options.programs.join("sandbox").display().to_string()],
        variables: variables
            .map(|(name, value)| (name.to_owned(), value))
            .into(),
        folder: data,
        log: logs.join("sandbox.log"),
        obituary: "TERM",
    };
    Service::start(recipe, journal.clone())
}
