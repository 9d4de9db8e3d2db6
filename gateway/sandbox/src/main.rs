//! Starts the sandbox as a separate program.

use std::error::Error;
use std::io::{IsTerminal, Write, stderr};
use std::process::ExitCode;
use std::{env, io};

use sandbox::{Config, Sandbox};
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tracing_subscriber::EnvFilter;

#[tokio::main]
async fn main() -> ExitCode {
    match run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Standard error may be closed; the exit code is left.
            let _ = writeln!(stderr(), "sandbox: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run() -> Result<(), Box<dyn Error>> {
    let lookup = |name: &str| env::var(name).ok();
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr);
    // A file of a log has no colours, nor has a terminal with NO_COLOR, which is the library's own rule.
    if stderr().is_terminal() {
        log.init();
    } else {
        log.with_ansi(false).init();
    }
    let host = lookup("SANDBOX_HOST").unwrap_or_else(|| "127.0.0.1".to_owned());
    let port: u16 = match lookup("SANDBOX_PORT") {
        Some(text) => text
            .parse()
            .map_err(|_| format!("SANDBOX_PORT is {text:?}: set it to a number from 0 to 65535"))?,
        None => 8090,
    };
    let listener = TcpListener::bind((host.as_str(), port))
        .await
        .map_err(|error| {
            let other = "Choose another address with SANDBOX_HOST and SANDBOX_PORT";
            format!("cannot listen on {host}:{port}: {error}. {other}")
        })?;
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
