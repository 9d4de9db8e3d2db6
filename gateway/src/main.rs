//! The gateway's program: serves, or runs one command of the operator.

use std::env;
use std::io::{IsTerminal, Write, stderr, stdout};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use gateway::clock::Clock;
use gateway::command_line::{Command, CommandLine, write_completion};
use gateway::config::Config;
use gateway::operator::{self, StaffCommand, VerifyArgs};
use gateway::{App, ListenerLimits, Options};
use tokio::signal::unix::{SignalKind, signal};
use tracing_subscriber::EnvFilter;

/// A check ran to its end and found something wrong.
const FOUND_WRONG: u8 = 3;

type Failure = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    let command = CommandLine::parse().command.unwrap_or(Command::Serve);
    log_to_stderr();
    let is_serving = command == Command::Serve;
    let outcome = tokio::runtime::Runtime::new()
        .map_err(Failure::from)
        .and_then(|runtime| runtime.block_on(run(command)));
    match outcome {
        Ok(code) => code,
        Err(error) if is_serving => {
            tracing::error!(%error, "the gateway stops");
            ExitCode::FAILURE
        }
        Err(error) => {
            // Standard error may be closed; the exit code is left.
            let _ = writeln!(stderr(), "gateway: {error}");
            ExitCode::FAILURE
        }
    }
}

/// JSON lines for collectors, text for people.
fn log_to_stderr() {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| "info,sqlx=warn".into());
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(stderr);
    if stderr().is_terminal() {
        log.init();
    } else {
        log.json().init();
    }
}

async fn run(command: Command) -> Result<ExitCode, Failure> {
    match command {
        Command::Serve => serve().await,
        Command::Migrate => {
            gateway::prepare_database(&database_url()?).await?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Openapi => print(&gateway::openapi_json()),
        Command::Audit { json } => {
            let report = operator::audit(&database_url()?, &data_dir()).await?;
            let text = if json {
                report.json.to_string()
            } else {
                report.text
            };
            print_check(report.is_clean, &text)
        }
        Command::Verify(args) => verify(&args).await,
        Command::Rebuild { view } => {
            let position = operator::rebuild(&database_url()?, view).await?;
            print(&format!("{view} shows {position} events"))
        }
        Command::Reconcile { hours, json } => Box::pin(reconcile(hours, json)).await,
        Command::Invites(command) => {
            let url = database_url()?;
            let clock = Clock::default();
            let done = Box::pin(operator::invites(
                &url,
                data_dir(),
                config()?,
                command,
                clock,
            ));
            print(&done.await?)
        }
        Command::Staff { command } => Box::pin(staff(command.unwrap_or(StaffCommand::List))).await,
        Command::Proof(command) => {
            let text = operator::proof(&database_url()?, &data_dir(), &config()?, command).await?;
            print(text.trim_end())
        }
        Command::Erase(args) => {
            let url = database_url()?;
            let clock = Clock::default();
            let done = Box::pin(operator::erase(&url, data_dir(), config()?, args, clock));
            print(&done.await?)
        }
        Command::Demo => {
            print(&operator::make_demo(&database_url()?, data_dir(), config()?).await?)
        }
        Command::Completion { shell } => {
            write_completion(shell, &mut stdout());
            Ok(ExitCode::SUCCESS)
        }
    }
}

fn print(text: &str) -> Result<ExitCode, Failure> {
    writeln!(stdout(), "{text}")?;
    Ok(ExitCode::SUCCESS)
}

fn print_check(is_clean: bool, text: &str) -> Result<ExitCode, Failure> {
    print(text)?;
    Ok(if is_clean {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(FOUND_WRONG)
    })
}

async fn verify(args: &VerifyArgs) -> Result<ExitCode, Failure> {
    let report = match &args.dump {
        Some(dump) => operator::verify_file(dump, args).await?,
        None => operator::verify(&database_url()?, &data_dir(), args).await?,
    };
    let text = if args.json {
        report.json.to_string()
    } else {
        report.text
    };
    print_check(report.is_clean, &text)
}

async fn staff(command: StaffCommand) -> Result<ExitCode, Failure> {
    let (config, clock) = (config()?, Clock::default());
    print(&match command {
        StaffCommand::Code { username } => operator::staff_code(&config, &username, &clock)?,
        command => operator::staff(&database_url()?, data_dir(), config, command, clock).await?,
    })
}

async fn reconcile(hours: u32, json: bool) -> Result<ExitCode, Failure> {
    let (url, clock) = (database_url()?, Clock::default());
    let report = operator::reconcile(&url, data_dir(), config()?, hours, clock).await?;
    let text = if json {
        report.json().to_string()
    } else {
        report.text
    };
    print_check(report.is_clean, &text)
}

fn database_url() -> Result<String, Failure> {
    env::var("DATABASE_URL").map_err(|_| "DATABASE_URL is missing".into())
}

fn data_dir() -> PathBuf {
    path("DATA_DIR", ".data")
}

fn path(name: &str, default: &str) -> PathBuf {
    env::var_os(name).map_or_else(|| default.into(), Into::into)
}

fn port(name: &str, default: u16) -> Result<u16, Failure> {
    match env::var(name) {
        Ok(text) => Ok(text
            .parse()
            .map_err(|_| format!("{name} is not a port: {text:?}"))?),
        Err(_) => Ok(default),
    }
}

fn config() -> Result<Config, Failure> {
    Ok(Config::load(&path("WALLET_CONFIG", "gateway/demo.toml"))?)
}

async fn serve() -> Result<ExitCode, Failure> {
    let app = App::start(Options {
        database_url: database_url()?,
        public: SocketAddr::from((Ipv4Addr::UNSPECIFIED, port("PORT", 8080)?)),
        internal: SocketAddr::from((Ipv4Addr::LOCALHOST, port("INTERNAL_PORT", 8081)?)),
        data_dir: data_dir(),
        web_dist: path("WEB_DIST", "web/dist"),
        config: config()?,
        clock: Clock::default(),
        limits: ListenerLimits::default(),
    })
    .await?;
    tracing::info!(public = %app.public_address(), internal = %app.internal_address(), "ready");
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    tracing::info!("stopping");
    if app.stop().await {
        Ok(ExitCode::SUCCESS)
    } else {
        tracing::error!("not everything ended in time");
        Ok(ExitCode::FAILURE)
    }
}
