//! Stands between the book and the server and loses what it is told to lose.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use ledger::testing::{PATIENCE, TestDatabase};
use sqlx::PgPool;
use sqlx::postgres::{PgConnectOptions, PgSslMode};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UnixStream};

/// What happens to the next message.
#[derive(Clone, Copy, PartialEq)]
#[repr(u8)]
pub(crate) enum Fault {
    /// Nothing is lost.
    None,
    /// The next request is dropped and the connection cut; then all is well again.
    LoseRequest,
    /// The next request arrives, its answer is dropped and the connection cut; then all is well.
    LoseAnswer,
    /// Connections are cut as soon as they are made or used.
    Away,
}

/// A pool whose connections all run through the proxy, and its switch.
pub(crate) struct Proxy {
    pub(crate) pool: PgPool,
    fault: Arc<AtomicU8>,
}

impl Proxy {
    pub(crate) async fn before(database: &TestDatabase) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let server = database.connect_options();
        let fault = Arc::new(AtomicU8::new(Fault::None as u8));
        let options = PgConnectOptions::new_without_pgpass()
            .host("127.0.0.1")
            .port(port)
            .username(server.get_username())
            .database(server.get_database().unwrap())
            .ssl_mode(PgSslMode::Disable)
            .options([("role", ledger::journal::APP_ROLE)]);
        tokio::spawn(accept(listener, server, Arc::clone(&fault)));
        let pool = ledger::pool::options()
            .max_connections(4)
            .acquire_timeout(PATIENCE)
            .connect_lazy_with(options);
        Self { pool, fault }
    }

    pub(crate) fn set(&self, fault: Fault) {
        self.fault.store(fault as u8, Ordering::Release);
    }

    /// Whether the fault that was set has happened.
    pub(crate) fn is_over(&self) -> bool {
        self.fault.load(Ordering::Acquire) == Fault::None as u8
    }
}

async fn accept(listener: TcpListener, server: PgConnectOptions, fault: Arc<AtomicU8>) {
    loop {
        let (client, _) = listener.accept().await.unwrap();
        if fault.load(Ordering::Acquire) == Fault::Away as u8 {
            continue;
        }
        let fault = Arc::clone(&fault);
        match server.get_socket() {
            Some(folder) => {
                let path = folder.join(format!(".s.PGSQL.{}", server.get_port()));
                let server = UnixStream::connect(path).await.unwrap();
                tokio::spawn(carry(client, server, fault));
            }
            None if server.get_host().starts_with('/') => {
                let path = format!("{}/.s.PGSQL.{}", server.get_host(), server.get_port());
                let server = UnixStream::connect(path).await.unwrap();
                tokio::spawn(carry(client, server, fault));
            }
            None => {
                let address = (server.get_host().to_owned(), server.get_port());
                let server = TcpStream::connect(address).await.unwrap();
                tokio::spawn(carry(client, server, fault));
            }
        }
    }
}

async fn carry(
    client: TcpStream,
    server: impl AsyncRead + AsyncWrite + Unpin,
    fault: Arc<AtomicU8>,
) {
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = tokio::io::split(server);
    let (mut request, mut answer) = (vec![0; 65_536], vec![0; 65_536]);
    let taken = |wanted: Fault| {
        let (wanted, none) = (wanted as u8, Fault::None as u8);
        fault
            .compare_exchange(wanted, none, Ordering::AcqRel, Ordering::Acquire)
            .is_ok()
    };
    loop {
        tokio::select! {
            read = from_client.read(&mut request) => {
                let Ok(count @ 1..) = read else { return };
                let is_away = fault.load(Ordering::Acquire) == Fault::Away as u8;
                if is_away || taken(Fault::LoseRequest) {
                    return;
                }
                if to_server.write_all(&request[..count]).await.is_err() {
                    return;
                }
            }
            read = from_server.read(&mut answer) => {
                let Ok(count @ 1..) = read else { return };
                if taken(Fault::LoseAnswer) {
                    return;
                }
                if to_client.write_all(&answer[..count]).await.is_err() {
                    return;
                }
            }
        }
    }
}
