//! The files of keys: which one is the signing key's, and what becomes of the one before.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, absolute};

use super::error::KeyError;
use super::key::{FILE, NEXT_FILE, Signer, sync_folder};

/// Puts the next key in its place, which destroys the file of the one before; where that one is to
/// be handed out, this is done first.
pub(super) fn put_in_place(
    data_dir: &Path,
    signer: &Signer,
    old_key_to: Option<&Path>,
) -> Result<(), KeyError> {
    let path = data_dir.join(FILE);
    let failed = |cause| KeyError::file(&path, cause);
    // Read once: a gateway may put the next key here at any time.
    let text = fs::read_to_string(&path).map_err(failed)?;
    if is_of(&text, signer) {
        return Ok(());
    }
    if let Some(to) = old_key_to {
        write_out(&text, data_dir, to).map_err(|cause| KeyError::file(to, cause))?;
    }
    match fs::rename(data_dir.join(NEXT_FILE), &path) {
        // A gateway was faster.
        Err(error) if error.kind() == io::ErrorKind::NotFound && has_place(signer) => {}
        moved => moved.map_err(failed)?,
    }
    sync_folder(&path).map_err(failed)
}

/// Writes the key that has the place to a path, if there is one.
pub(super) fn hand_out(signer: &Signer, to: Option<&Path>) -> Result<(), KeyError> {
    let Some(to) = to else {
        return Ok(());
    };
    let path = signer.folder().join(FILE);
    let text = fs::read_to_string(&path).map_err(|cause| KeyError::file(&path, cause))?;
    if !is_of(&text, signer) {
        return Err(KeyError::NotCurrent);
    }
    write_out(&text, signer.folder(), to).map_err(|cause| KeyError::file(to, cause))
}

/// Makes a file that only its owner can read. Accepts a whole or partial copy that an interrupted change has left
/// there, and overwrites no other file.
fn write_out(text: &str, data_dir: &Path, to: &Path) -> io::Result<()> {
    let to = absolute(to)?;
    let folder = to.parent().unwrap_or(&to).canonicalize()?;
    if folder == data_dir.canonicalize()? {
        let why = "the old key is not kept in the data folder: name another one";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
    }
    match fs::read_to_string(&to) {
        Ok(standing) if standing == text => return File::open(&to)?.sync_all(),
        // Removed and not completed, since it may be somebody else's empty file.
        Ok(standing) if text.starts_with(&standing) => fs::remove_file(&to)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        outcome => {
            outcome?;
            let why = "it is there already, and is not the old key";
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, why));
        }
    }
    let mut file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(&to)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    sync_folder(&to)
}

fn has_place(signer: &Signer) -> bool {
    let text = fs::read_to_string(signer.folder().join(FILE)).unwrap_or_default();
    is_of(&text, signer)
}

fn is_of(text: &str, signer: &Signer) -> bool {
    let found = Signer::parse(text.trim(), signer.folder());
    found.is_some_and(|found| found.key_id() == signer.key_id())
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
        let (folder, outside) = (tempfile::tempdir(), tempfile::tempdir());
        let (folder, outside) = (folder.expect("a folder"), outside.expect("a folder"));
        let (at, next) = (|name: &str| folder.path().join(name), NEXT_FILE);
        let to = outside.path().join("old");
        Signer::load_or_create(folder.path(), ORIGIN).expect("a key");
        let new = Signer::at(folder.path(), next, ORIGIN).expect("a key");
        let text = fs::read(at(FILE)).expect("a text");
        fs::remove_file(at(FILE)).expect("it is there");
        let made = Command::new("mkfifo").arg(at(FILE)).status();
        assert!(made.expect("mkfifo runs").success());
        std::thread::scope(|scope| {
            let placing = scope.spawn(|| put_in_place(folder.path(), &new, Some(&to)));
            // Opens once the other side reads; the text ends when it is closed.
            let mut pipe = fs::OpenOptions::new()
                .write(true)
                .open(at(FILE))
                .expect("a pipe");
            Write::write_all(&mut pipe, &text).expect("it is read");
            fs::rename(at(next), at(FILE)).expect("a name");
            drop(pipe);
            placing.join().expect("no panic").expect("it is in place");
        });
        assert!(has_place(&new));
        // What is handed out is the key that was there at the look, and not the one of today.
        assert_eq!(fs::read(to).expect("it was handed out"), text);
    }

    #[test]
    fn what_an_interrupted_change_has_handed_out_is_completed_and_nothing_else_is_written_over() {
        let (folder, outside) = (tempfile::tempdir(), tempfile::tempdir());
        let (folder, outside) = (folder.expect("a folder"), outside.expect("a folder"));
        let key = Signer::load_or_create(folder.path(), ORIGIN).expect("a key");
        let text = fs::read_to_string(folder.path().join(FILE)).expect("a text");
        let to = outside.path().join("old");
        for left in ["", &text[..20], &text] {
            fs::write(&to, left).expect("a file");
            hand_out(&key, Some(&to)).expect("it is completed");
            assert_eq!(fs::read_to_string(&to).expect("a text"), text);
        }
        fs::write(&to, "another's").expect("a file");
        let refused = hand_out(&key, Some(&to)).expect_err("it is another file");
        assert!(refused.to_string().contains("there already"), "{refused}");
        assert_eq!(fs::read_to_string(&to).expect("a text"), "another's");
        for inside in [FILE, NEXT_FILE, "old"] {
            let to = folder.path().join(inside);
            let refused = hand_out(&key, Some(&to)).expect_err("it is the data folder");
            assert!(refused.to_string().contains("data folder"), "{refused}");
        }
    }
}
