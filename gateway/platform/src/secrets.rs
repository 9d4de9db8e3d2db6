//! The installation's one secret key, and the keys derived from it.
//!
//! The key is in a file outside the database. A copy of the database alone therefore reveals
//! neither one-time codes nor game passwords.

mod cipher;
mod part;
pub mod recorded;

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::iter;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use hmac::{Hmac, Mac};
use ledger::{JournalKey, key_file};
use rand::TryRngCore;
use rand::rngs::OsRng;
use sha2::Sha256;
use subtle::ConstantTimeEq;
use uuid::Uuid;

pub use cipher::Cipher;
pub use part::Part;

/// The key's file in the data folder.
pub const KEY_FILE: &str = "secret.key";

/// Keys, each for one use.
#[derive(Clone)]
pub struct Secrets {
    otp: [u8; 32],
    game_password: Cipher,
    gift_link: Cipher,
    wheel_seed: Cipher,
    staff_totp: Cipher,
    subject: [u8; 32],
    fingerprint: [u8; 32],
    decision: [u8; 32],
    password_code: [u8; 32],
    pin: [u8; 32],
    session: [u8; 32],
    bank_account: [u8; 32],
    row: [u8; 32],
    slip_link: [u8; 32],
    setting_value: [u8; 32],
    journal: [u8; 32],
    key_fingerprint: [u8; 16],
}

impl Secrets {
    /// Reads `secret.key` below the data folder, or makes it at the first start.
    pub fn load(data_dir: &Path) -> io::Result<Self> {
        fs::create_dir_all(data_dir)?;
        let path = data_dir.join(KEY_FILE);
        match key_file::read(&path) {
            Ok(text) => Self::parse(text.trim()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Self::create(&path),
            Err(error) => Err(error),
        }
    }

    /// Reads `secret.key` below the data folder; none if it is absent.
    pub fn find(data_dir: &Path) -> io::Result<Option<Self>> {
        match key_file::read(&data_dir.join(KEY_FILE)) {
            Ok(text) => Self::parse(text.trim()).map(Some),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Refuses a data folder that cannot be used, before anything else is changed: it has a key that is
    /// no secret, or none and no place for one.
    pub fn check_folder(data_dir: &Path) -> io::Result<()> {
        fs::create_dir_all(data_dir)?;
        if Self::find(data_dir)?.is_none() {
            let draft = draft_of(&data_dir.join(KEY_FILE));
            File::create(&draft)?;
            fs::remove_file(&draft)?;
        }
        Ok(())
    }

    fn create(path: &Path) -> io::Result<Self> {
        let text = hex::encode(random_bytes::<32>());
        // A temporary file is linked: a crash leaves no half-written key, and of two processes
        // that start together the second takes the key of the first.
        let draft = draft_of(path);
        let mut file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(&draft)?;
        writeln!(file, "{text}")?;
        file.sync_all()?;
        let linked = fs::hard_link(&draft, path);
        fs::remove_file(&draft)?;
        match linked {
            Ok(()) => Self::parse(&text),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                Self::parse(fs::read_to_string(path)?.trim())
            }
            Err(error) => Err(error),
        }
    }

    fn parse(text: &str) -> io::Result<Self> {
        let mut key = [0; 32];
        hex::decode_to_slice(text, &mut key).map_err(|_| {
            io::Error::other("it is not 64 hexadecimal digits: restore it from a backup")
        })?;
        Ok(Self {
            otp: mac(&key, &[b"one-time code"]),
            game_password: Cipher::new(mac(&key, &[b"game password"])),
            gift_link: Cipher::new(mac(&key, &[b"gift link"])),
            wheel_seed: Cipher::new(mac(&key, &[b"wheel seed"])),
            staff_totp: Cipher::new(mac(&key, &[b"staff one-time codes"])),
            subject: mac(&key, &[b"limited subject"]),
            fingerprint: mac(&key, &[b"kept wish"]),
            decision: mac(&key, &[b"decision of staff"]),
            password_code: mac(&key, &[b"password code of staff"]),
            pin: mac(&key, &[b"member's PIN"]),
            session: mac(&key, &[b"session"]),
            row: mac(&key, &[b"stored row"]),
            bank_account: mac(&key, &[b"bank account"]),
            slip_link: mac(&key, &[b"link to a slip's picture"]),
            setting_value: mac(&key, &[b"value of a setting"]),
            journal: mac(&key, &[b"journal"]),
            key_fingerprint: shortened(mac(&key, &[b"fingerprint of the key"])),
        })
    }

    /// The key of the stored codes.
    pub fn otp_key(&self) -> &[u8; 32] {
        &self.otp
    }

    /// Encrypts the passwords of players at game providers.
    pub fn game_password(&self) -> &Cipher {
        &self.game_password
    }

    /// Encrypts the hashes of gift links.
    pub fn gift_link(&self) -> &Cipher {
        &self.gift_link
    }

    /// Encrypts the wheel's seeds.
    pub fn wheel_seed(&self) -> &Cipher {
        &self.wheel_seed
    }

    /// Encrypts the secrets of staff's authenticators.
    pub fn staff_totp(&self) -> &Cipher {
        &self.staff_totp
    }

    /// Says which key it is, and nothing about it.
    fn key_fingerprint(&self) -> &[u8; 16] {
        &self.key_fingerprint
    }

    /// A name for a phone or an address in the limits' table, that reveals neither.
    pub fn subject(&self, text: &str) -> Vec<u8> {
        shortened(mac(&self.subject, &[text.as_bytes()])).to_vec()
    }

    /// A fingerprint of a request that names a person: equal for equal requests, and reveals nothing.
    pub fn request_fingerprint(&self, text: &[u8]) -> [u8; 32] {
        mac(&self.fingerprint, &[text])
    }

    /// What shows that the gateway itself has written down what staff decided.
    pub fn decision_mac(&self, parts: &[&[u8]]) -> [u8; 32] {
        mac(&self.decision, parts)
    }

    /// The part of a decision's key in the ledger that nobody knows in advance.
    pub fn decision_key(&self, id: Uuid) -> [u8; 16] {
        shortened(mac(&self.decision, &[b"key", id.as_bytes()]))
    }

    /// What the code is made of with which a player sets a password that staff has let them set.
    pub fn password_code(&self, parts: &[&[u8]]) -> [u8; 32] {
        mac(&self.password_code, parts)
    }

    /// The bytes that are hashed in place of a PIN's digits.
    pub fn pin(&self, parts: &[&[u8]]) -> [u8; 32] {
        mac(&self.pin, parts)
    }

    /// What shows that the gateway itself has opened a session or made a ticket.
    pub fn session(&self, parts: &[&[u8]]) -> [u8; 32] {
        mac(&self.session, parts)
    }

    /// What shows that the gateway itself has written the particulars of a bank account.
    pub fn bank_account(&self, parts: &[&[u8]]) -> [u8; 32] {
        mac(&self.bank_account, parts)
    }

    /// What shows that the gateway itself has given out a link to a slip's picture.
    pub fn slip_link(&self, parts: &[&[u8]]) -> [u8; 32] {
        mac(&self.slip_link, parts)
    }

    /// What an event has in place of a personal value of the settings: equal for equal values, and reveals nothing.
    pub fn setting_value(&self, text: &str) -> [u8; 32] {
        mac(&self.setting_value, &[text.as_bytes()])
    }

    /// The key of a journal's events. A copy of the database under another name has another one: it writes
    /// nothing that is believed here.
    pub fn journal_key(&self, origin: &str) -> JournalKey {
        JournalKey::new(&mac(&self.journal, &[origin.as_bytes()]))
    }

    /// What shows that the gateway itself has written a row of a table.
    pub fn row(&self, table: &str, parts: &[&dyn Part]) -> [u8; 32] {
        let parts = parts.iter().map(Part::encoded);
        let parts: Vec<Vec<u8>> = iter::once(table.encoded()).chain(parts).collect();
        let parts: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
        mac(&self.row, &parts)
    }
}

/// Where a key is written before it has its name. By chance, because containers that share the folder
/// have the same process number.
fn draft_of(path: &Path) -> PathBuf {
    path.with_extension(format!("draft-{}", hex::encode(random_bytes::<8>())))
}

/// HMAC-SHA256 over the parts, each with its length in front so that none runs into the next.
pub fn mac(key: &[u8], parts: &[&[u8]]) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes a key of any length");
    for part in parts {
        let length = u64::try_from(part.len()).expect("a length fits 64 bits");
        mac.update(&length.to_be_bytes());
        mac.update(part);
    }
    mac.finalize().into_bytes().into()
}

fn shortened(mac: [u8; 32]) -> [u8; 16] {
    *mac.first_chunk().expect("it is longer")
}

/// Compares a stored MAC with the right one, in a time that reveals nothing.
pub fn is_same_mac(right: &[u8; 32], stored: &[u8]) -> bool {
    bool::from(right.ct_eq(stored))
}

/// Bytes from the system's random source.
pub fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    OsRng
        .try_fill_bytes(&mut bytes)
        .expect("the system has a random source");
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn the_key_is_made_once_readable_by_its_owner_only_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let first = Secrets::load(folder.path()).unwrap();
        let again = Secrets::load(folder.path()).unwrap();
        assert_eq!(first.otp, again.otp);
        assert_ne!(first.otp, first.subject);
        let mode = fs::metadata(folder.path().join("secret.key"))
            .unwrap()
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o600);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    /// Containers that share a folder all have the process number 1.
    #[test]
    fn starters_at_once_with_one_process_number_make_one_key() {
        for _ in 0..20 {
            let folder = tempfile::tempdir().unwrap();
            let barrier = std::sync::Barrier::new(16);
            let made: Vec<_> = std::thread::scope(|scope| {
                let start = || {
                    barrier.wait();
                    Secrets::check_folder(folder.path())?;
                    Secrets::load(folder.path()).map(|secrets| secrets.otp)
                };
                let running: Vec<_> = (0..16).map(|_| scope.spawn(start)).collect();
                let ended = running.into_iter().map(|it| it.join().unwrap());
                ended.map(|made| made.unwrap()).collect()
            });
            let kept = Secrets::load(folder.path()).unwrap().otp;
            assert!(made.iter().all(|made| *made == kept));
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        }
    }

    #[test]
    fn a_key_that_is_only_looked_for_is_not_made() {
        let folder = tempfile::tempdir().unwrap();
        assert!(Secrets::find(folder.path()).unwrap().is_none());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        let made = Secrets::load(folder.path()).unwrap();
        let found = Secrets::find(folder.path()).unwrap().unwrap();
        assert_eq!(made.decision, found.decision);
    }

    #[test]
    fn a_key_that_everybody_can_read_is_refused_with_the_command_that_closes_it() {
        let folder = tempfile::tempdir().unwrap();
        Secrets::load(folder.path()).unwrap();
        let path = folder.path().join("secret.key");
        let set = |mode| fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        for mode in [0o604, 0o644, 0o602] {
            set(mode);
            let refused = Secrets::check_folder(folder.path())
                .unwrap_err()
                .to_string();
            assert!(
                refused.contains(&format!("`chmod 600 {}`", path.display())),
                "{refused}"
            );
            assert!(Secrets::find(folder.path()).is_err());
            assert!(Secrets::load(folder.path()).is_err());
        }
        for mode in [0o600, 0o400, 0o640] {
            set(mode);
            Secrets::check_folder(folder.path()).unwrap();
        }
    }

    #[test]
    fn a_folder_is_checked_without_a_trace() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("data");
        Secrets::check_folder(&inner).unwrap();
        assert_eq!(fs::read_dir(&inner).unwrap().count(), 0);
        fs::write(folder.path().join("file"), "").unwrap();
        assert!(Secrets::check_folder(&folder.path().join("file")).is_err());
    }

    #[test]
    fn a_damaged_key_stops_the_start() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("secret.key"), "abc").unwrap();
        assert!(Secrets::load(folder.path()).is_err());
        assert!(Secrets::find(folder.path()).is_err());
    }
}
