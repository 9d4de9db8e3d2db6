//! Rows that the gateway signs, so that it believes none that somebody else has written or changed.
//!
//! A row's MAC is made under a key outside the database: nobody with the application's database role makes
//! one. It does not show that the row is the latest version; what ends or replaces a row is revoked.

use std::pin::pin;

use futures_util::{Stream, TryStreamExt};

use super::secrets::{Secrets, is_same_mac};

/// A row of a table with its stored MAC.
pub trait SignedRow {
    /// The MAC that the row should have: [`Secrets::row`] of all columns that are believed.
    fn right_mac(&self, secrets: &Secrets) -> [u8; 32];

    /// The stored MAC; empty, which is never right, if there is none.
    fn mac(&self) -> &[u8];

    /// Whether a later version of the row was written, as far as its table has versions.
    fn is_replaced(&self) -> bool {
        false
    }

    /// Whether the gateway has written the row so, and no later version of it.
    fn is_signed(&self, secrets: &Secrets) -> bool {
        !self.is_replaced() && is_same_mac(&self.right_mac(secrets), self.mac())
    }
}

/// A column for a MAC.
pub trait StoredMac {
    /// The stored bytes; empty if there are none.
    fn stored(&self) -> &[u8];
}

impl StoredMac for Vec<u8> {
    fn stored(&self) -> &[u8] {
        self
    }
}

impl StoredMac for Option<Vec<u8>> {
    fn stored(&self) -> &[u8] {
        self.as_deref().unwrap_or_default()
    }
}

/// Makes a type a [`SignedRow`] of a kind: it says what the MAC covers, and where the MAC is. The kind is
/// the table's name, or says more where one table has several MACs.
///
/// ```ignore
/// signed_row! { Row in "guest": id, secret_hash, last_seen_at, linked_to => mac }
/// signed_row! { Row in "staff": id, username, password_hash => mac unless is_replaced }
/// ```
#[macro_export]
macro_rules! signed_row {
    ($row:ident in $kind:literal: $($part:ident),+ => $mac:ident $(unless $replaced:ident)?) => {
        impl $crate::signed_row::SignedRow for $row {
            fn right_mac(&self, secrets: &$crate::secrets::Secrets) -> [u8; 32] {
                secrets.row($kind, &[$(&self.$part),+])
            }

            fn mac(&self) -> &[u8] {
                $crate::signed_row::StoredMac::stored(&self.$mac)
            }

            $(fn is_replaced(&self) -> bool {
                self.$replaced
            })?
        }
    };
}

/// Lists the rows that are not signed; `finding` names one of them.
pub async fn unsigned<R: SignedRow>(
    rows: impl Stream<Item = Result<R, sqlx::Error>>,
    secrets: &Secrets,
    finding: impl Fn(&R) -> String,
) -> Result<Vec<String>, sqlx::Error> {
    findings(rows, |row: R| {
        (!row.is_signed(secrets)).then(|| finding(&row))
    })
    .await
}

/// Lists what is wrong with rows; `finding` is none for a row that is right.
pub async fn findings<R>(
    rows: impl Stream<Item = Result<R, sqlx::Error>>,
    finding: impl Fn(R) -> Option<String>,
) -> Result<Vec<String>, sqlx::Error> {
    let mut rows = pin!(rows);
    let mut findings = Vec::new();
    while let Some(row) = rows.try_next().await? {
        findings.extend(finding(row));
    }
    Ok(findings)
}
