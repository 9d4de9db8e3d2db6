//! A store with the protocol of S3, in this process: it checks signatures and keeps its objects as
//! files of a folder.

use std::net::SocketAddr;
use std::path::PathBuf;

use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use s3s::auth::SimpleAuth;
use s3s::service::{S3Service, S3ServiceBuilder};
use s3s_fs::FileSystem;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::task::{JoinHandle, JoinSet};

const BUCKET: &str = "wallet";
const KEY_ID: &str = "gateway";
const KEY: &str = "the gateways' key";

/// A store with one bucket; it ends with this value.
pub struct BucketServer {
    folder: TempDir,
    address: SocketAddr,
    serving: JoinHandle<()>,
}

impl BucketServer {
    /// Starts it.
    pub async fn start() -> Self {
        let folder = tempfile::tempdir().expect("a folder can be made");
        std::fs::create_dir(folder.path().join(BUCKET)).expect("the folder is ours");
        let store = FileSystem::new(folder.path()).expect("the folder is there");
        let mut builder = S3ServiceBuilder::new(store);
        builder.set_auth(SimpleAuth::from_single(KEY_ID, KEY));
        let listener = TcpListener::bind("127.0.0.1:0").await;
        let listener = listener.expect("a port is free");
        let address = listener.local_addr().expect("it is bound");
        Self {
            folder,
            address,
            serving: tokio::spawn(serve(listener, builder.build())),
        }
    }

    /// How a gateway's configuration names it, with this access key or the right one.
    #[must_use]
    pub fn rules(&self, key: Option<&str>) -> Value {
        json!({ "s3": {
            "bucket": BUCKET,
            "region": "ap-southeast-1",
            "endpoint": format!("http://{}", self.address),
            "prefix": "files",
            "access_key_id": KEY_ID,
            "secret_access_key": key.unwrap_or(KEY),
        } })
    }

    /// The folder of the objects whose names begin with `files/` and this.
    #[must_use]
    pub fn folder(&self, kind: &str) -> PathBuf {
        self.folder.path().join(BUCKET).join("files").join(kind)
    }

    /// From now on nobody answers; what is stored stays.
    pub fn end(&self) {
        self.serving.abort();
    }
}

impl Drop for BucketServer {
    fn drop(&mut self) {
        self.end();
    }
}

async fn serve(listener: TcpListener, store: S3Service) {
    // They end with this task.
    let mut connections = JoinSet::new();
    while let Ok((stream, _)) = listener.accept().await {
        let connection =
            http1::Builder::new().serve_connection(TokioIo::new(stream), store.clone());
        connections.spawn(async move { drop(connection.await) });
    }
}
