//! Starts the sandbox as a separate program.

use std::error::Error;
use std::io::Write;
use std::{env, io};

use sandbox::{Config, Sandbox};
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tracing_subscriber::EnvFilter;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let lookup = |name: &str| env::var(name).ok();
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr)
        .init();
    let host = lookup("SANDBOX_HOST").unwrap_or_else(|| "127.0.0.1".to_owned());
    let port: u16 = match lookup("SANDBOX_PORT") {
        Some(text) => text
            .parse()
            .map_err(|_| format!("SANDBOX_PORT: {text} is not a port"))?,
        None => 8090,
    };
    let listener = TcpListener::bind((host.as_str(), port))
        .await
        .map_err(|error| format!("{host}:{port}: {error}"))?;
    let sandbox = Sandbox::open(Config::from_lookup(lookup)).map_err(|error| error.to_string())?;
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    announce(&listener)?;
    sandbox::serve(listener, sandbox, async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
    .await?;
    Ok(())
}

/// The one line on standard output: scripts wait for it. The log goes to standard error.
fn announce(listener: &TcpListener) -> io::Result<()> {
    let address = listener.local_addr()?;
    let mut output = io::stdout().lock();
    writeln!(output, "ready http://{address}")?;
    output.flush()
}
