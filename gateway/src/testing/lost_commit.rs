//! A line to the database that loses the answer to one commit: the commit has taken place, and
//! nobody on this side knows.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ledger::testing::{PATIENCE, TestDatabase};
use sqlx::PgPool;
use sqlx::postgres::{PgConnectOptions, PgSslMode};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UnixStream};

/// The line, and whether it has done its work.
pub(crate) struct LostCommit {
    /// Connections that run through the line.
    pub(crate) pool: PgPool,
    is_armed: Arc<AtomicBool>,
}

impl LostCommit {
    /// The answer to the first commit after a statement with these words will be lost.
    pub(crate) async fn after(words: &'static str, database: &TestDatabase) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let server = database.connect_options();
        let options = PgConnectOptions::new_without_pgpass()
            .host("127.0.0.1")
            .port(port)
            .username(server.get_username())
            .database(server.get_database().unwrap())
            .ssl_mode(PgSslMode::Disable)
            .options([("role", ledger::journal::APP_ROLE)]);
        let is_armed = Arc::new(AtomicBool::new(true));
        tokio::spawn(accept(listener, server, (words, Arc::clone(&is_armed))));
        let pool = ledger::pool::options()
            .max_connections(4)
            .acquire_timeout(PATIENCE)
            .connect_lazy_with(options);
        Self { pool, is_armed }
    }

    /// Whether the answer was lost.
    pub(crate) fn is_lost(&self) -> bool {
        !self.is_armed.load(Ordering::Acquire)
    }
}

type Loss = (&'static str, Arc<AtomicBool>);

async fn accept(listener: TcpListener, server: PgConnectOptions, loss: Loss) {
    loop {
        let (client, _) = listener.accept().await.unwrap();
        let loss = loss.clone();
        let folder = match server.get_socket() {
            Some(folder) => Some(folder.display().to_string()),
            None => Some(server.get_host().to_owned()).filter(|host| host.starts_with('/')),
        };
        if let Some(folder) = folder {
            let path = format!("{folder}/.s.PGSQL.{}", server.get_port());
            let server = UnixStream::connect(path).await.unwrap();
            tokio::spawn(carry(client, server, loss));
        } else {
            let address = (server.get_host().to_owned(), server.get_port());
            let server = TcpStream::connect(address).await.unwrap();
            tokio::spawn(carry(client, server, loss));
        }
    }
}

fn holds(bytes: &[u8], words: &str) -> bool {
    bytes
        .windows(words.len())
        .any(|it| it.eq_ignore_ascii_case(words.as_bytes()))
}

async fn carry(
    mut client: TcpStream,
    mut server: impl AsyncRead + AsyncWrite + Unpin,
    (words, is_armed): Loss,
) {
    let (mut request, mut answer) = (vec![0; 65_536], vec![0; 65_536]);
    let (mut has_heard, mut is_losing) = (false, false);
    loop {
        tokio::select! {
            read = client.read(&mut request) => {
                let Ok(count @ 1..) = read else { return };
                has_heard |= holds(&request[..count], words);
                is_losing = has_heard && holds(&request[..count], "commit");
                if server.write_all(&request[..count]).await.is_err() {
                    return;
                }
            }
            read = server.read(&mut answer) => {
                let Ok(count @ 1..) = read else { return };
                // The server answers a commit once it has taken place.
                if is_losing && is_armed.swap(false, Ordering::AcqRel) {
                    return;
                }
                if client.write_all(&answer[..count]).await.is_err() {
                    return;
                }
            }
        }
    }
}
