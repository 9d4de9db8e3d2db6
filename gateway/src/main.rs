//! The gateway's program: `serve` (the default) and the operator's commands.

use std::env;
use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;

use gateway::clock::Clock;
use gateway::config::Config;
use gateway::{App, ListenerLimits, Options, operator};
use tokio::signal::unix::{SignalKind, signal};

const USAGE: &str = "usage: gateway [command]
  serve           answers requests (the default); creates and migrates the database first
  migrate         creates and migrates the database
  openapi         prints the OpenAPI document
  audit           compares the events with every view; fails when something is wrong
  verify [--dump <file>] [--checkpoint <file>]... [--rate <events a second>] [--without-files]
                  checks everything that is stored, here or in a dump of pg_dump, and that the log
                  goes on from checkpoints kept elsewhere; fails and names the first wrong rows
  rebuild <view>  makes a view anew beside the serving one (wallet, statement, slip,
                  trial_balance, open_work)
  reconcile [hours]
                  holds the books of the last hours (24) against the records of game providers,
                  banks and payment services; fails when they differ, mends nothing
  invites compute --day <YYYY-MM-DD>
                  does now what the night does: a part of what each invited player lost on that
                  day, one of the last seven, is the inviter's. A day earns once, however often and
                  by whomever it is computed
  invites compute --now
                  for demonstrations only, refused without a [[demo_member]]: takes today so far
                  for the whole day, so that an inviter can collect at once. What the same player
                  loses later today earns nothing
  staff [list]
  staff add <username> --name <name> --role agent|supervisor|auditor
  staff reset|disable|enable <username>
                  accounts of support's staff; add and reset show a password and the address for an
                  authenticator once, reset and disable end what is open
  staff code <username>
                  the code that the authenticator of one of [[demo_staff]] shows now
  proof checkpoint
                  prints the proof log's latest checkpoint, to be kept elsewhere
  proof rotate-key [--old-key-lost]
                  gives the proof log a new key, which the old one vouches for; running gateways on
                  this data folder go on with it
  proof go-on --checkpoint <file> | --i-know-this-is-the-newest
                  lets a restored data folder's key sign again: the log must reach the newest
                  checkpoint that is known, or nobody has seen more than it holds
  erase <member's id> --by <name> --reason <text>
                  blanks and deletes a member's personal data, for good; events and proofs stay.
                  Refused while the wallet holds money or work is open; repeat one that was cut off
  demo            makes the members of the configuration's [[demo_member]] and [[demo_staff]]
environment: DATABASE_URL PORT INTERNAL_PORT DATA_DIR WEB_DIST WALLET_CONFIG SANDBOX_URL RUST_LOG";

type Failure = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    tracing_subscriber::fmt()
        .json()
        .with_env_filter(
            tracing_subscriber::EnvFilter::try_from_default_env()
                .unwrap_or_else(|_| "info,sqlx=warn".into()),
        )
        .with_writer(std::io::stderr)
        .init();
    let arguments: Vec<String> = env::args().skip(1).collect();
    let runtime = match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime,
        Err(error) => {
            tracing::error!(%error, "no runtime");
            return ExitCode::FAILURE;
        }
    };
    match runtime.block_on(run(&arguments)) {
        Ok(code) => code,
        Err(error) => {
            tracing::error!(%error, "the gateway stops");
            ExitCode::FAILURE
        }
    }
}

async fn run(arguments: &[String]) -> Result<ExitCode, Failure> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        [] | ["serve"] => serve().await,
        ["migrate"] => {
            gateway::prepare_database(&database_url()?).await?;
            Ok(ExitCode::SUCCESS)
        }
        ["openapi"] => {
            writeln!(std::io::stdout(), "{}", gateway::openapi_json())?;
            Ok(ExitCode::SUCCESS)
        }
        ["audit"] => {
            let report = operator::audit(&database_url()?, &path("DATA_DIR", ".data")).await?;
            writeln!(std::io::stdout(), "{}", report.text)?;
            Ok(if report.is_clean {
                ExitCode::SUCCESS
            } else {
                ExitCode::FAILURE
            })
        }
        ["verify", ref rest @ ..] => verify(rest).await,
        ["rebuild", view] => {
            let position = operator::rebuild(&database_url()?, view).await?;
            writeln!(std::io::stdout(), "{view} shows {position} events")?;
            Ok(ExitCode::SUCCESS)
        }
        ["invites", ref rest @ ..] => Box::pin(invites(rest)).await,
        ["staff", ref rest @ ..] => Box::pin(staff(rest)).await,
        ["proof", ref rest @ ..] => proof(rest).await,
        ["erase", ref rest @ ..] => Box::pin(erase(rest)).await,
        ["reconcile"] => Box::pin(reconcile("24")).await,
        ["reconcile", hours] => Box::pin(reconcile(hours)).await,
        ["demo"] => {
            let data_dir = path("DATA_DIR", ".data");
            let made = operator::make_demo(&database_url()?, data_dir, config()?).await?;
            writeln!(std::io::stdout(), "{made}")?;
            Ok(ExitCode::SUCCESS)
        }
        _ => {
            writeln!(std::io::stderr(), "{USAGE}")?;
            Ok(ExitCode::from(2))
        }
    }
}

async fn verify(words: &[&str]) -> Result<ExitCode, Failure> {
    let Some(wish) = operator::VerifyArgs::parse(words) else {
        writeln!(std::io::stderr(), "{USAGE}")?;
        return Ok(ExitCode::from(2));
    };
    let report = if wish.dump.is_some() {
        operator::verify_file(&wish).await?
    } else {
        operator::verify(&database_url()?, &path("DATA_DIR", ".data"), &wish).await?
    };
    writeln!(std::io::stdout(), "{}", report.text)?;
    Ok(if report.is_clean {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

async fn invites(words: &[&str]) -> Result<ExitCode, Failure> {
    let Some(command) = operator::InvitesCommand::parse(words) else {
        writeln!(std::io::stderr(), "{USAGE}")?;
        return Ok(ExitCode::from(2));
    };
    let (url, data_dir) = (database_url()?, path("DATA_DIR", ".data"));
    let text = operator::invites(&url, data_dir, config()?, command, Clock::default()).await?;
    writeln!(std::io::stdout(), "{text}")?;
    Ok(ExitCode::SUCCESS)
}

async fn staff(words: &[&str]) -> Result<ExitCode, Failure> {
    let Some(wish) = operator::StaffArgs::parse(words) else {
        writeln!(std::io::stderr(), "{USAGE}")?;
        return Ok(ExitCode::from(2));
    };
    let text = if let operator::StaffArgs::Code(username) = &wish {
        operator::staff_code(&config()?, username, &Clock::default())?
    } else {
        let (url, data_dir) = (database_url()?, path("DATA_DIR", ".data"));
        operator::staff(&url, data_dir, config()?, wish, Clock::default()).await?
    };
    writeln!(std::io::stdout(), "{text}")?;
    Ok(ExitCode::SUCCESS)
}

async fn proof(words: &[&str]) -> Result<ExitCode, Failure> {
    let Some(wish) = operator::ProofArgs::parse(words) else {
        writeln!(std::io::stderr(), "{USAGE}")?;
        return Ok(ExitCode::from(2));
    };
    let (url, data_dir) = (database_url()?, path("DATA_DIR", ".data"));
    let text = operator::proof(&url, &data_dir, &config()?, wish).await?;
    writeln!(std::io::stdout(), "{}", text.trim_end())?;
    Ok(ExitCode::SUCCESS)
}

async fn erase(words: &[&str]) -> Result<ExitCode, Failure> {
    let Some(wish) = operator::EraseArgs::parse(words) else {
        writeln!(std::io::stderr(), "{USAGE}")?;
        return Ok(ExitCode::from(2));
    };
    let (url, data_dir) = (database_url()?, path("DATA_DIR", ".data"));
    let text = operator::erase(&url, data_dir, config()?, wish, Clock::default()).await?;
    writeln!(std::io::stdout(), "{text}")?;
    Ok(ExitCode::SUCCESS)
}

async fn reconcile(hours: &str) -> Result<ExitCode, Failure> {
    let hours = hours
        .parse()
        .map_err(|_| format!("not a number of hours: {hours:?}"))?;
    let data_dir = path("DATA_DIR", ".data");
    let report = operator::reconcile(
        &database_url()?,
        data_dir,
        config()?,
        hours,
        Clock::default(),
    )
    .await?;
    writeln!(std::io::stdout(), "{}", report.text)?;
    Ok(if report.is_clean {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn database_url() -> Result<String, Failure> {
    env::var("DATABASE_URL").map_err(|_| "DATABASE_URL is missing".into())
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
        data_dir: path("DATA_DIR", ".data"),
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
