//! The particulars of bank accounts, and the proof that they are as their members entered them.
//!
//! 1. A row's MAC covers member, id, bank, number, holder and a per-row salt, under a key outside
//!    the database. The application's database role can write a row but cannot make a MAC.
//! 2. The event that sets an account carries the same MAC, so an older row cannot be put back.
//! 3. When the spelling of a holder changes, the event comes before the row. The ledger keeps the
//!    last two MACs: after a crash in between, the earlier MAC still covers the row.
//! 4. Two holders are compared by the names that the MACs cover. The canonical name in the row is for staff's
//!    searches only.

use std::collections::{HashMap, HashSet};

use futures_util::TryStreamExt;
use ledger::journal::{self, JournalError, JournalKey, RecordedEvent};
use ledger::wallet::{
    BANK_ACCOUNT_MACS_KEPT as MACS_KEPT, BankAccountCommand, BankAccountEvent, BankAccountMac,
    BankAccountRecord, Opened,
};
use ledger::{BankAccountId, LedgerError, Wallet, WalletCommand, WalletEvent, WalletId};
use sqlx::{PgConnection, PgExecutor, PgPool};
use uuid::Uuid;

use super::name;
use platform::core::Core;
use platform::error::{ApiError, Code};
use platform::secrets::{Secrets, is_same_mac, random_bytes};

/// A registered bank account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BankAccount {
    /// The id that events use.
    pub id: BankAccountId,
    /// The product's code of the bank.
    pub bank_code: String,
    /// The account number, digits only.
    pub account_no: String,
    /// In capitals.
    pub holder: String,
}

/// A bank account's row.
#[derive(Debug, Clone)]
pub struct StoredAccount {
    /// The member who registered it.
    pub member: WalletId,
    /// The particulars as stored.
    pub account: BankAccount,
    salt: Option<Vec<u8>>,
    mac: Option<Vec<u8>>,
}

/// The columns of a bank account's row.
pub(super) struct Row {
    pub(super) id: Uuid,
    pub(super) member_id: Uuid,
    pub(super) bank_code: String,
    pub(super) account_no: String,
    pub(super) holder: String,
    pub(super) salt: Option<Vec<u8>>,
    pub(super) mac: Option<Vec<u8>>,
}

impl From<Row> for StoredAccount {
    fn from(row: Row) -> Self {
        Self {
            member: WalletId(row.member_id),
            account: BankAccount {
                id: BankAccountId(row.id),
                bank_code: row.bank_code,
                account_no: row.account_no,
                holder: row.holder,
            },
            salt: row.salt,
            mac: row.mac,
        }
    }
}

/// Particulars that are about to be stored.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Signed {
    pub salt: [u8; 16],
    pub record: BankAccountRecord,
}

impl Signed {
    /// The particulars of an account that has no row yet.
    pub(crate) fn new(secrets: &Secrets, member: WalletId, account: &BankAccount) -> Self {
        let salt = random_bytes();
        Self {
            salt,
            record: sign(secrets, member, account, &salt),
        }
    }
}

fn sign(
    secrets: &Secrets,
    member: WalletId,
    account: &BankAccount,
    salt: &[u8],
) -> BankAccountRecord {
    let mac = secrets.bank_account(&[
        member.0.as_bytes(),
        account.id.0.as_bytes(),
        salt,
        account.bank_code.as_bytes(),
        account.account_no.as_bytes(),
        account.holder.as_bytes(),
    ]);
    BankAccountRecord {
        id: account.id,
        mac: BankAccountMac(mac),
    }
}

impl StoredAccount {
    /// The record for the ledger; none if the row was changed outside the gateway.
    pub fn record(&self, secrets: &Secrets) -> Option<BankAccountRecord> {
        let (salt, mac) = (self.salt.as_deref()?, self.mac.as_deref()?);
        let record = sign(secrets, self.member, &self.account, salt);
        is_same_mac(&record.mac.0, mac).then_some(record)
    }

    /// Whether this state of the wallet confirms the row.
    fn is_known_to(&self, secrets: &Secrets, wallet: &Wallet) -> bool {
        let macs = wallet.bank_account_macs(self.account.id);
        self.record(secrets)
            .is_some_and(|record| macs.contains(&record.mac))
    }

    /// Whether money may go to it. An event comes before its row, so a wallet that was loaded
    /// before the row was read may not know a correction yet. It is loaded again before a refusal.
    pub async fn is_confirmed(&self, state: &Core, wallet: &Wallet) -> Result<bool, LedgerError> {
        if self.is_known_to(&state.secrets, wallet) {
            return Ok(true);
        }
        let wallet = state.ledger.load(self.member).await?;
        Ok(self.is_known_to(&state.secrets, &wallet))
    }
}

/// A member's account by its id, or the account of the registration.
pub async fn find(
    executor: impl PgExecutor<'_>,
    member: WalletId,
    id: Option<BankAccountId>,
) -> Result<Option<StoredAccount>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        "select id, member_id, bank_code, account_no, holder, salt, mac from bank_account
         where member_id = $1 and (id = $2 or $2::uuid is null and is_first)",
        member.0,
        id.map(|id| id.0),
    )
    .fetch_optional(executor)
    .await?;
    Ok(row.map(StoredAccount::from))
}

/// Whether two members have bank accounts in one name. An account that the gateway has not written may be in
/// any name, so it counts as one in both.
pub(super) async fn share_a_holder(
    executor: impl PgExecutor<'_>,
    secrets: &Secrets,
    members: [WalletId; 2],
) -> Result<bool, sqlx::Error> {
    let rows = sqlx::query_as!(
        Row,
        "select id, member_id, bank_code, account_no, holder, salt, mac from bank_account
         where member_id = any($1)",
        &members.map(|member| member.0)[..],
    )
    .fetch_all(executor)
    .await?;
    let accounts: Vec<_> = rows.into_iter().map(StoredAccount::from).collect();
    if accounts.iter().any(|row| row.record(secrets).is_none()) {
        return Ok(true);
    }
    let [one, other] = members.map(|member| {
        let own = accounts.iter().filter(|row| row.member == member);
        let holders = own.map(|row| name::canonical(&row.account.holder));
        holders.collect::<HashSet<_>>()
    });
    Ok(!one.is_disjoint(&other))
}

/// Corrects the spelling of an account's holder; the money goes to the same account as before.
pub async fn correct_holder(
    state: &Core,
    member: WalletId,
    id: BankAccountId,
    holder: &str,
) -> Result<(), ApiError> {
    let mut transaction = state.pool.begin().await?;
    // Corrections run one after another, so that the last event matches the last row.
    sqlx::query!("select from bank_account where id = $1 for update", id.0)
        .fetch_optional(&mut *transaction)
        .await?;
    let stored = find(&mut *transaction, member, Some(id)).await?;
    let stored = stored.ok_or(Code::BankAccountUnconfirmed)?;
    let wallet = state.ledger.load(member).await?;
    if !stored.is_known_to(&state.secrets, &wallet) {
        return Err(Code::BankAccountUnconfirmed.into());
    }
    let salt = stored.salt.as_deref().unwrap_or_default();
    let account = BankAccount {
        holder: holder.to_owned(),
        ..stored.account.clone()
    };
    let record = sign(&state.secrets, member, &account, salt);
    let current = sign(&state.secrets, member, &stored.account, salt);
    // The row's MAC stays one of the last two, even after corrections that crashed before they
    // wrote the row. Usually it is the last one, and nothing is written for it.
    for record in [current, record] {
        let command = WalletCommand::BankAccount(BankAccountCommand::Record(record));
        let context = state.member_context(None);
        state.ledger.execute(member, command, context).await?;
    }
    spell(&mut transaction, state, &account, record).await?;
    transaction.commit().await?;
    Ok(())
}

/// Stores the particulars of a member's new account; nothing is paid to it before the ledger takes
/// it. If the member had the account before, it gets its earlier id.
pub async fn keep(
    state: &Core,
    member: WalletId,
    account: &BankAccount,
) -> Result<BankAccountRecord, ApiError> {
    let signed = Signed::new(&state.secrets, member, account);
    let mut transaction = state.pool.begin().await?;
    // An existing row keeps its salt, so that a payout under way to the account stays confirmed.
    let held = sqlx::query!(
        r#"insert into bank_account as held (id, member_id, bank_code, account_no, holder, salt, mac,
                                             is_first, created_at, updated_at, holder_canonical)
           values ($1, $2, $3, $4, $5, $6, $7, false, $8, $8, $9)
           on conflict (bank_code, account_no) do update
           set salt = coalesce(held.salt, excluded.salt), mac = coalesce(held.mac, excluded.mac)
           where held.member_id = excluded.member_id
           returning id, salt as "salt!""#,
        account.id.0,
        member.0,
        account.bank_code,
        account.account_no,
        account.holder,
        &signed.salt[..],
        &signed.record.mac.0[..],
        state.clock.now(),
        name::canonical(&account.holder),
    )
    .fetch_optional(&mut *transaction)
    .await?
    // A different member has it, perhaps only since a moment ago.
    .ok_or(Code::ExistingBank)?;
    let account = BankAccount {
        id: BankAccountId(held.id),
        ..account.clone()
    };
    let record = sign(&state.secrets, member, &account, &held.salt);
    spell(&mut transaction, state, &account, record).await?;
    transaction.commit().await?;
    Ok(record)
}

/// Writes the holder's spelling, with its MAC.
async fn spell(
    connection: &mut PgConnection,
    state: &Core,
    account: &BankAccount,
    record: BankAccountRecord,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update bank_account set holder = $2, mac = $3, updated_at = $4, holder_canonical = $5
         where id = $1",
        account.id.0,
        account.holder,
        &record.mac.0[..],
        state.clock.now(),
        name::canonical(&account.holder),
    )
    .execute(connection)
    .await
    .map(drop)
}

/// Lists the rows whose particulars differ from their members' input, and the accounts whose rows
/// are missing.
pub async fn verify(
    pool: &PgPool,
    secrets: &Secrets,
    key: Option<&JournalKey>,
) -> Result<Vec<String>, JournalError> {
    let mut known = known(pool, key).await?;
    let mut rows = sqlx::query_as!(
        Row,
        "select id, member_id, bank_code, account_no, holder, salt, mac from bank_account
         where member_id in (select id from member where erased_at is null)
         order by id"
    )
    .fetch(pool);
    let (mut findings, mut wrong) = (Vec::new(), HashSet::new());
    while let Some(row) = rows.try_next().await? {
        let stored = StoredAccount::from(row);
        let record = stored.record(secrets);
        let macs = known.remove(&(stored.member, stored.account.id));
        let is_right =
            record.is_some_and(|record| macs.is_none_or(|macs| macs.contains(&record.mac)));
        if !is_right {
            let id = stored.account.id;
            wrong.insert(id.0);
            findings.push(format!(
                "bank_account, id {id}: the particulars are not the ones that the member gave"
            ));
        }
    }
    let members: Vec<Uuid> = known.keys().map(|(member, _)| member.0).collect();
    let erased = sqlx::query_scalar!(
        "select id from member where erased_at is not null and id = any($1)",
        &members
    )
    .fetch_all(pool)
    .await?;
    known.retain(|(member, _), _| !erased.contains(&member.0));
    findings.extend(found_otherwise(pool, &wrong).await?);
    let mut gone: Vec<_> = known.into_keys().map(|(_, id)| id.to_string()).collect();
    gone.sort();
    findings.extend(
        gone.into_iter()
            .map(|id| format!("bank_account, id {id}: it is gone")),
    );
    Ok(findings)
}

/// The accounts whose canonical name does not match the holder's name, except accounts that are
/// wrong anyway.
async fn found_otherwise(pool: &PgPool, wrong: &HashSet<Uuid>) -> Result<Vec<String>, sqlx::Error> {
    let mut rows = sqlx::query!(
        "select id, holder, holder_canonical from bank_account
         where member_id in (select id from member where erased_at is null)
         order by id"
    )
    .fetch(pool);
    let mut findings = Vec::new();
    while let Some(row) = rows.try_next().await? {
        let id = row.id;
        if !wrong.contains(&id) && row.holder_canonical != name::canonical(&row.holder) {
            findings.push(format!(
                "bank_account, id {id}: staff find the holder under another name"
            ));
        }
    }
    Ok(findings)
}

/// The last two MACs of every account that the ledger knows.
async fn known(
    pool: &PgPool,
    key: Option<&JournalKey>,
) -> Result<HashMap<(WalletId, BankAccountId), Vec<BankAccountMac>>, JournalError> {
    let kinds = ["Opened", "BankAccountChanged", "BankAccountRecorded"];
    let mut events = journal::events_of(pool, key, &kinds);
    let mut known: HashMap<_, Vec<BankAccountMac>> = HashMap::new();
    while let Some(RecordedEvent {
        wallet_id, event, ..
    }) = events.try_next().await?
    {
        let record = match event {
            WalletEvent::Opened(Opened { bank_account, .. }) => Some(bank_account),
            WalletEvent::BankAccount(
                BankAccountEvent::Changed {
                    bank_account: id,
                    mac,
                    ..
                }
                | BankAccountEvent::Recorded {
                    bank_account: id,
                    mac,
                },
            ) => Some(BankAccountRecord { id, mac }),
            _ => None,
        };
        if let Some(record) = record {
            let macs = known.entry((wallet_id, record.id)).or_default();
            macs.push(record.mac);
            if macs.len() > MACS_KEPT {
                macs.remove(0);
            }
        }
    }
    Ok(known)
}
