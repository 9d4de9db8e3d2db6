//! Password hashes: Argon2id behind a semaphore, off the async threads.
//!
//! A password is hashed in its composed form (Unicode, NFC), as RFC 8265 wants it: keyboards write
//! the same letters in different code points. As it was typed it is tried second, and only where
//! that differs; such a hash is outdated.

use std::sync::Arc;

use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::Semaphore;
use unicode_normalization::UnicodeNormalization;

use super::config::HashCost;
use super::error::{ApiError, Code};
use super::secrets::random_bytes;

const LANES: u32 = 1;

/// Hashes that may be computed at once: a flood of log-ins must not take every core.
const PARALLEL_MAX: usize = 2;

/// Hashes and verifies passwords, a few at once; cheap to clone.
#[derive(Clone)]
pub struct Passwords {
    permits: Arc<Semaphore>,
    cost: HashCost,
    /// A hash of no member's password, so that an unknown name costs as much as a known name.
    decoy: Arc<str>,
}

/// The result of checking a password.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    /// The password is the member's.
    pub is_right: bool,
    /// The stored hash is weaker than today's.
    pub is_outdated: bool,
}

fn hasher(cost: HashCost) -> Argon2<'static> {
    let params = Params::new(cost.memory_kib, cost.passes, LANES, None)
        .expect("the parameters are within bounds");
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

fn hash_now(cost: HashCost, password: &str) -> Result<String, ApiError> {
    let salt = SaltString::encode_b64(&random_bytes::<16>())
        .map_err(|error| ApiError::internal(&error))?;
    hasher(cost)
        .hash_password(composed(password).as_bytes(), &salt)
        .map(|hash| hash.to_string())
        .map_err(|error| ApiError::internal(&error))
}

fn verify_now(cost: HashCost, password: &str, stored: &str) -> Result<Verdict, ApiError> {
    let parsed = PasswordHash::new(stored).map_err(|error| ApiError::internal(&error))?;
    let fits = |form: &str| {
        hasher(cost)
            .verify_password(form.as_bytes(), &parsed)
            .is_ok()
    };
    let form = composed(password);
    let is_composed = fits(&form);
    let is_right = is_composed || form != password && fits(password);
    let is_current = Params::try_from(&parsed).is_ok_and(|params| {
        parsed.algorithm == argon2::ARGON2ID_IDENT
            && params.m_cost() >= cost.memory_kib
            && params.t_cost() >= cost.passes
    });
    Ok(Verdict {
        is_right,
        is_outdated: !is_current || is_right && !is_composed,
    })
}

fn composed(password: &str) -> String {
    password.nfc().collect()
}

impl Passwords {
    /// Prepares the hasher and its decoy.
    pub fn try_new(cost: HashCost) -> Result<Self, ApiError> {
        let decoy = hash_now(cost, &hex::encode(random_bytes::<16>()))?;
        Ok(Self {
            permits: Arc::new(Semaphore::new(PARALLEL_MAX)),
            cost,
            decoy: decoy.into(),
        })
    }

    /// A new hash for a password.
    pub async fn hash(&self, password: String) -> Result<String, ApiError> {
        let cost = self.cost;
        self.run(move || hash_now(cost, &password)).await
    }

    /// Checks a password against the stored hash; against the decoy when there is none.
    pub async fn verify(
        &self,
        password: String,
        stored: Option<String>,
    ) -> Result<Verdict, ApiError> {
        let is_known = stored.is_some();
        let stored = stored.unwrap_or_else(|| self.decoy.to_string());
        let cost = self.cost;
        let verdict = self
            .run(move || verify_now(cost, &password, &stored))
            .await?;
        Ok(Verdict {
            is_right: verdict.is_right && is_known,
            is_outdated: verdict.is_outdated && is_known,
        })
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let permit = Arc::clone(&self.permits)
            .acquire_owned()
            .await
            .map_err(|_| ApiError::from(Code::ServiceUnavailable))?;
        tokio::task::spawn_blocking(move || {
            let _permit = permit;
            work()
        })
        .await
        .map_err(|error| ApiError::internal(&error))?
    }
}

#[cfg(test)]
mod tests {
    use futures_util::future::poll_immediate;

    use super::*;

    #[tokio::test]
    async fn a_password_fits_its_own_hash_only() {
        let passwords = Passwords::try_new(HashCost::default()).unwrap();
        let hash = passwords.hash("Correct-9".to_owned()).await.unwrap();
        assert!(
            hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"),
            "{hash}"
        );
        let right = passwords.verify("Correct-9".to_owned(), Some(hash.clone()));
        assert_eq!(
            right.await.unwrap(),
            Verdict {
                is_right: true,
                is_outdated: false
            }
        );
        let wrong = passwords.verify("correct-9".to_owned(), Some(hash));
        assert!(!wrong.await.unwrap().is_right);
        let nobody = passwords.verify("Correct-9".to_owned(), None);
        assert!(!nobody.await.unwrap().is_right);
    }

    #[tokio::test]
    async fn an_unknown_name_waits_for_a_turn_and_costs_a_hash_as_a_known_one_does() {
        let passwords = Passwords::try_new(HashCost::default()).unwrap();
        let known = passwords.hash("Correct-9".to_owned()).await.unwrap();
        let cost = |hash: &str| hash.split('$').nth(3).map(str::to_owned);
        assert_eq!(cost(&passwords.decoy), cost(&known));
        let turns = u32::try_from(PARALLEL_MAX).unwrap();
        let all = passwords.permits.acquire_many(turns).await.unwrap();
        let mut tries = Vec::new();
        for stored in [Some(known), None] {
            let mut trying = Box::pin(passwords.verify("Wrong-9".to_owned(), stored));
            assert!(poll_immediate(trying.as_mut()).await.is_none());
            tries.push(trying);
        }
        drop(all);
        for trying in tries {
            assert!(!trying.await.unwrap().is_right);
        }
    }

    #[tokio::test]
    async fn a_password_fits_in_any_form_that_a_keyboard_writes() {
        // Letter, accent and cedilla in three orders and compositions; marks below and above.
        let forms = [
            "\u{1e09}-Pass-9",
            "c\u{327}\u{301}-Pass-9",
            "c\u{301}\u{327}-Pass-9",
        ];
        let passwords = Passwords::try_new(HashCost::default()).unwrap();
        for set in forms {
            let hash = passwords.hash(set.to_owned()).await.unwrap();
            for typed in forms {
                let verdict = passwords.verify(typed.to_owned(), Some(hash.clone()));
                let expected = Verdict {
                    is_right: true,
                    is_outdated: false,
                };
                assert_eq!(verdict.await.unwrap(), expected, "{set:?} {typed:?}");
            }
            let plain = passwords.verify("c-Pass-9".to_owned(), Some(hash)).await;
            assert!(!plain.unwrap().is_right);
        }
    }

    #[tokio::test]
    async fn a_hash_of_the_typed_form_fits_that_form_only_and_is_outdated() {
        let typed = "e\u{301}-Pass-9";
        let cost = HashCost::default();
        let salt = SaltString::encode_b64(&random_bytes::<16>()).unwrap();
        let stored = hasher(cost)
            .hash_password(typed.as_bytes(), &salt)
            .unwrap()
            .to_string();
        let passwords = Passwords::try_new(cost).unwrap();
        let verdict = passwords
            .verify(typed.to_owned(), Some(stored.clone()))
            .await;
        let expected = Verdict {
            is_right: true,
            is_outdated: true,
        };
        assert_eq!(verdict.unwrap(), expected);
        let other = passwords
            .verify("\u{e9}-Pass-9".to_owned(), Some(stored))
            .await;
        assert!(!other.unwrap().is_right);
    }

    #[tokio::test]
    async fn a_weaker_hash_is_seen_as_outdated() {
        let weak = Argon2::new(
            Algorithm::Argon2id,
            Version::V0x13,
            Params::new(8_192, 1, 1, None).unwrap(),
        );
        let salt = SaltString::encode_b64(&random_bytes::<16>()).unwrap();
        let stored = weak.hash_password(b"Correct-9", &salt).unwrap().to_string();
        let passwords = Passwords::try_new(HashCost::default()).unwrap();
        let verdict = passwords.verify("Correct-9".to_owned(), Some(stored)).await;
        assert_eq!(
            verdict.unwrap(),
            Verdict {
                is_right: true,
                is_outdated: true
            }
        );
    }
}
