//! A server that takes connections by TCP under TLS only, with a self-signed certificate that
//! protects nothing: its key is public.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use super::pair::{Server, cluster};
use tempfile::TempDir;

/// Not the address of any other server; all of 127.0.0.0/8 is this machine.
const ADDRESS: &str = "127.78.0.1";

/// The file that says who may connect, and how.
const RULES: &str = "pg_hba.conf";

/// An empty server with a certificate that nobody has signed; it ends with this value.
pub struct TlsServer {
    server: Server,
    folder: TempDir,
}

impl TlsServer {
    /// Starts it.
    pub async fn start() -> Self {
        let folder = tempfile::tempdir().expect("a folder can be made");
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755))
            .expect("the folder is ours");
        let server = Server::serve_at(folder.path(), ADDRESS);
        drop(server.admin("postgres").await);
        write_certificate(&cluster(folder.path()));
        server.set("alter system set ssl = on").await;
        Self { server, folder }
    }

    /// Where a database of this server is, by TCP; `mode` is libpq's `sslmode`.
    #[must_use]
    pub fn url(&self, database: &str, mode: &str) -> String {
        format!("postgres://postgres@{ADDRESS}/{database}?sslmode={mode}")
    }

    /// From now on it takes connections by TCP without TLS only.
    pub async fn end_tls(&self) {
        let rules = "local all all trust\nhostnossl all all 127.0.0.0/8 trust\n";
        fs::write(cluster(self.folder.path()).join(RULES), rules).expect("the file is ours");
        self.server.set("alter system set ssl = off").await;
    }
}

fn write_certificate(cluster: &Path) {
    // The server may run as another user, who must own the key: its files show who.
    let files = [
        ("server.crt", include_str!("../certificate/certificate.pem")),
        ("server.key", include_str!("../certificate/key.pem")),
        (
            RULES,
            "local all all trust\nhostssl all all 127.0.0.0/8 trust\n",
        ),
    ];
    for (name, text) in files {
        let path = cluster.join(name);
        fs::write(&path, text).expect("the folder is ours");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("the file is ours");
        let owner = std::process::Command::new("chown")
            .arg(format!(
                "--reference={}",
                cluster.join("PG_VERSION").display()
            ))
            .arg(&path)
            .status();
        assert!(
            owner.is_ok_and(|status| status.success()),
            "{name} has the server's owner"
        );
    }
}

impl Drop for TlsServer {
    fn drop(&mut self) {
        self.server.end("QUIT");
    }
}
