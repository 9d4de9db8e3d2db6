//! A server of a test's own, without a standby, which it may lose.

use std::path::PathBuf;

use tempfile::TempDir;

use super::pair::Server;

/// A server in its own folder; it ends with this value.
pub struct Alone {
    server: Server,
    // Dropped after the server has ended.
    folder: TempDir,
}

impl Alone {
    /// Starts a server on which nothing was done.
    ///
    /// # Panics
    ///
    /// When it cannot be started.
    pub async fn start() -> Self {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let server = Server::serve_at(folder.path(), "");
        drop(server.admin("postgres").await);
        Self { server, folder }
    }

    /// Where another process finds its first database, as its owner.
    #[must_use]
    pub fn url(&self) -> String {
        let socket = self.server.socket();
        let folder = socket.parent().map(PathBuf::from).unwrap_or_default();
        format!(
            "postgres://postgres@localhost/postgres?host={}",
            folder.display()
        )
    }

    /// Stops the server: it takes no connection.
    pub fn stop(&mut self) {
        self.server.end("QUIT");
    }

    /// Starts it again with its data.
    pub async fn resume(&mut self) {
        self.server = Server::serve_at(self.folder.path(), "");
        drop(self.server.admin("postgres").await);
    }

    /// The machine is gone, with its disk.
    ///
    /// # Panics
    ///
    /// When the files cannot be removed.
    pub fn lose(&mut self) {
        self.server.end("KILL");
        std::fs::remove_dir_all(self.folder.path()).expect("the folder is ours");
    }
}

impl Drop for Alone {
    fn drop(&mut self) {
        self.server.end("QUIT");
    }
}
