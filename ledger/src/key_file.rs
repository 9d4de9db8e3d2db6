//! Reading the files of keys: a key that anyone on the machine can read is no secret.

use std::fs::File;
use std::io::{self, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// The right of everybody to read a file or to change it.
const BY_ALL: u32 = 0o006;

/// Whether anyone on this machine can read or change a file.
pub fn is_public(file: &File) -> io::Result<bool> {
    Ok(file.metadata()?.permissions().mode() & BY_ALL != 0)
}

/// The text of a key's file; refuses one that is public. A key made here is never public, so a copy
/// or a restore has changed it. The group may read: some installations give it to an operator.
pub fn read(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    if is_public(&file)? {
        let path = path.display();
        return Err(io::Error::other(format!(
            "everybody on this machine can read it: run `chmod 600 {path}`"
        )));
    }
    let mut text = String::new();
    file.read_to_string(&mut text)?;
    Ok(text)
}
