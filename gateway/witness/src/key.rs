//! The key of a witness: Ed25519, in the forms of C2SP's signed-note.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::Path;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use ed25519_dalek::{Signer as _, SigningKey};
use rand::TryRngCore;
use rand::rngs::OsRng;
use signed_note::{is_key_name_valid, key_id};

/// The algorithm's number for timestamped Ed25519 signatures of witnesses.
const COSIGNATURE: u8 = 4;

/// The key's file.
const FILE: &str = "witness.key";

/// What a witness signs with.
#[derive(Clone)]
pub struct WitnessKey {
    name: String,
    key: SigningKey,
}

impl WitnessKey {
    /// A key of this name; none where it may not be one.
    #[must_use]
    pub fn new(name: &str, seed: &[u8; 32]) -> Option<Self> {
        let is_name = is_key_name_valid(name) && !name.chars().any(char::is_control);
        is_name.then(|| Self {
            name: name.to_owned(),
            key: SigningKey::from_bytes(seed),
        })
    }

    /// The key in a folder, which is made there at the first start.
    pub fn load_or_create(folder: &Path, name: &str) -> io::Result<Self> {
        let path = folder.join(FILE);
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                // Under another name first: what has the key's name is whole, also after a loss of power.
                let draft = folder.join(format!("{FILE}.{}", std::process::id()));
                let mut seed = [0; 32];
                OsRng.try_fill_bytes(&mut seed).map_err(io::Error::other)?;
                let mut options = OpenOptions::new();
                let mut file = options
                    .write(true)
                    .create(true)
                    .truncate(true)
                    .mode(0o600)
                    .open(&draft)?;
                writeln!(file, "{}", hex::encode(seed))?;
                file.sync_all()?;
                // A second program may have been faster: its key stays.
                match fs::hard_link(&draft, &path) {
                    Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                        return Err(error);
                    }
                    _ => fs::remove_file(&draft)?,
                }
                fs::File::open(folder)?.sync_all()?;
                fs::read_to_string(&path)?
            }
            read => read?,
        };
        if fs::metadata(&path)?.permissions().mode() & 0o006 != 0 {
            let path = path.display();
            return Err(io::Error::other(format!(
                "everybody on this machine can read {path}: run `chmod 600 {path}`"
            )));
        }
        let mut seed = [0; 32];
        hex::decode_to_slice(text.trim(), &mut seed)
            .map_err(|_| io::Error::other(format!("{} is no key", path.display())))?;
        Self::new(name, &seed).ok_or_else(|| io::Error::other(format!("{name:?} is no name")))
    }

    fn id(&self) -> u32 {
        key_id(&self.name, &self.public())
    }

    fn public(&self) -> Vec<u8> {
        let mut bytes = vec![COSIGNATURE];
        bytes.extend(self.key.verifying_key().as_bytes());
        bytes
    }

    /// What others check its signatures with: name, id, and base64 of a byte 4 and the public key.
    #[must_use]
    pub fn verifier(&self) -> String {
        let key = BASE64_STANDARD.encode(self.public());
        format!("{}+{:08x}+{key}", self.name, self.id())
    }

    /// The signature line for a checkpoint's text at a time in seconds since 1970.
    #[must_use]
    pub(crate) fn cosign(&self, text: &str, time: u64) -> String {
        let message = format!("cosignature/v1\ntime {time}\n{text}");
        let mut bytes = self.id().to_be_bytes().to_vec();
        bytes.extend(time.to_be_bytes());
        bytes.extend(self.key.sign(message.as_bytes()).to_bytes());
        format!("\u{2014} {} {}\n", self.name, BASE64_STANDARD.encode(bytes))
    }
}

impl std::fmt::Debug for WitnessKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("WitnessKey").field(&self.name).finish()
    }
}
