//! The running gateway: starts its parts, and stops them in order.

pub mod command_line;
pub(crate) mod health;
pub(crate) mod housekeeping;
pub(crate) mod internal;
pub mod operator;
pub mod traces;

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use ledger::{LedgerError, LedgerOptions};
use projections::replay::{ReplayOptions, Replays};
use sqlx::PgPool;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::api::gate::Door;
use crate::api::portal::Portal;
use crate::api::router;
use crate::api::state::AppState;
use backoffice::settings::{Followed, catch_up};
use backoffice::{proof, reconciliation, review, verification};
use payments::slip::uploads::SlipUploads;
use payments::{self, Payments};
use platform::clock::Clock;
use platform::config::Config;
use platform::core::Core;
use platform::database::{DatabaseAccess, DatabaseError};
use platform::journal_room;
use platform::open::CoreError;
use platform::replication;
use platform::secrets::recorded;
use platform::server::{self, Ending, ListenerLimits};
use rewards::invites;

/// The input of a gateway's start.
pub struct Options {
    /// Where the database is, and who may change its tables.
    pub database: DatabaseAccess,
    /// Where the portal and the API listen.
    pub public: SocketAddr,
    /// Where health and metrics listen.
    pub internal: SocketAddr,
    /// Where keys and pictures are kept.
    pub data_dir: PathBuf,
    /// Folder of the built portal; none: the files in the program.
    pub web_dist: Option<PathBuf>,
    /// The operator's settings.
    pub config: Config,
    /// The time that the gateway sees.
    pub clock: Clock,
    /// Bounds of the public listener.
    pub limits: ListenerLimits,
}

impl Options {
    /// A gateway on free ports of this machine.
    #[must_use]
    pub fn local(database_url: String, config: Config, data_dir: PathBuf) -> Self {
        let any_port = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        Self {
            database: DatabaseAccess::of_owner(database_url),
            public: any_port,
            internal: any_port,
            web_dist: Some(data_dir.join("no-portal")),
            data_dir,
            config,
            clock: Clock::default(),
            limits: ListenerLimits::default(),
        }
    }
}

/// Why a gateway does not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The database, the keys or the files cannot be used.
    #[error(transparent)]
    Core(#[from] CoreError),
    /// A port cannot be listened on.
    #[error("cannot listen on {address}: {cause}. Choose another address with {setting}")]
    Port {
        /// What names the address.
        setting: &'static str,
        /// The address.
        address: SocketAddr,
        /// The system's error.
        cause: std::io::Error,
    },
    /// The key that signs the proof log.
    #[error("the proof log's key: {0}")]
    ProofKey(#[from] ledger::proof::KeyError),
}

impl From<DatabaseError> for StartError {
    fn from(error: DatabaseError) -> Self {
        Self::Core(error.into())
    }
}

/// What names the addresses of the two listeners.
const PUBLIC: &str = "BIND and PORT";
const INTERNAL: &str = "INTERNAL_BIND and INTERNAL_PORT";

/// A running gateway.
pub struct App {
    state: AppState,
    public: SocketAddr,
    internal: SocketAddr,
    console: Option<SocketAddr>,
    listeners: TaskTracker,
    stop_internal: CancellationToken,
}

/// Puts the parts together that a gateway and the commands of `main` share.
pub(crate) async fn assemble(
    database_url: &str,
    data_dir: PathBuf,
    config: Config,
    clock: Clock,
) -> Result<AppState, StartError> {
    let core = Box::pin(Core::open(database_url, data_dir, config, clock)).await?;
    let followed = Arc::new(Followed::new(Arc::clone(&core.config)));
    let read = catch_up(&core, &followed).await;
    read.map_err(|error| CoreError::from(LedgerError::from(error)))?;
    let core = core.renewed();
    Ok(AppState {
        payments: Payments::new(&core),
        slip_uploads: SlipUploads::new(&core.config),
        chat: chat::Hub::new(&core),
        replays: Replays::new(
            core.pool.clone(),
            core.ledger.journal_key().clone(),
            ReplayOptions::default(),
        ),
        frames: Arc::default(),
        replication: Arc::default(),
        journal_room: Arc::default(),
        settings: followed,
        sealing: Arc::default(),
        verifier: Arc::default(),
        core,
    })
}

async fn listen(
    setting: &'static str,
    address: SocketAddr,
) -> Result<(TcpListener, SocketAddr), StartError> {
    let error = |cause| StartError::Port {
        setting,
        address,
        cause,
    };
    let listener = TcpListener::bind(address).await.map_err(error)?;
    let bound = listener.local_addr().map_err(error)?;
    Ok((listener, bound))
}

/// Refuses what cannot be used before anything is changed, and brings the database to this version.
async fn prepare(options: &Options) -> Result<(), StartError> {
    recorded::check_folder(&options.data_dir).map_err(CoreError::from)?;
    options.database.prepare().await?;
    Ok(())
}

impl App {
    /// Starts everything and returns once both listeners answer.
    pub async fn start(options: Options) -> Result<Self, StartError> {
        let (public_listener, public) = listen(PUBLIC, options.public).await?;
        let (internal_listener, internal) = listen(INTERNAL, options.internal).await?;
        let console_listener = match options.config.console.listen {
            Some(address) => Some(listen("[console] listen", address).await?),
            None => None,
        };
        prepare(&options).await?;
        // These on the heap: a caller's own future would carry all of their steps.
        let mut state = Box::pin(assemble(
            &options.database.url,
            options.data_dir,
            options.config,
            options.clock,
        ))
        .await?;
        if let Some(url) = &options.database.read_url {
            state.core.read_from(url).await?;
        }
        Box::pin(chat::hub::start(&state.chat))
            .await
            .map_err(DatabaseError::from)?;
        payments::start(&state.payments);
        housekeeping::check_files(&state);
        Box::pin(proof::start(&state, &state.sealing)).await?;
        verification::walker::start(&state, &state.verifier);
        replication::start(&state, &state.replication);
        journal_room::start(&state, &state.journal_room);
        Box::pin(housekeeping::start(&state)).await;
        let health = health::start(&state);
        reconciliation::start(&state);
        invites::start(&state.payments);
        review::resume::start(&state.payments);
        let listeners = TaskTracker::new();
        let stop_internal = CancellationToken::new();
        let portal = Portal::new(options.web_dist, &state.config);
        let limits = ListenerLimits {
            per_address_max: state.config.service.connections_per_address_max,
            proxies: state.config.service.trusted_proxies.clone(),
            ..options.limits
        };
        let ending = Ending {
            leaving: state.leaving.clone(),
            stop: state.stop.clone(),
        };
        let console = console_listener.as_ref().map(|(_, bound)| *bound);
        if let Some((listener, _)) = console_listener {
            listeners.spawn(server::serve(
                listener,
                router::router(state.clone(), portal.clone(), Door::Console),
                limits.clone(),
                ending.clone(),
            ));
        }
        listeners.spawn(server::serve(
            public_listener,
            router::router(state.clone(), portal, Door::Public),
            limits,
            ending,
        ));
        let internal_limits = ListenerLimits {
            connections_max: 64,
            drain: Duration::from_secs(1),
            ..ListenerLimits::default()
        };
        listeners.spawn(server::serve(
            internal_listener,
            internal::router(state.clone(), health),
            internal_limits,
            Ending {
                stop: stop_internal.clone(),
                ..Ending::default()
            },
        ));
        listeners.close();
        Ok(Self {
            state,
            public,
            internal,
            console,
            listeners,
            stop_internal,
        })
    }

    /// Where the portal and the API listen.
    #[must_use]
    pub fn public_address(&self) -> SocketAddr {
        self.public
    }

    /// Where the support console listens, if it has its own address.
    #[must_use]
    pub fn console_address(&self) -> Option<SocketAddr> {
        self.console
    }

    /// Where health and metrics listen.
    #[must_use]
    pub fn internal_address(&self) -> SocketAddr {
        self.internal
    }

    /// The database, with the application's rights.
    #[must_use]
    pub fn pool(&self) -> &PgPool {
        &self.state.pool
    }

    /// How another ledger works on the same journal: what it writes is believed here.
    #[must_use]
    pub fn ledger_options(&self) -> LedgerOptions {
        LedgerOptions {
            key: self.state.ledger.journal_key().clone(),
            ..LedgerOptions::default()
        }
    }

    /// The clock, which a test may move.
    #[must_use]
    pub fn clock(&self) -> &Clock {
        &self.state.clock
    }

    /// Reports this gateway as not ready and asks clients to reconnect, while it continues to
    /// answer: meanwhile a proxy sends them to another gateway.
    pub fn leave(&self) {
        self.state.leaving.cancel();
    }

    /// Stops: no new connections, requests in progress and processes end, the ledger closes.
    ///
    /// Answers whether everything ended in time.
    pub async fn stop(&self) -> bool {
        let longest = self.state.config.paces.stop;
        self.leave();
        self.state.stop.cancel();
        self.state.tasks.close();
        let ended = async {
            self.state.tasks.wait().await;
            self.state.projections.stop().await;
            self.state.ledger.close().await;
            self.stop_internal.cancel();
            self.listeners.wait().await;
            if let Some(replica) = &self.state.replica {
                replica.close().await;
            }
            self.state.pool.close().await;
        };
        tokio::time::timeout(longest, ended).await.is_ok()
    }
}
