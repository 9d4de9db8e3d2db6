//! A relay between a program under test and its server, which passes on, cuts or holds data
//! on command.

use std::future::{Future, pending};
use std::path::PathBuf;
use std::sync::Arc;

use sqlx::PgPool;
use sqlx::postgres::{PgConnectOptions, PgSslMode};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::task::{JoinHandle, JoinSet};

use super::PATIENCE;

/// How much is carried at once.
const CHUNK: usize = 65_536;

/// What becomes of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It is carried on.
    Pass,
    /// Both sides see it end.
    Cut,
    /// Nothing is carried any more, and neither side notices.
    Hold,
}

/// Where a relay leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Way {
    /// Nowhere: connections are taken and closed.
    Shut,
    /// Nowhere: connections are taken, and nothing is ever answered.
    Silent,
    /// To the server behind this socket.
    To(PathBuf),
    /// To the server at this host and port.
    ToAddress(String, u16),
}

impl Way {
    /// To the server that is reached with these options.
    #[must_use]
    pub fn to_server_of(options: &PgConnectOptions) -> Self {
        let file = format!(".s.PGSQL.{}", options.get_port());
        match options.get_socket() {
            Some(folder) => Self::To(folder.join(file)),
            None if options.get_host().starts_with('/') => {
                Self::To(PathBuf::from(options.get_host()).join(file))
            }
            None => Self::ToAddress(options.get_host().to_owned(), options.get_port()),
        }
    }
}

/// Decides about the connections of a relay.
pub trait Judge: Send + Sync + 'static {
    /// What is kept of one connection.
    type Connection: Send;

    /// Takes a connection, and says where it leads.
    fn take(&self) -> (Self::Connection, Way);

    /// What becomes of a message to the server.
    fn on_request(&self, _connection: &mut Self::Connection, _request: &[u8]) -> Verdict {
        Verdict::Pass
    }

    /// What becomes of a message from the server.
    fn on_answer(&self, _connection: &mut Self::Connection) -> Verdict {
        Verdict::Pass
    }

    /// Ends when the connection is to break without a message. It is asked again after each one,
    /// so it must not forget what it waits for when it is dropped.
    fn breaks(&self, _connection: &mut Self::Connection) -> impl Future<Output = Verdict> + Send {
        pending()
    }
}

/// A port on this machine; it and its connections end with this value.
pub struct Relay {
    port: u16,
    accepting: JoinHandle<()>,
}

impl Relay {
    /// Opens a relay.
    ///
    /// # Panics
    ///
    /// When the machine has no free port.
    pub async fn open(judge: Arc<impl Judge>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0")
            .await
            .expect("this machine has a free port");
        let port = listener.local_addr().expect("it is bound").port();
        let accepting = tokio::spawn(accept(listener, judge));
        Self { port, accepting }
    }

    /// How a database is reached through it.
    #[must_use]
    pub fn connect_options(&self, username: &str, database: &str) -> PgConnectOptions {
        PgConnectOptions::new_without_pgpass()
            .host("127.0.0.1")
            .port(self.port)
            .username(username)
            .database(database)
            .ssl_mode(PgSslMode::Disable)
    }

    /// As [`Self::connect_options`], for another process.
    #[must_use]
    pub fn url(&self, username: &str, database: &str) -> String {
        let port = self.port;
        format!("postgres://{username}@127.0.0.1:{port}/{database}?sslmode=disable")
    }

    /// Connections in the application's role to the database that these options name.
    pub(super) fn pool(&self, server: &PgConnectOptions) -> PgPool {
        let (username, database) = named(server);
        let options = self.connect_options(username, database);
        ledger::pool::options()
            .max_connections(4)
            .acquire_timeout(PATIENCE)
            .connect_lazy_with(options.options([("role", ledger::journal::APP_ROLE)]))
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

/// Who connects, and to which database.
pub(super) fn named(server: &PgConnectOptions) -> (&str, &str) {
    let database = server.get_database().unwrap_or_default();
    (server.get_username(), database)
}

async fn accept<J: Judge>(listener: TcpListener, judge: Arc<J>) {
    let mut connections = JoinSet::new();
    while let Ok((near, _)) = listener.accept().await {
        let (connection, way) = judge.take();
        connections.spawn(connect(Arc::clone(&judge), connection, near, way));
    }
}

/// Either side may hang up at any time.
async fn connect<J: Judge>(
    judge: Arc<J>,
    mut connection: J::Connection,
    near: TcpStream,
    way: Way,
) {
    match way {
        Way::Shut => {}
        Way::Silent => hold(&*judge, &mut connection).await,
        Way::To(socket) => {
            if let Ok(far) = UnixStream::connect(socket).await {
                carry(&*judge, &mut connection, near, far).await;
            }
        }
        Way::ToAddress(host, port) => {
            if let Ok(far) = TcpStream::connect((host, port)).await {
                carry(&*judge, &mut connection, near, far).await;
            }
        }
    }
}

/// Keeps a connection open until it is cut.
async fn hold<J: Judge>(judge: &J, connection: &mut J::Connection) {
    while judge.breaks(connection).await != Verdict::Cut {
        pending::<()>().await;
    }
}

async fn carry<J: Judge>(
    judge: &J,
    connection: &mut J::Connection,
    near: TcpStream,
    far: impl AsyncRead + AsyncWrite + Unpin,
) {
    let (mut from_near, mut to_near) = near.into_split();
    let (mut from_far, mut to_far) = tokio::io::split(far);
    let (mut request, mut answer) = (vec![0; CHUNK], vec![0; CHUNK]);
    loop {
        let verdict = tokio::select! {
            biased;
            verdict = judge.breaks(connection) => verdict,
            read = from_near.read(&mut request) => {
                let Ok(count @ 1..) = read else { return };
                let verdict = judge.on_request(connection, &request[..count]);
                let is_sent = verdict != Verdict::Pass
                    || to_far.write_all(&request[..count]).await.is_ok();
                if is_sent { verdict } else { Verdict::Cut }
            }
            read = from_far.read(&mut answer) => {
                let Ok(count @ 1..) = read else { return };
                let verdict = judge.on_answer(connection);
                let is_sent = verdict != Verdict::Pass
                    || to_near.write_all(&answer[..count]).await.is_ok();
                if is_sent { verdict } else { Verdict::Cut }
            }
        };
        match verdict {
            Verdict::Pass => {}
            Verdict::Cut => return,
            // Both sides stay open: nobody hears that there is nobody.
            Verdict::Hold => pending().await,
        }
    }
}
