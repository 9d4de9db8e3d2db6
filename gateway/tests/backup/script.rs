//! The scripts as an operator runs them.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

/// What a script said and how it ended.
#[derive(Debug)]
pub(crate) struct Said {
    pub(crate) is_done: bool,
    pub(crate) text: String,
}

fn said(output: Output) -> Said {
    let mut text = String::from_utf8(output.stdout).unwrap();
    text.push_str(&String::from_utf8(output.stderr).unwrap());
    Said {
        is_done: output.status.success(),
        text,
    }
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Runs a program off the runtime's threads.
async fn output(mut command: Command) -> Output {
    let running = tokio::task::spawn_blocking(move || command.stdin(Stdio::null()).output());
    running.await.unwrap().unwrap()
}

fn script(name: &str, words: &[&str], url: &str, folder: &Path) -> Command {
    let mut command = Command::new(repository().join("scripts").join(name));
    command
        .args(words)
        .env("DATABASE_URL", url)
        .env("DATA_DIR", folder)
        .env("GATEWAY", env!("CARGO_BIN_EXE_gateway"))
        .env("RUST_LOG", "error");
    command
}

/// Runs a script on a database and a data folder.
pub(crate) async fn run(name: &str, words: &[&str], url: &str, folder: &Path) -> Said {
    said(output(script(name, words, url, folder)).await)
}

/// As [`run`], with a configuration that says where files are.
pub(crate) async fn run_with(
    config: &Path,
    name: &str,
    words: &[&str],
    url: &str,
    folder: &Path,
) -> Said {
    let mut command = script(name, words, url, folder);
    command.env("WALLET_CONFIG", config);
    said(output(command).await)
}

/// Runs `scripts/partitions` on a database and its archive, with further variables.
pub(crate) async fn run_partitions(
    words: &[&str],
    url: &str,
    archive: &str,
    variables: &[(&str, &str)],
) -> Said {
    let mut command = script("partitions", words, url, Path::new("/"));
    command
        .env("ARCHIVE_URL", archive)
        .envs(variables.iter().copied());
    said(output(command).await)
}

/// A script that runs until this value goes.
pub(crate) struct Running(Child);

impl Running {
    /// Starts it.
    pub(crate) fn start(name: &str, words: &[&str], url: &str, folder: &Path) -> Self {
        let mut command = script(name, words, url, folder);
        command.stdin(Stdio::null()).stdout(Stdio::null());
        Self(command.spawn().unwrap())
    }

    /// Asks it to end, and waits for that.
    pub(crate) fn end(&mut self) {
        let pid = self.0.id().to_string();
        let asked = Command::new("kill").args(["-TERM", &pid]).status();
        assert!(asked.unwrap().success(), "it has ended already");
        self.0.wait().unwrap();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if matches!(self.0.try_wait(), Ok(None)) {
            self.end();
        }
    }
}

/// Runs `gateway verify` on a database alone.
pub(crate) async fn verify(url: &str, words: &[&str]) -> Said {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gateway"));
    command
        .args(["verify", "--without-data"])
        .args(words)
        .env("DATABASE_URL", url)
        .env("RUST_LOG", "error");
    said(output(command).await)
}

/// The folder of psql and its kind.
pub(crate) async fn clients() -> PathBuf {
    let mut clients = Command::new(repository().join("scripts/postgres"));
    clients.arg("clients");
    let folder = String::from_utf8(output(clients).await.stdout).unwrap();
    PathBuf::from(folder.trim())
}

/// Everything that a plain dump of the database says.
pub(crate) async fn dump(url: &str) -> String {
    let mut command = Command::new(clients().await.join("pg_dump"));
    command.arg(url);
    let dumped = output(command).await;
    assert!(dumped.status.success(), "{:?}", said(dumped));
    String::from_utf8(dumped.stdout).unwrap()
}
