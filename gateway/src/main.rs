//! The gateway's program: serves, or runs one command of the operator.

use std::env;
use std::io::{IsTerminal, Write, stderr, stdout};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use gateway::clock::Clock;
use gateway::command_line::{Command, CommandLine, ConfigCommand, ServeArgs, write_completion};
use gateway::config::{self, Config, ConfigError};
use gateway::operator::{
    self, CheckReport, ProviderCommand, SettingsCommand, StaffCommand, VerifyArgs,
};
use gateway::traces::Traces;
use gateway::{App, DatabaseAccess, ListenerLimits, Options};
use ledger::trace::TRACES;
use mimalloc::MiMalloc;
use tokio::runtime::Handle;
use tokio::signal::unix::{SignalKind, signal};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer};

/// A command makes many small allocations, and another thread frees them. With the system's allocator they
/// took a third of the writer's processor time.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// A check ran to its end and found something wrong.
const FOUND_WRONG: u8 = 3;

type Failure = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    let serve = || Command::Serve(ServeArgs::default());
    let command = CommandLine::parse().command.unwrap_or_else(serve);
    let is_serving = matches!(command, Command::Serve(_));
    let outcome = tokio::runtime::Runtime::new()
        .map_err(Failure::from)
        .and_then(|runtime| runtime.block_on(observed(command)));
    match outcome {
        Ok(code) => code,
        // A person reads one line, a collector JSON. Without a runtime there is no log.
        Err(error)
            if is_serving && tracing::dispatcher::has_been_set() && !stderr().is_terminal() =>
        {
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

/// Runs a command with a log, and `serve` with traces if the environment enables them. An unusable
/// collector does not prevent serving.
async fn observed(command: Command) -> Result<ExitCode, Failure> {
    let traces = match command {
        Command::Serve(_) => Traces::from_environment(Handle::current()),
        _ => Ok(None),
    };
    log_to_stderr(traces.as_ref().ok().and_then(Option::as_ref));
    let traces = traces.unwrap_or_else(|error| {
        tracing::error!(%error, "there are no traces");
        None
    });
    let outcome = run(command).await;
    if let Some(traces) = traces {
        traces.finish().await;
    }
    outcome
}

/// JSON lines for collectors, text for people.
fn log_to_stderr(traces: Option<&Traces>) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| "info,sqlx=warn".into());
    let no_spans = format!("{TRACES}=off").parse().expect("a directive");
    let filter = filter.add_directive(no_spans);
    let log = tracing_subscriber::fmt::layer().with_writer(stderr);
    let observers = tracing_subscriber::registry().with(traces.map(Traces::layer));
    if stderr().is_terminal() {
        observers.with(log.with_filter(filter)).init();
    } else {
        observers.with(log.json().with_filter(filter)).init();
    }
}

async fn run(command: Command) -> Result<ExitCode, Failure> {
    match command {
        Command::Serve(args) => serve(args).await,
        Command::Migrate => {
            let owner_url = address_in("DATABASE_OWNER_URL")?;
            gateway::prepare_database(&owner_url.map_or_else(database_url, Ok)?).await?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Config(ConfigCommand::Check { file }) => check_config(file),
        Command::Config(ConfigCommand::Schema) => {
            print(&serde_json::to_string_pretty(config::json_schema())?)
        }
        Command::Openapi => print(&gateway::openapi_json()),
        Command::Audit { json } => {
            let report = operator::audit(&database_url()?, &data_dir()).await?;
            print_report(report, json)
        }
        Command::Verify(args) => verify(args).await,
        Command::Rebuild { view } => {
            let position = operator::rebuild(&database_url()?, &data_dir(), view).await?;
            print(&format!("{view} shows {position} events"))
        }
        Command::Reconcile { hours, json } => Box::pin(reconcile(hours, json)).await,
        Command::Invites(command) => {
            let (url, clock) = (database_url()?, Clock::default());
            let done = operator::invites(&url, data_dir(), config()?, command, clock);
            print(&Box::pin(done).await?)
        }
        Command::Staff { command } => Box::pin(staff(command.unwrap_or(StaffCommand::List))).await,
        Command::Proof(command) => {
            let text = operator::proof(&database_url()?, &data_dir(), &config()?, command).await?;
            print(text.trim_end())
        }
        Command::Monitor(args) => {
            operator::monitor(&args, say).await?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Provider(command) => provider(command).await,
        Command::Settings(command) => Box::pin(settings(command)).await,
        Command::Journal(command) => {
            let text =
                operator::journal(&database_url()?, &data_dir(), &config()?, command).await?;
            print(&text)
        }
        Command::Erase(args) => {
            let (url, clock) = (database_url()?, Clock::default());
            let done = Box::pin(operator::erase(&url, data_dir(), config()?, args, clock));
            print(&done.await?)
        }
        Command::Demo => {
            let (database, config) = (database(true)?, config()?);
            database.prepare().await?;
            print(&operator::make_demo(&database.url, data_dir(), config).await?)
        }
        Command::Completion { shell } => {
            write_completion(shell, &mut stdout());
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// Prints what a command that does not end has to say; nobody may be listening any more.
fn say(text: &str) {
    let _ = writeln!(stdout(), "{text}");
}

fn print(text: &str) -> Result<ExitCode, Failure> {
    writeln!(stdout(), "{text}")?;
    Ok(ExitCode::SUCCESS)
}

fn print_report(report: CheckReport, json: bool) -> Result<ExitCode, Failure> {
    let text = if json {
        report.json.to_string()
    } else {
        report.text
    };
    print_check(report.is_clean, &text)
}

fn print_check(is_clean: bool, text: &str) -> Result<ExitCode, Failure> {
    print(text)?;
    Ok(if is_clean {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(FOUND_WRONG)
    })
}

async fn verify(mut args: VerifyArgs) -> Result<ExitCode, Failure> {
    args.read_url = address_in("DATABASE_READ_URL")?;
    let config = env::var_os("WALLET_CONFIG").map(PathBuf::from);
    args.config = args.config.or(config);
    let report = match &args.dump {
        Some(dump) => operator::verify_file(dump, &args).await?,
        None if args.archive => operator::verify_archived(&database_url()?, &args).await?,
        None => operator::verify(&database_url()?, &data_dir(), &args).await?,
    };
    print_report(report, args.json)
}

async fn settings(command: SettingsCommand) -> Result<ExitCode, Failure> {
    let (url, clock) = (database_url()?, Clock::default());
    let done = operator::settings(&url, data_dir(), config()?, command, clock);
    print(&done.await?)
}

async fn provider(command: ProviderCommand) -> Result<ExitCode, Failure> {
    let ProviderCommand::Check(args) = command;
    let (is_clean, text) = operator::check_provider(&args).await?;
    print_check(is_clean, &text)
}

async fn staff(command: StaffCommand) -> Result<ExitCode, Failure> {
    let (config, clock) = (config()?, Clock::default());
    print(&match command {
        StaffCommand::Code { username } => operator::staff_code(&config, &username, &clock)?,
        command => operator::staff(&database_url()?, data_dir(), config, command, clock).await?,
    })
}

async fn reconcile(hours: u32, json: bool) -> Result<ExitCode, Failure> {
    let (database, clock) = (database(false)?, Clock::default());
    let report = operator::reconcile(&database, data_dir(), config()?, hours, clock).await?;
    let text = if json {
        report.json().to_string()
    } else {
        report.text
    };
    print_check(report.is_clean, &text)
}

/// A variable of the environment, or the content of the file at `NAME_FILE`.
fn variable(name: &str) -> Result<Option<String>, Failure> {
    Ok(config::value_of(name, &|name| env::var(name).ok())?)
}

/// A database's address in a variable.
fn address_in(name: &'static str) -> Result<Option<String>, Failure> {
    let url = variable(name)?;
    if let Some(url) = &url {
        gateway::check_address(name, url)?;
    }
    Ok(url)
}

fn database_url() -> Result<String, Failure> {
    address_in("DATABASE_URL")?.ok_or_else(|| {
        "DATABASE_URL is missing: set it to the database's address, such as \
         postgres://USER:PASSWORD@HOST:5432/wallet"
            .into()
    })
}

/// The folder of the built portal. A folder without its page would answer everybody with 404.
fn web_dist() -> Result<Option<PathBuf>, Failure> {
    let folder = env::var_os("WEB_DIST").filter(|folder| !folder.is_empty());
    let folder = folder.map(PathBuf::from);
    match folder {
        Some(folder) if !folder.join("index.html").is_file() => Err(format!(
            "WEB_DIST names {}, which has no index.html: build the portal with `npm run build` in web, or \
             unset WEB_DIST to serve the portal in the program",
            folder.display()
        )
        .into()),
        folder => Ok(folder),
    }
}

fn database(migrates: bool) -> Result<DatabaseAccess, Failure> {
    Ok(DatabaseAccess {
        url: database_url()?,
        owner_url: address_in("DATABASE_OWNER_URL")?,
        read_url: address_in("DATABASE_READ_URL")?,
        migrates,
    })
}

fn data_dir() -> PathBuf {
    path("DATA_DIR", ".data")
}

fn path(name: &str, default: &str) -> PathBuf {
    env::var_os(name).map_or_else(|| default.into(), Into::into)
}

/// The address in one variable with the port in another.
fn address(bind: &str, port: &str, default: SocketAddr) -> Result<SocketAddr, Failure> {
    let ip = match env::var(bind) {
        Ok(text) => text.parse::<IpAddr>().map_err(|_| {
            format!("{bind} is {text:?}: set it to an IP address such as 127.0.0.1")
        })?,
        Err(_) => default.ip(),
    };
    let port = match env::var(port) {
        Ok(text) => text
            .parse()
            .map_err(|_| format!("{port} is {text:?}: set it to a number from 0 to 65535"))?,
        Err(_) => default.port(),
    };
    Ok(SocketAddr::new(ip, port))
}

fn config_file() -> PathBuf {
    path("WALLET_CONFIG", "gateway/demo.toml")
}

fn config() -> Result<Config, Failure> {
    Ok(Config::load(&config_file())?)
}

fn check_config(file: Option<PathBuf>) -> Result<ExitCode, Failure> {
    let file = file.unwrap_or_else(config_file);
    match Config::load(&file) {
        Ok(config) => print_check(true, &clean(&file, config.marks)),
        Err(error @ ConfigError::Unreadable { .. }) => Err(error.into()),
        Err(error) => print_check(false, &error.to_string()),
    }
}

fn clean(file: &Path, marks: usize) -> String {
    let file = file.display();
    match marks {
        0 => format!("{file}: nothing is wrong"),
        _ => format!(
            "{file}: nothing is wrong\n{marks} lines still end with the mark REPLACE: without [service] \
             sandbox, the gateway does not start with them"
        ),
    }
}

async fn serve(args: ServeArgs) -> Result<ExitCode, Failure> {
    let everywhere = SocketAddr::from((Ipv4Addr::UNSPECIFIED, 8080));
    let loopback = SocketAddr::from((Ipv4Addr::LOCALHOST, 8081));
    let app = App::start(Options {
        database: database(!args.no_migrate)?,
        public: address("BIND", "PORT", everywhere)?,
        internal: address("INTERNAL_BIND", "INTERNAL_PORT", loopback)?,
        data_dir: data_dir(),
        web_dist: web_dist()?,
        config: config()?,
        clock: Clock::default(),
        limits: ListenerLimits::default(),
    })
    .await?;
    tracing::info!(public = %app.public_address(), internal = %app.internal_address(), "ready");
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    tokio::select! {
        _ = terminate.recv() => {
            app.leave();
            tracing::info!(seconds = args.drain, "leaving");
            tokio::select! {
                () = tokio::time::sleep(Duration::from_secs(args.drain)) => {}
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
        }
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
