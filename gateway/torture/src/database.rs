//! What the gateways keep everything in: servers that the harness looks after, or three machines that
//! look after themselves.

use std::collections::BTreeMap;

use sqlx::{Connection, PgConnection};
use tokio::sync::{RwLock, RwLockReadGuard, RwLockWriteGuard};

use crate::line::Far;
use crate::machines::Machines;
use crate::postgres::{Cluster, NAME, Workshop};
use crate::trouble::Trouble;

/// The servers of the database.
pub(crate) struct Servers {
    /// The one that takes commands.
    pub(crate) primary: Cluster,
    /// The one that every commit waits for.
    pub(crate) standby: Option<Cluster>,
    /// How many there have been, for their names.
    pub(crate) made: u32,
}

/// The database of a run.
pub(crate) enum Database {
    /// A server, and where asked for a standby that the harness promotes.
    Servers(Box<RwLock<Servers>>),
    /// Machines that replace each other by themselves.
    Machines(Box<Machines>),
}

impl Database {
    /// Starts a server alone, or three machines.
    pub(crate) async fn start(workshop: &Workshop, has_machines: bool) -> Result<Self, Trouble> {
        if has_machines {
            return Ok(Self::Machines(Box::new(Machines::start(workshop).await?)));
        }
        Ok(Self::Servers(Box::new(RwLock::new(Servers {
            primary: workshop.serve("postgres_1").await?,
            standby: None,
            made: 1,
        }))))
    }

    /// The machines, where there are any.
    pub(crate) fn machines(&self) -> Option<&Machines> {
        match self {
            Self::Machines(machines) => Some(machines),
            Self::Servers(_) => None,
        }
    }

    fn lock(&self) -> Result<&RwLock<Servers>, Trouble> {
        match self {
            Self::Servers(servers) => Ok(servers),
            Self::Machines(_) => Err(Trouble::RunOptions(
                "machines replace each other by themselves".to_owned(),
            )),
        }
    }

    /// The servers that the harness looks after.
    pub(crate) async fn servers(&self) -> Result<RwLockReadGuard<'_, Servers>, Trouble> {
        Ok(self.lock()?.read().await)
    }

    /// The same, to exchange one.
    pub(crate) async fn exchange(&self) -> Result<RwLockWriteGuard<'_, Servers>, Trouble> {
        Ok(self.lock()?.write().await)
    }

    /// Where a gateway's line leads.
    pub(crate) async fn far(&self) -> Far {
        match self {
            Self::Servers(servers) => Far::Socket(servers.read().await.primary.socket()),
            Self::Machines(_) => Far::Port(Machines::port()),
        }
    }

    /// Its URL by a port of this machine that leads to it.
    pub(crate) fn url_at(&self, port: u16) -> String {
        match self {
            Self::Servers(_) => format!("postgres://postgres@127.0.0.1:{port}/{NAME}"),
            Self::Machines(machines) => machines.url_at(port),
        }
    }

    /// A URL for the operator's commands, past all lines.
    pub(crate) async fn url(&self) -> String {
        match self {
            Self::Servers(servers) => servers.read().await.primary.url(),
            Self::Machines(machines) => machines.url_at(Machines::port()),
        }
    }

    /// A connection of the harness, past all lines.
    pub(crate) async fn connect(&self) -> Result<PgConnection, Trouble> {
        match self {
            Self::Servers(servers) => servers.read().await.primary.connect(NAME).await,
            Self::Machines(machines) => machines.connect(NAME).await,
        }
    }

    /// Asks for one number.
    pub(crate) async fn number(&self, query: &str) -> Result<i64, Trouble> {
        let mut connection = self.connect().await?;
        let number = sqlx::query_scalar(query).fetch_one(&mut connection).await?;
        connection.close().await?;
        Ok(number)
    }

    /// Starts again whatever has ended by itself.
    pub(crate) fn tend(&self) -> Result<(), Trouble> {
        match self {
            // While another server takes over, this one is held down.
            Self::Servers(servers) => match servers.try_read() {
                Ok(servers) => servers.primary.service.tend(),
                Err(_) => Ok(()),
            },
            Self::Machines(machines) => machines.tend(),
        }
    }

    /// How often each of its programs ended without having been killed.
    pub(crate) async fn own_ends(&self) -> BTreeMap<String, u32> {
        let count = |it: &crate::service::Service| (it.name().to_owned(), it.own_ends());
        match self {
            Self::Servers(servers) => [count(&servers.read().await.primary.service)].into(),
            Self::Machines(machines) => {
                let all = machines.all.iter().map(|it| &it.service);
                all.chain([&machines.proxy]).map(count).collect()
            }
        }
    }

    /// Waits until nothing is missing that a fault has taken.
    pub(crate) async fn await_whole(&self) -> Result<(), Trouble> {
        match self {
            Self::Servers(_) => Ok(()),
            Self::Machines(machines) => machines.await_whole().await,
        }
    }

    /// Ends it.
    pub(crate) async fn end(&self) -> Result<(), Trouble> {
        match self {
            Self::Servers(servers) => {
                let servers = servers.read().await;
                servers.primary.service.end("INT").await?;
                if let Some(standby) = &servers.standby {
                    standby.service.end("INT").await?;
                }
                Ok(())
            }
            Self::Machines(machines) => machines.end().await,
        }
    }
}
