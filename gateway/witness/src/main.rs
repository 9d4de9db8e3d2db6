//! Starts a witness.

use std::error::Error;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Parser;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use witness::{Witness, WitnessKey, routes};

/// Signs the checkpoints of transparency logs, as long as each extends the last one
#[derive(Debug, Parser)]
#[command(version)]
struct Options {
    /// Address to listen on; a reverse proxy adds TLS
    #[arg(long, default_value = "127.0.0.1:7380")]
    listen: SocketAddr,
    /// Folder of the key and of what was signed last; never restore it from a backup
    #[arg(long)]
    folder: PathBuf,
    /// Name of the witness, such as `example.org/witness`
    #[arg(long)]
    name: String,
    /// Verifier key of a log to sign for; repeat it for more logs and for a log's next key
    #[arg(long = "log", required = true)]
    logs: Vec<String>,
}

#[tokio::main]
async fn main() -> ExitCode {
    match run(Options::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Standard error may be closed; the exit code is left.
            let _ = writeln!(io::stderr(), "witness: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(options: Options) -> Result<(), Box<dyn Error>> {
    let folder = options.folder.display();
    std::fs::create_dir_all(&options.folder).map_err(|error| {
        format!("cannot use the folder {folder}: {error}. Choose another with --folder")
    })?;
    let key = WitnessKey::load_or_create(&options.folder, &options.name)?;
    let witness = Arc::new(Witness::open(key, &options.folder, &options.logs)?);
    let listener = TcpListener::bind(options.listen).await;
    let address = options.listen;
    let listener = listener.map_err(|error| {
        format!("cannot listen on {address}: {error}. Choose another with --listen")
    })?;
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    announce(&listener, &witness)?;
    axum::serve(listener, routes(witness))
        .with_graceful_shutdown(async move {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
        })
        .await?;
    Ok(())
}

/// The address, and what others check the signatures with.
fn announce(listener: &TcpListener, witness: &Witness) -> io::Result<()> {
    let mut output = io::stdout().lock();
    let address = listener.local_addr()?;
    writeln!(output, "ready http://{address} {}", witness.verifier())?;
    output.flush()
}
