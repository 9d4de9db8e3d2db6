//! What an operator watches with, on a real Prometheus.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use ledger_testing::eventually;

use crate::figures::story;

fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../scripts")
        .join(name)
}

/// A Prometheus that ends with this value.
struct Prometheus(Child);

impl Drop for Prometheus {
    fn drop(&mut self) {
        // A panic in `drop` would hide the test's own.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn prometheus_has_every_series_of_the_dashboard_and_the_alerts() {
    let (stage, _) = story().await;
    let folder = tempfile::tempdir().unwrap();
    let free = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = free.local_addr().unwrap().port().to_string();
    drop(free);
    let started = Command::new(script("prometheus"))
        .args([folder.path().to_str().unwrap(), &port])
        .arg(stage.app.internal_address().to_string())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let _prometheus = Prometheus(started.unwrap());
    let url = format!("http://127.0.0.1:{port}");
    eventually("Prometheus has everything", async || {
        let mut check = Command::new(script("watch-check"));
        check.args(["--prometheus", &url]);
        let checking = tokio::task::spawn_blocking(move || check.output());
        let checked = checking.await.unwrap().unwrap();
        if checked.status.success() {
            return Ok(());
        }
        Err(String::from_utf8_lossy(&checked.stderr).into_owned())
    })
    .await;
}
