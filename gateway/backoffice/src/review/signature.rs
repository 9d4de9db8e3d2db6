//! The proof that staff decided something: an audit entry with a signature that only the gateway
//! can make.
//!
//! 1. The audit log has no key. The application's database role can append to it, and can write a
//!    decision that nobody requested. So an entry that a decision depends on carries an HMAC over
//!    itself, under a key outside the database.
//! 2. A decision is executed only if the entry of its request backs it word for word and, if a
//!    second person must approve, the entry of the approval does too.
//! 3. A session and the account behind it are trusted by their MACs, see
//!    [`crate::staff::session`] and [`crate::staff::account_row`].

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use ledger::{Account, Wallet, WalletId};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::{PgConnection, PgPool};
use utoipa::ToSchema;
use uuid::Uuid;

use super::decision::{Decision, SecondPersonReason};
use super::store::DecisionRow;
use super::terms::Terms;
use crate::staff::audit_log::{self, AuditEntry};
use crate::staff::session::Staff;
use platform::core::Core;
use platform::error::ApiError;
use platform::secrets::Secrets;

/// A decision that waits for a second person.
pub(crate) const ASK: &str = "decision.ask";
/// A decision that takes one person.
pub(crate) const MAKE: &str = "decision.make";
/// A second person agrees.
pub(crate) const AGREE: &str = "decision.agree";
/// A second person refuses.
pub(crate) const REFUSE: &str = "decision.refuse";
/// The asker withdraws the request.
pub(crate) const WITHDRAW: &str = "decision.withdraw";
/// The field of the signature in an entry's detail.
const FIELD: &str = "voucher";

/// The fields of an entry that its signature covers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SignedFields<'a> {
    pub by: Option<Uuid>,
    pub kind: &'a str,
    pub subject: (&'a str, &'a str),
    pub reason: Option<&'a str>,
}

impl SignedFields<'_> {
    fn signature(&self, secrets: &Secrets, detail: &Value) -> String {
        let by = self.by.map(Uuid::into_bytes);
        let detail = detail.to_string();
        hex::encode(secrets.decision_mac(&[
            by.as_ref().map_or(&[][..], |id| &id[..]),
            self.kind.as_bytes(),
            self.subject.0.as_bytes(),
            self.subject.1.as_bytes(),
            self.reason.unwrap_or_default().as_bytes(),
            detail.as_bytes(),
        ]))
    }

    /// The entry's detail, with its signature.
    pub(crate) fn sign(&self, secrets: &Secrets, mut detail: Value) -> Value {
        let signature = self.signature(secrets, &detail);
        detail[FIELD] = Value::String(signature);
        detail
    }
}

/// Entries that one query reads.
const ENTRIES_AT_ONCE: i64 = 1_000;

/// The part of an audit entry that a decision depends on.
#[derive(Debug, Clone)]
pub(crate) struct SignedEntry {
    pub id: i64,
    pub by: Option<Uuid>,
    pub kind: String,
    pub subject_kind: Option<String>,
    pub subject_id: Option<String>,
    pub reason: Option<String>,
    pub detail: Value,
}

/// An entry's statement about a decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DecisionStatement {
    /// Id of the decision in `staff_decision`.
    pub decision: Uuid,
    /// The decision, with all its inputs.
    pub what: Decision,
    /// The terms on which it may be executed.
    pub terms: Terms,
    /// Id of the wallet that the decision is about.
    pub player: Uuid,
    /// Until when it may be approved, or executed, in microseconds since 1970.
    #[serde(default)]
    pub until: i64,
    /// Set only in the answer of a second person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked_by: Option<Uuid>,
    /// The wallet when the decision was requested; only in the entry of the request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<SeenWallet>,
    /// Why it needs two people; only in the entry of a request that does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why_two: Option<SecondPersonReason>,
}

/// A wallet as the asker of a decision found it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SeenWallet {
    /// How many events it had: the place of this moment in a replay.
    pub sequence: i64,
    /// The main balance, in plain digits.
    #[schema(example = "1234.50")]
    pub main: String,
    /// Whether an operation was open.
    pub has_open_operation: bool,
}

impl SeenWallet {
    /// The wallet now; none if it was never opened.
    pub(super) fn of(wallet: &Wallet) -> Option<Self> {
        Some(Self {
            sequence: wallet.sequence(),
            main: wallet.bucket(&Account::Main)?.digits(),
            has_open_operation: wallet.has_open_operation(),
        })
    }
}

/// What is entered in the audit log about a decision.
#[derive(Debug)]
pub(super) struct Note<'a> {
    /// [`ASK`], [`MAKE`], [`AGREE`], [`REFUSE`] or [`WITHDRAW`].
    pub(super) kind: &'a str,
    pub(super) row: &'a DecisionRow,
    pub(super) seen: Option<SeenWallet>,
    pub(super) why_two: Option<SecondPersonReason>,
}

impl<'a> Note<'a> {
    /// An answer to a request.
    pub(super) const fn answer(kind: &'a str, row: &'a DecisionRow) -> Self {
        Self {
            kind,
            row,
            seen: None,
            why_two: None,
        }
    }
}

impl SignedEntry {
    /// Whether its signature is this installation's signature of exactly this entry.
    pub(crate) fn is_signed(&self, secrets: &Secrets) -> bool {
        let mut detail = self.detail.clone();
        let signature = detail
            .as_object_mut()
            .and_then(|fields| fields.remove(FIELD));
        let covered = SignedFields {
            by: self.by,
            kind: &self.kind,
            subject: (
                self.subject_kind.as_deref().unwrap_or_default(),
                self.subject_id.as_deref().unwrap_or_default(),
            ),
            reason: self.reason.as_deref(),
        };
        signature == Some(Value::String(covered.signature(secrets, &detail)))
    }

    /// Whether it has any signature, unchecked.
    pub(crate) fn has_signature(&self) -> bool {
        self.detail.get(FIELD).is_some()
    }

    /// Its statement about a decision; none for other kinds of entries.
    pub(crate) fn said(&self) -> Option<DecisionStatement> {
        DecisionStatement::deserialize(&self.detail).ok()
    }

    /// Whether this entry requests, or makes, the decision exactly as it is stored.
    pub(crate) fn asks(&self, row: &DecisionRow) -> bool {
        self.kind == if row.needs_second { ASK } else { MAKE }
            && self.by == Some(row.asked_by)
            && self.reason.as_deref() == Some(row.reason.as_str())
            && self.said().is_some_and(|said| said.is_about(row))
    }

    /// Whether this entry is the approval of the stored decision by a second person.
    pub(crate) fn agrees(&self, row: &DecisionRow) -> bool {
        self.kind == AGREE
            && self.by.is_some_and(|by| by != row.asked_by)
            && self
                .said()
                .is_some_and(|said| said.is_about(row) && said.asked_by == Some(row.asked_by))
    }
}

impl DecisionStatement {
    /// The statement for an entry; an answer also names the asker.
    fn of(note: &Note<'_>) -> Self {
        let (row, kind) = (note.row, note.kind);
        Self {
            decision: row.id,
            what: row.decision.clone(),
            terms: row.terms.clone(),
            player: row.wallet_id.0,
            until: row.expires_at.timestamp_micros(),
            asked_by: (kind != ASK && kind != MAKE).then_some(row.asked_by),
            seen: note.seen.clone(),
            why_two: note.why_two,
        }
    }

    fn is_about(&self, row: &DecisionRow) -> bool {
        self.decision == row.id
            && self.what == row.decision
            && self.terms == row.terms
            && self.player == row.wallet_id.0
    }
}

/// Writes the signed entry of an asker or an answerer, within the transaction that writes the
/// decision itself. The reason is the row's reason of that person.
pub(super) async fn note(
    core: &Core,
    connection: &mut PgConnection,
    staff: &Staff,
    note: Note<'_>,
) -> Result<SignedEntry, ApiError> {
    let (row, kind) = (note.row, note.kind);
    let reason = match kind {
        ASK | MAKE => &row.reason,
        _ => row.decided_reason.as_deref().unwrap_or_default(),
    };
    let said = DecisionStatement::of(&note);
    let subject = row.subject_id.to_string();
    let covered = SignedFields {
        by: Some(staff.id),
        kind,
        subject: (&row.subject_kind, &subject),
        reason: Some(reason),
    };
    let detail = serde_json::to_value(said).map_err(|error| ApiError::internal(&error))?;
    let detail = covered.sign(&core.secrets, detail);
    let entry = AuditEntry::of(kind)
        .to(&row.subject_kind, &row.subject_id)
        .because(reason);
    let id = audit_log::record_in(connection, core, staff, entry.with(detail.clone())).await?;
    Ok(SignedEntry {
        id,
        by: Some(staff.id),
        kind: kind.to_owned(),
        subject_kind: Some(row.subject_kind.clone()),
        subject_id: Some(subject),
        reason: Some(reason.to_owned()),
        detail,
    })
}

/// The decisions that a signed entry backs exactly as they are stored.
pub(crate) async fn signed_questions<'a>(
    state: &Core,
    all: &'a [DecisionRow],
) -> Result<Vec<&'a DecisionRow>, sqlx::Error> {
    let subjects = all.iter().map(|row| row.decision.subject(row.id));
    let (kinds, ids): (Vec<String>, Vec<String>) = subjects
        .map(|(kind, id)| (kind.to_owned(), id.to_string()))
        .unzip();
    let entries = sqlx::query_as!(
        SignedEntry,
        r#"select id, staff_id as by, kind, subject_kind, subject_id, reason,
                  detail as "detail!: Value"
           from staff_act
           where kind = $3
             and (subject_kind, subject_id) in (select * from unnest($1::text[], $2::text[]))
           order by id"#,
        &kinds,
        &ids,
        ASK,
    )
    .fetch_all(&state.pool)
    .await?;
    let mut of_subject: HashMap<String, Vec<SignedEntry>> = HashMap::new();
    for entry in entries {
        if let (true, Some(subject)) = (entry.is_signed(&state.secrets), &entry.subject_id) {
            of_subject.entry(subject.clone()).or_default().push(entry);
        }
    }
    let is_signed = |row: &&DecisionRow| {
        let (_, subject) = row.decision.subject(row.id);
        let entries = of_subject.get(&subject.to_string());
        entries.is_some_and(|entries| is_asked(entries, row))
    };
    Ok(all.iter().filter(is_signed).collect())
}

pub(super) fn is_asked(entries: &[SignedEntry], row: &DecisionRow) -> bool {
    row.is_of_one_piece() && entries.iter().any(|entry| entry.asks(row))
}

/// The entries about a decision's subject with this installation's signature, oldest first.
pub(super) async fn signed_entries(
    state: &Core,
    row: &DecisionRow,
) -> Result<Vec<SignedEntry>, sqlx::Error> {
    let (kind, subject) = row.decision.subject(row.id);
    let mut entries = entries_about(&state.pool, kind, &subject.to_string()).await?;
    entries.retain(|entry| entry.is_signed(&state.secrets));
    Ok(entries)
}

/// The entries about one subject.
async fn entries_about(
    pool: &PgPool,
    kind: &str,
    id: &str,
) -> Result<Vec<SignedEntry>, sqlx::Error> {
    sqlx::query_as!(
        SignedEntry,
        r#"select id, staff_id as by, kind, subject_kind, subject_id, reason,
                  detail as "detail!: Value"
           from staff_act where subject_kind = $1 and subject_id = $2 order by id"#,
        kind,
        id,
    )
    .fetch_all(pool)
    .await
}

/// The entries since a time about decisions of one person alone, by that person or about a wallet.
pub(super) async fn made_since(
    connection: &mut PgConnection,
    since: DateTime<Utc>,
    by: Uuid,
    wallet: WalletId,
) -> Result<Vec<SignedEntry>, sqlx::Error> {
    sqlx::query_as!(
        SignedEntry,
        r#"select id, staff_id as by, kind, subject_kind, subject_id, reason,
                  detail as "detail!: Value"
           from staff_act
           where kind = 'decision.make' and at > $1
             and (staff_id = $2 or detail ->> 'player' = $3)
           order by id"#,
        since,
        by,
        wallet.0.to_string(),
    )
    .fetch_all(connection)
    .await
}

/// The next entries behind an id that need a signature, oldest first; none after the last.
pub(crate) async fn entries_after(
    pool: &PgPool,
    after: i64,
) -> Result<Vec<SignedEntry>, sqlx::Error> {
    let kinds = [ASK, MAKE, AGREE, REFUSE, WITHDRAW].map(str::to_owned);
    sqlx::query_as!(
        SignedEntry,
        r#"select id, staff_id as by, kind, subject_kind, subject_id, reason,
                  detail as "detail!: Value"
           from staff_act where kind = any($1) and id > $2 order by id limit $3"#,
        &kinds[..],
        after,
        ENTRIES_AT_ONCE,
    )
    .fetch_all(pool)
    .await
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use serde_json::json;

    use super::*;

    const KEY: &str = "0101010101010101010101010101010101010101010101010101010101010101";

    fn secrets() -> Secrets {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("secret.key");
        std::fs::write(&path, KEY).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
        Secrets::load(folder.path()).unwrap()
    }

    fn entry(secrets: &Secrets) -> SignedEntry {
        let by = Some(Uuid::from_u128(1));
        let covered = SignedFields {
            by,
            kind: ASK,
            subject: ("correction", "7"),
            reason: Some("charged twice"),
        };
        let said = json!({ "player": Uuid::from_u128(3), "decision": Uuid::from_u128(2) });
        SignedEntry {
            id: 9,
            by,
            kind: ASK.to_owned(),
            subject_kind: Some("correction".to_owned()),
            subject_id: Some("7".to_owned()),
            reason: Some("charged twice".to_owned()),
            detail: covered.sign(secrets, said),
        }
    }

    /// Every later version must accept the signatures of earlier years.
    #[test]
    fn a_signature_stays_the_same() {
        let signature = &entry(&secrets()).detail[FIELD];
        let known = "620b3b9db44fec03d2aa811f49a2e3823bc527e36c0e7f8efb1d491122b594ae";
        assert_eq!(signature, known);
    }

    #[test]
    fn a_signature_is_good_for_its_own_entry_alone() {
        let secrets = secrets();
        let entry = entry(&secrets);
        assert!(entry.is_signed(&secrets));
        let changed = |change: fn(&mut SignedEntry)| {
            let mut changed = entry.clone();
            change(&mut changed);
            changed
        };
        for (what, changed) in [
            ("by", changed(|entry| entry.by = Some(Uuid::from_u128(8)))),
            ("nobody", changed(|entry| entry.by = None)),
            ("kind", changed(|entry| entry.kind = MAKE.to_owned())),
            (
                "subject kind",
                changed(|entry| entry.subject_kind = Some("slip".to_owned())),
            ),
            (
                "subject",
                changed(|entry| entry.subject_id = Some("8".to_owned())),
            ),
            (
                "reason",
                changed(|entry| entry.reason = Some("charged".to_owned())),
            ),
            (
                "detail",
                changed(|entry| entry.detail["player"] = json!(Uuid::from_u128(4))),
            ),
            ("more", changed(|entry| entry.detail["more"] = json!(1))),
            (
                "no voucher",
                changed(|entry| drop(entry.detail.as_object_mut().unwrap().remove(FIELD))),
            ),
            ("no detail", changed(|entry| entry.detail = json!("x"))),
        ] {
            assert!(!changed.is_signed(&secrets), "{what}");
        }
        let folder = tempfile::tempdir().unwrap();
        let others = Secrets::load(folder.path()).unwrap();
        assert!(!entry.is_signed(&others));
    }
}
