//! A window of time: what clients get done in it, and what it costs both sides.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until};

use super::{BenchServer, Plan, ProcessorTime, pgbench};
use crate::eventually;

/// What was answered in a window.
#[derive(Debug, Default)]
pub struct Window {
    /// How long each command took that began and ended in it.
    pub latencies: Vec<Duration>,
    /// Its length.
    pub time: Duration,
    /// Processor time of the server.
    pub server: Duration,
    /// Processor time of the clients.
    pub clients: Duration,
    /// Events in one commit, where they were counted.
    pub batch: Option<f64>,
}

impl Window {
    pub(super) fn rate(&self) -> f64 {
        self.latencies.len() as f64 / self.time.as_secs_f64()
    }
}

/// Lets clients of this process send one command after the other, each when the last is answered.
///
/// `command` gets the client's number and says how to send the next one.
///
/// # Panics
///
/// When a client does.
pub async fn drive<S, F>(
    server: &BenchServer,
    plan: &Plan,
    clients: usize,
    mut client: impl FnMut(usize) -> S,
) -> Window
where
    S: FnMut() -> F + Send + 'static,
    F: Future<Output = ()> + Send,
{
    let start = Instant::now() + plan.warm_up;
    let end = start + plan.time;
    let mut running = JoinSet::new();
    for number in 0..clients {
        let mut send = client(number);
        running.spawn(async move {
            let mut latencies = Vec::new();
            loop {
                let asked_at = Instant::now();
                if asked_at >= end {
                    return latencies;
                }
                send().await;
                let ended = Instant::now();
                if asked_at >= start && ended <= end {
                    latencies.push(ended - asked_at);
                }
            }
        });
    }
    sleep_until(start).await;
    let before = (server.processor_time(), ProcessorTime::of_this_process());
    sleep_until(end).await;
    let after = (server.processor_time(), ProcessorTime::of_this_process());
    Window {
        latencies: running.join_all().await.concat(),
        time: plan.time,
        server: after.0.since(before.0),
        clients: after.1.since(before.1),
        batch: None,
    }
}

/// A script of `pgbench`, run with prepared statements.
#[derive(Debug, Clone, Copy)]
pub struct Pgbench<'a> {
    /// The database that it works in.
    pub database: &'a str,
    /// Variables of the script, each with its value.
    pub variables: &'a [(&'a str, u64)],
    /// The script's text.
    pub script: &'a str,
}

impl Pgbench<'_> {
    /// Runs the script by so many clients, and counts what falls into the window.
    ///
    /// # Panics
    ///
    /// When `pgbench` fails.
    pub async fn drive(self, server: &BenchServer, plan: &Plan, clients: usize) -> Window {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let script = folder.path().join("script.sql");
        fs::write(&script, self.script).expect("the folder is ours");
        let log = folder.path().join("log");
        let seconds = (plan.warm_up + plan.time).as_secs() + 2;
        let mut command = Command::new(pgbench());
        command
            .args(["--no-vacuum", "--protocol=prepared", "--jobs=2", "--log"])
            .arg(format!("--client={clients}"))
            .arg(format!("--time={seconds}"))
            .arg(format!("--log-prefix={}", log.display()))
            .arg(format!("--file={}", script.display()))
            .arg(format!("--host={}", server.socket_folder().display()))
            .arg("--username=postgres");
        for (name, value) in self.variables {
            command.arg(format!("--define={name}={value}"));
        }
        command.arg(self.database);
        command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        let mut running = command.spawn().expect("pgbench starts");
        let process = running.id();
        self.connected(server, clients, &mut running).await;
        sleep(plan.warm_up).await;
        let start = SystemTime::now();
        let before = (server.processor_time(), ProcessorTime::of_process(process));
        sleep(plan.time).await;
        let end = SystemTime::now();
        let after = (server.processor_time(), ProcessorTime::of_process(process));
        let ended = running.wait_with_output().expect("pgbench ends");
        assert!(
            ended.status.success(),
            "pgbench: {}",
            String::from_utf8_lossy(&ended.stderr)
        );
        Window {
            latencies: logged(folder.path(), start, end),
            time: end.duration_since(start).unwrap_or_default(),
            server: after.0.since(before.0),
            clients: after.1.since(before.1),
            batch: None,
        }
    }

    async fn connected(self, server: &BenchServer, clients: usize, pgbench: &mut Child) {
        let mut owner = server.owner("postgres").await;
        let wanted = i64::try_from(clients).expect("a few hundred");
        eventually("all clients are connected", async || {
            if matches!(pgbench.try_wait(), Ok(Some(_))) {
                // Its exit is looked at behind the window.
                return Ok(());
            }
            let here: i64 = sqlx::query_scalar(
                "select count(*) from pg_stat_activity
                 where datname = $1 and application_name = 'pgbench'",
            )
            .bind(self.database)
            .fetch_one(&mut owner)
            .await
            .expect("the server answers");
            if here >= wanted {
                Ok::<(), i64>(())
            } else {
                Err(here)
            }
        })
        .await;
    }
}

/// The logs' lines that fall into the window: client, number, microseconds, script, and the end as
/// seconds and microseconds since 1970.
fn logged(folder: &Path, start: SystemTime, end: SystemTime) -> Vec<Duration> {
    let since = |time: SystemTime| time.duration_since(UNIX_EPOCH).unwrap_or_default();
    let (start, end) = (since(start), since(end));
    let files = fs::read_dir(folder).expect("the folder is ours");
    let mut latencies = Vec::new();
    for file in files.filter_map(Result::ok) {
        if !file.file_name().to_string_lossy().starts_with("log.") {
            continue;
        }
        let text = fs::read_to_string(file.path()).expect("pgbench writes text");
        latencies.extend(text.lines().filter_map(|line| {
            let fields: Vec<u64> = line.split(' ').map_while(|it| it.parse().ok()).collect();
            let [_, _, took, _, seconds, micros, ..] = fields[..] else {
                return None;
            };
            let took = Duration::from_micros(took);
            let ended = Duration::from_secs(seconds) + Duration::from_micros(micros);
            (ended <= end && ended.saturating_sub(took) >= start).then_some(took)
        }));
    }
    latencies
}
