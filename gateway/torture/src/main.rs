//! Torture: the whole product under load while its programs are killed and its lines are cut, and an
//! oracle outside it that holds it to every answer it has given.

mod action;
mod caller;
mod clock;
mod database;
mod disk;
mod equipment;
mod expectation;
mod fault;
mod journal;
mod line;
mod look;
mod machines;
mod member;
mod money;
mod options;
mod oracle;
mod postgres;
mod report;
mod run;
mod service;
mod settings;
mod settle;
mod stack;
mod trouble;
mod world;

use std::io::Write;
use std::process::ExitCode;

use tokio::signal::unix::{SignalKind, signal};
use tokio::task::LocalSet;

use crate::options::Command;
use crate::trouble::Trouble;

// One thread: the kernel ends the stack's programs when the thread that started them is gone.
#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match carry_out(&words).await {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(trouble) => {
            // Nobody reads it when this fails.
            let _ = writeln!(std::io::stderr(), "torture: {trouble}");
            ExitCode::from(2)
        }
    }
}

async fn carry_out(words: &[String]) -> Result<bool, Trouble> {
    let options = match Command::parse(words)? {
        Command::Look { out, member } => {
            look::look(&out, member)?;
            return Ok(true);
        }
        Command::TryClock { file } => return clock::is_moved(&file),
        Command::Run(options) => options,
    };
    let listen = |kind| signal(kind).map_err(|error| Trouble::program("signals", error));
    let (mut end, mut stop) = (
        listen(SignalKind::terminate())?,
        listen(SignalKind::interrupt())?,
    );
    let all = LocalSet::new();
    let (text, is_passed) = tokio::select! {
        ended = all.run_until(run::run(&options)) => ended?,
        _ = end.recv() => return Err(Trouble::RunOptions("asked to end".to_owned())),
        _ = stop.recv() => return Err(Trouble::RunOptions("asked to end".to_owned())),
    };
    let out = options.out.display();
    let verdict = if is_passed { "passed" } else { "FAILED" };
    // The reader may be gone.
    let _ = writeln!(std::io::stdout(), "{text}{verdict}; all of it in {out}");
    Ok(is_passed)
}
