//! The files of keys, and which of them is the signing key's.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::error::KeyError;
use super::key::{FILE, NEXT_FILE, Signer, sync_folder};

/// A second name of a kept key's file, on its way to its place.
const PLACED: &str = "proof.key.placed";

/// What a key's file is called once another has its place.
pub(super) fn kept_name(key_id: i64) -> String {
    format!("{FILE}.{key_id:08x}")
}

/// Puts a key in its place. Keeps the previous one: an older database may need it.
pub(super) fn put_in_place(data_dir: &Path, name: &str, signer: &Signer) -> Result<(), KeyError> {
    let (from, path) = (data_dir.join(name), data_dir.join(FILE));
    let put = || {
        let text = fs::read_to_string(&path)?;
        if let Some(standing) = Signer::parse(text.trim(), data_dir) {
            if standing.key_id() == signer.key_id() {
                return Ok(());
            }
            match fs::hard_link(&path, data_dir.join(kept_name(standing.key_id()))) {
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
                _ => {}
            }
        }
        let moved: PathBuf = if name == NEXT_FILE {
            from.clone()
        } else {
            // It stays under its own name, too.
            let copy = data_dir.join(PLACED);
            match fs::remove_file(&copy) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => fs::hard_link(&from, &copy)?,
            }
            copy
        };
        match fs::rename(moved, &path) {
            // A gateway was faster.
            Err(error) if error.kind() == io::ErrorKind::NotFound && holds(&path, signer) => {}
            moved => moved?,
        }
        sync_folder(&path)
    };
    put().map_err(|cause| KeyError::File {
        path: path.display().to_string(),
        cause,
    })
}

fn holds(path: &Path, signer: &Signer) -> bool {
    let text = fs::read_to_string(path).unwrap_or_default();
    let standing = Signer::parse(text.trim(), signer.folder());
    standing.is_some_and(|standing| standing.key_id() == signer.key_id())
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    const ORIGIN: &str = "wallet.example/journal";

    /// A gateway puts the next key in place between another process's look and its change of
    /// names. The other one reads the old key from a pipe: it is stopped there until all is done.
    #[test]
    fn a_key_that_another_process_has_put_in_place_meanwhile_is_in_place() {
        let folder = tempfile::tempdir().expect("a folder");
        let (at, next) = (|name: &str| folder.path().join(name), NEXT_FILE);
        let old = Signer::load_or_create(folder.path(), ORIGIN).expect("a key");
        let new = Signer::at(folder.path(), next, ORIGIN).expect("a key");
        fs::rename(at(FILE), at(&kept_name(old.key_id()))).expect("a name");
        let text = fs::read(at(&kept_name(old.key_id()))).expect("a text");
        let made = Command::new("mkfifo").arg(at(FILE)).status();
        assert!(made.expect("mkfifo runs").success());
        std::thread::scope(|scope| {
            let placing = scope.spawn(|| put_in_place(folder.path(), next, &new));
            // Opens once the other side reads; the text ends when it is closed.
            let mut pipe = fs::OpenOptions::new()
                .write(true)
                .open(at(FILE))
                .expect("a pipe");
            io::Write::write_all(&mut pipe, &text).expect("it is read");
            fs::rename(at(next), at(FILE)).expect("a name");
            drop(pipe);
            placing.join().expect("no panic").expect("it is in place");
        });
        assert!(holds(&at(FILE), &new) && !holds(&at(FILE), &old));
    }
}
