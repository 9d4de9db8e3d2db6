//! What shows that staff have decided something: an act in their chain, with a signature that only
//! the gateway can make.
//!
//! 1. The chain has no key. Somebody with the application's role can append to it, and can write a
//!    decision that nobody has asked for. So an act that a decision rests on carries an HMAC over
//!    itself, under a key that stands outside the database.
//! 2. Carried out is only what the asking act backs word for word, and, where a second person
//!    has to agree, the act of one who did.
//! 3. From the act on that [`begin`] writes at the first start, nothing is believed without a
//!    signature. What is older comes from a gateway that made none.
//! 4. A session is believed by its own MAC (see [`crate::backoffice::staff::session`]). Who is a member of
//!    staff, and with which role, is still believed as the database tells it.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use super::decision::Decision;
use super::store::DecisionRow;
use super::terms::Terms;
use crate::backoffice::staff::audit_log::{self, AuditEntry};
use crate::backoffice::staff::session::Staff;
use crate::members::particulars;
use crate::platform::core::Core;
use crate::platform::error::ApiError;
use crate::platform::secrets::Secrets;

/// A decision that waits for a second person.
pub(crate) const ASK: &str = "decision.ask";
/// A decision that takes one person.
pub(crate) const MAKE: &str = "decision.make";
/// A second person agrees.
pub(crate) const AGREE: &str = "decision.agree";
/// A second person refuses.
pub(crate) const REFUSE: &str = "decision.refuse";
/// Who asked takes the question back.
pub(crate) const WITHDRAW: &str = "decision.withdraw";
/// A decision from the command line, which earlier versions took.
pub(crate) const OPERATOR: &str = "operator.decide";
/// From here on everything is backed.
pub(crate) const BEGIN: &str = "gateway.vouch";
/// What the first act is about.
const SUBJECT: (&str, &str) = ("vouchers", "decisions");
/// What the second act is about.
const BANK_ACCOUNTS: (&str, &str) = ("vouchers", "bank accounts");
/// Where the signature stands in an act's detail.
const FIELD: &str = "voucher";

/// An act as its signature covers it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SignedFields<'a> {
    pub(crate) by: Option<Uuid>,
    pub(crate) kind: &'a str,
    pub(crate) subject: (&'a str, &'a str),
    pub(crate) reason: Option<&'a str>,
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

    /// The act's detail, with its signature.
    pub(crate) fn sign(&self, secrets: &Secrets, mut detail: Value) -> Value {
        let signature = self.signature(secrets, &detail);
        detail[FIELD] = Value::String(signature);
        detail
    }
}

/// An act of staff, as far as a decision rests on it.
#[derive(Debug, Clone)]
pub(crate) struct SignedEntry {
    pub(crate) id: i64,
    pub(crate) by: Option<Uuid>,
    pub(crate) kind: String,
    pub(crate) subject_kind: Option<String>,
    pub(crate) subject_id: Option<String>,
    pub(crate) reason: Option<String>,
    pub(crate) detail: Value,
}

/// What an act says of a decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DecisionStatement {
    pub(crate) decision: Uuid,
    pub(crate) what: Decision,
    /// None in the asking acts of a gateway that made no signatures.
    pub(crate) terms: Option<Terms>,
    pub(crate) player: Uuid,
    /// In the answer of a second person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) asked_by: Option<Uuid>,
}

impl SignedEntry {
    /// Whether its signature is one of this installation's, over this very act.
    pub(crate) fn is_signed(&self, secrets: &Secrets) -> bool {
        let mut detail = self.detail.clone();
        let signature = detail.as_object_mut().and_then(|it| it.remove(FIELD));
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

    /// Whether it has a signature, of whomever.
    pub(crate) fn has_signature(&self) -> bool {
        self.detail.get(FIELD).is_some()
    }

    /// What it says of a decision; none where it is no such act.
    pub(crate) fn said(&self) -> Option<DecisionStatement> {
        DecisionStatement::deserialize(&self.detail).ok()
    }

    /// Whether it is the act by which this decision was asked for, or made, as it is kept.
    pub(crate) fn asks(&self, kept: &DecisionRow) -> bool {
        self.kind == if kept.needs_second { ASK } else { MAKE }
            && self.by == Some(kept.asked_by)
            && self.reason.as_deref() == Some(kept.reason.as_str())
            && self.said().is_some_and(|said| {
                said.is_about(kept) && (said.terms.is_none() || said.terms == kept.terms)
            })
    }

    /// Whether somebody else than who asked agrees by it to this decision as it is kept.
    pub(crate) fn agrees(&self, kept: &DecisionRow) -> bool {
        self.kind == AGREE
            && self.by.is_some_and(|by| by != kept.asked_by)
            && self.said().is_some_and(|said| {
                said.is_about(kept)
                    && said.terms == kept.terms
                    && said.asked_by == Some(kept.asked_by)
            })
    }
}

impl DecisionStatement {
    /// What an act of a kind says of a decision: who answers a question names who asked it.
    fn of(row: &DecisionRow, kind: &str) -> Self {
        Self {
            decision: row.id,
            what: row.decision.clone(),
            terms: row.terms.clone(),
            player: row.wallet_id.0,
            asked_by: (kind != ASK && kind != MAKE).then_some(row.asked_by),
        }
    }

    fn is_about(&self, kept: &DecisionRow) -> bool {
        self.decision == kept.id && self.what == kept.decision && self.player == kept.wallet_id.0
    }
}

/// Writes down that a member of staff asks or answers, backed, within the transaction that
/// writes the decision itself. The reason is the row's: of who asked, or of who has answered.
pub(super) async fn note(
    core: &Core,
    connection: &mut PgConnection,
    staff: &Staff,
    kind: &str,
    row: &DecisionRow,
) -> Result<SignedEntry, ApiError> {
    let reason = match kind {
        ASK | MAKE => &row.reason,
        _ => row.decided_reason.as_deref().unwrap_or_default(),
    };
    let said = DecisionStatement::of(row, kind);
    let subject = row.subject_id.to_string();
    let covered = SignedFields {
        by: Some(staff.id),
        kind,
        subject: (&row.subject_kind, &subject),
        reason: Some(reason),
    };
    let detail = serde_json::to_value(said).map_err(|error| ApiError::internal(&error))?;
    let detail = covered.sign(&core.secrets, detail);
    let act = AuditEntry::of(kind)
        .to(&row.subject_kind, &row.subject_id)
        .because(reason);
    let id = audit_log::record_in(connection, core, staff, act.with(detail.clone())).await?;
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

/// Those of the decisions that an act of staff backs as they are kept.
pub(crate) async fn signed_questions<'a>(
    state: &Core,
    all: &'a [DecisionRow],
) -> Result<Vec<&'a DecisionRow>, sqlx::Error> {
    let subjects = all.iter().map(|kept| kept.decision.subject(kept.id));
    let (kinds, ids): (Vec<String>, Vec<String>) = subjects
        .map(|(kind, id)| (kind.to_owned(), id.to_string()))
        .unzip();
    let acts = sqlx::query_as!(
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
    for act in acts {
        if let (true, Some(subject)) = (act.is_signed(&state.secrets), &act.subject_id) {
            of_subject.entry(subject.clone()).or_default().push(act);
        }
    }
    let is_signed = |kept: &&DecisionRow| {
        let (_, subject) = kept.decision.subject(kept.id);
        let acts = of_subject.get(&subject.to_string());
        acts.is_some_and(|acts| is_asked(acts, kept))
    };
    Ok(all.iter().filter(is_signed).collect())
}

pub(super) fn is_asked(acts: &[SignedEntry], kept: &DecisionRow) -> bool {
    // What was asked for without terms cannot be backed.
    kept.terms.is_some() && kept.is_of_one_piece() && acts.iter().any(|act| act.asks(kept))
}

/// The acts about a decision's subject that have this installation's signature, oldest first.
pub(super) async fn signed_entries(
    state: &Core,
    kept: &DecisionRow,
) -> Result<Vec<SignedEntry>, sqlx::Error> {
    let (kind, subject) = kept.decision.subject(kept.id);
    let mut acts = acts_about(&state.pool, kind, &subject.to_string()).await?;
    acts.retain(|act| act.is_signed(&state.secrets));
    Ok(acts)
}

/// The acts about one thing.
async fn acts_about(pool: &PgPool, kind: &str, id: &str) -> Result<Vec<SignedEntry>, sqlx::Error> {
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

/// Every act that needs a signature, oldest first.
pub(crate) async fn acts_of(pool: &PgPool) -> Result<Vec<SignedEntry>, sqlx::Error> {
    let kinds = [ASK, MAKE, AGREE, REFUSE, WITHDRAW, OPERATOR, BEGIN].map(str::to_owned);
    sqlx::query_as!(
        SignedEntry,
        r#"select id, staff_id as by, kind, subject_kind, subject_id, reason,
                  detail as "detail!: Value"
           from staff_act where kind = any($1) order by id"#,
        &kinds[..],
    )
    .fetch_all(pool)
    .await
}

/// Writes, at the first start, that from now on every decision is backed and every bank account
/// has its MAC; those that are there get theirs before.
pub(crate) async fn begin(state: &Core) -> Result<(), sqlx::Error> {
    if !has_begun(state, SUBJECT).await? {
        note_begin(state, SUBJECT).await?;
    }
    if !has_begun(state, BANK_ACCOUNTS).await? {
        particulars::sign_all(&state.pool, &state.secrets).await?;
        note_begin(state, BANK_ACCOUNTS).await?;
    }
    Ok(())
}

async fn has_begun(state: &Core, subject: (&str, &str)) -> Result<bool, sqlx::Error> {
    let acts = acts_about(&state.pool, subject.0, subject.1).await?;
    Ok(acts
        .iter()
        .any(|act| act.kind == BEGIN && act.is_signed(&state.secrets)))
}

async fn note_begin(state: &Core, subject: (&str, &str)) -> Result<(), sqlx::Error> {
    let covered = SignedFields {
        by: None,
        kind: BEGIN,
        subject,
        reason: None,
    };
    let detail = covered.sign(&state.secrets, json!({}));
    let act = AuditEntry::of(BEGIN).to(subject.0, &subject.1).with(detail);
    audit_log::append(&state.pool, state, None, None, act).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "0101010101010101010101010101010101010101010101010101010101010101";

    fn secrets() -> Secrets {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("secret.key"), KEY).unwrap();
        Secrets::load(folder.path()).unwrap()
    }

    fn act(secrets: &Secrets) -> SignedEntry {
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

    /// What was written years ago has to be believed by every version that comes.
    #[test]
    fn a_signature_stays_the_same() {
        let signature = &act(&secrets()).detail[FIELD];
        let known = "620b3b9db44fec03d2aa811f49a2e3823bc527e36c0e7f8efb1d491122b594ae";
        assert_eq!(signature, known);
    }

    #[test]
    fn a_signature_is_good_for_its_own_entry_alone() {
        let secrets = secrets();
        let act = act(&secrets);
        assert!(act.is_signed(&secrets));
        let changed = |change: fn(&mut SignedEntry)| {
            let mut changed = act.clone();
            change(&mut changed);
            changed
        };
        for (what, changed) in [
            ("by", changed(|it| it.by = Some(Uuid::from_u128(8)))),
            ("nobody", changed(|it| it.by = None)),
            ("kind", changed(|it| it.kind = MAKE.to_owned())),
            (
                "subject kind",
                changed(|it| it.subject_kind = Some("slip".to_owned())),
            ),
            (
                "subject",
                changed(|it| it.subject_id = Some("8".to_owned())),
            ),
            (
                "reason",
                changed(|it| it.reason = Some("charged".to_owned())),
            ),
            (
                "detail",
                changed(|it| it.detail["player"] = json!(Uuid::from_u128(4))),
            ),
            ("more", changed(|it| it.detail["more"] = json!(1))),
            (
                "no voucher",
                changed(|it| drop(it.detail.as_object_mut().unwrap().remove(FIELD))),
            ),
            ("no detail", changed(|it| it.detail = json!("x"))),
        ] {
            assert!(!changed.is_signed(&secrets), "{what}");
        }
        let folder = tempfile::tempdir().unwrap();
        let others = Secrets::load(folder.path()).unwrap();
        assert!(!act.is_signed(&others));
    }
}
