//! Members and their bank accounts in the database: the only home of personal data.

use chrono::{DateTime, NaiveDate, Utc};
use ledger::wallet::Opened;
use ledger::{Currency, Wallet, WalletCommand, WalletId};
use sqlx::{PgConnection, PgExecutor};

use super::credential::CredentialRow;
use super::name;
use super::particulars::{self, BankAccount, Signed, StoredAccount};
use platform::core::Core;
use platform::error::{ApiError, Code};
use platform::signed_row::SignedRow;

/// Who a member is, with the registered bank account.
#[derive(Debug, Clone)]
pub struct Member {
    /// The member's id, which is also the wallet's id.
    pub id: WalletId,
    /// The phone number that the member signs in with.
    pub username: String,
    /// Whether it is the number that the gateway has stored; another one is no evidence of who paid.
    pub is_number_confirmed: bool,
    /// The profile name.
    pub name: String,
    /// Currency that the member registered with.
    pub currency: Currency,
    /// When the member registered.
    pub created_at: DateTime<Utc>,
    /// The registered bank account.
    pub bank_account: BankAccount,
    /// Whether its particulars are as the member entered them; otherwise it gets no payment.
    pub is_bank_account_confirmed: bool,
}

/// The stored data of a registration.
#[derive(Debug)]
pub struct NewMember {
    /// The member's id, which is also the wallet's id.
    pub id: WalletId,
    /// The phone number in its stored form.
    pub username: String,
    /// The profile name.
    pub name: String,
    /// The hash of the password, with its parameters and salt.
    pub password_hash: String,
    /// The currency of the wallet to open.
    pub currency: Currency,
    /// Where the member heard of the service.
    pub source_code: String,
    /// Who invited the member.
    pub invite_code: Option<String>,
    /// The account that withdrawals are paid to.
    pub bank_account: BankAccount,
}

/// A member's row with the row of the bank account in force.
pub struct StoredMember {
    credential: CredentialRow,
    name: String,
    currency: Currency,
    created_at: DateTime<Utc>,
    account: StoredAccount,
}

impl StoredMember {
    /// The member, once it is known whether the wallet confirms the particulars.
    ///
    /// The ledger may take a connection for that, so the caller gives its own back before.
    pub async fn confirm(self, state: &Core, wallet: &Wallet) -> Result<Member, ApiError> {
        let is_bank_account_confirmed = self.account.is_confirmed(state, wallet).await?;
        Ok(Member {
            id: self.account.member,
            is_number_confirmed: self.credential.is_signed(&state.secrets),
            username: self.credential.username,
            name: self.name,
            currency: self.currency,
            created_at: self.created_at,
            bank_account: self.account.account,
            is_bank_account_confirmed,
        })
    }
}

/// Loads a member who has a session, with the bank account in force.
pub async fn load(state: &Core, id: WalletId) -> Result<Member, ApiError> {
    Ok(find(state, id).await?.ok_or(Code::InvalidToken)?)
}

/// Like [`load`], for a caller who has just loaded the member's wallet.
pub async fn load_with(state: &Core, id: WalletId, wallet: &Wallet) -> Result<Member, ApiError> {
    let stored = stored(&state.pool, id, wallet).await?;
    stored
        .ok_or(Code::InvalidToken)?
        .confirm(state, wallet)
        .await
}

/// Like [`load`], for a member who may not exist.
pub async fn find(state: &Core, id: WalletId) -> Result<Option<Member>, ApiError> {
    let wallet = state.ledger.load(id).await?;
    match stored(&state.pool, id, &wallet).await? {
        Some(stored) => stored.confirm(state, &wallet).await.map(Some),
        None => Ok(None),
    }
}

/// The rows of a member, by the member's wallet as it was loaded before.
///
/// The ledger decides which account is in force. So an interrupted change is either recorded
/// there or has not happened, and nothing needs to be reconciled.
pub async fn stored(
    executor: impl PgExecutor<'_>,
    id: WalletId,
    wallet: &Wallet,
) -> Result<Option<StoredMember>, ApiError> {
    let row = sqlx::query!(
        r#"select username, name, currency, password_hash, credential_mac,
                is_replaced(credential_mac) as "is_replaced!", member.created_at,
                account.id, account.member_id, bank_code, account_no, holder, salt, mac
         from member join bank_account as account on account.member_id = member.id
         where member.id = $1 and (account.id = $2 or $2::uuid is null and is_first)"#,
        id.0,
        wallet.bank_account().map(|account| account.0),
    )
    .fetch_optional(executor)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let currency = row
        .currency
        .parse()
        .map_err(|error| ApiError::internal(&error))?;
    let account = particulars::Row {
        id: row.id,
        member_id: row.member_id,
        bank_code: row.bank_code,
        account_no: row.account_no,
        holder: row.holder,
        salt: row.salt,
        mac: row.mac,
    };
    let credential = CredentialRow {
        id: row.member_id,
        username: row.username,
        currency: row.currency,
        password_hash: row.password_hash,
        mac: row.credential_mac,
        is_replaced: row.is_replaced,
    };
    Ok(Some(StoredMember {
        credential,
        name: row.name,
        currency,
        created_at: row.created_at,
        account: account.into(),
    }))
}

/// Whether the phone number belongs to a member.
pub(crate) async fn is_registered(state: &Core, username: &str) -> Result<bool, ApiError> {
    let found = sqlx::query_scalar!(
        r#"select exists (select from member where username = $1) as "found!""#,
        username,
    )
    .fetch_one(&state.pool)
    .await?;
    Ok(found)
}

/// Whether the bank account belongs to a member.
pub(crate) async fn is_bank_account_taken(
    state: &Core,
    bank_code: &str,
    account_no: &str,
) -> Result<bool, ApiError> {
    let found = sqlx::query_scalar!(
        r#"select exists (
            select from bank_account where bank_code = $1 and account_no = $2
        ) as "found!""#,
        bank_code,
        account_no,
    )
    .fetch_one(&state.pool)
    .await?;
    Ok(found)
}

/// How many members joined from a time on and before another.
pub async fn joined(state: &Core, from: DateTime<Utc>, to: DateTime<Utc>) -> Result<i64, ApiError> {
    let count = sqlx::query_scalar!(
        r#"select count(*) as "count!" from member where created_at >= $1 and created_at < $2"#,
        from,
        to,
    );
    Ok(count.fetch_one(&state.pool).await?)
}

/// How many members joined on a local day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JoinedDay {
    /// The day by Indochina time.
    pub day: NaiveDate,
    /// How many members.
    pub members: i64,
}

/// How many members joined on each of these local days; both ends are among them, and days without
/// one are left out.
pub async fn joined_by_day(
    state: &Core,
    from: NaiveDate,
    to: NaiveDate,
) -> Result<Vec<JoinedDay>, ApiError> {
    let days = sqlx::query_as!(
        JoinedDay,
        r#"select (created_at at time zone 'Asia/Bangkok')::date as "day!", count(*) as "members!"
           from member
           where created_at >= ($1::date)::timestamp at time zone 'Asia/Bangkok'
             and created_at < ($2::date + 1)::timestamp at time zone 'Asia/Bangkok'
           group by 1
           order by 1"#,
        from,
        to,
    );
    Ok(days.fetch_all(&state.pool).await?)
}

/// Stores a member with the bank account. The error's code says whether the phone number or the
/// account is taken.
pub async fn insert(
    connection: &mut PgConnection,
    state: &Core,
    member: &NewMember,
) -> Result<(), ApiError> {
    let now = state.clock.now();
    let credential = CredentialRow {
        id: member.id.0,
        username: member.username.clone(),
        currency: member.currency.code().to_owned(),
        password_hash: member.password_hash.clone(),
        mac: None,
        is_replaced: false,
    };
    sqlx::query!(
        "insert into member (id, username, name, password_hash, credential_mac, currency,
                             source_code, invite_code, created_at, updated_at,
                             name_canonical)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10)",
        credential.id,
        credential.username,
        member.name,
        credential.password_hash,
        &credential.right_mac(&state.secrets)[..],
        member.currency.code(),
        member.source_code,
        member.invite_code,
        now,
        name::canonical(&member.name),
    )
    .execute(&mut *connection)
    .await
    .map_err(taken)?;
    let account = &member.bank_account;
    let signed = Signed::new(&state.secrets, member.id, account);
    sqlx::query!(
        "insert into bank_account (id, member_id, bank_code, account_no, holder, salt, mac,
                                   created_at, updated_at, holder_canonical)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9)",
        account.id.0,
        member.id.0,
        account.bank_code,
        account.account_no,
        account.holder,
        &signed.salt[..],
        &signed.record.mac.0[..],
        now,
        name::canonical(&account.holder),
    )
    .execute(&mut *connection)
    .await
    .map_err(taken)?;
    Ok(())
}

fn taken(error: sqlx::Error) -> ApiError {
    let constraint = error
        .as_database_error()
        .and_then(|cause| cause.constraint().map(str::to_owned));
    match constraint.as_deref() {
        Some("member_username_key" | "member_pkey") => Code::ExistingUser.into(),
        Some("bank_account_number_key") => Code::ExistingBank.into(),
        _ if platform::error::is_outage(&error) => error.into(),
        _ => {
            tracing::error!(cause = %error, "a registration failed");
            Code::RegisterFail.into()
        }
    }
}

/// Changes the profile name.
pub async fn rename(
    connection: &mut PgConnection,
    id: WalletId,
    name: &str,
    now: DateTime<Utc>,
) -> Result<(), ApiError> {
    sqlx::query!(
        "update member set name = $2, updated_at = $3, name_canonical = $4 where id = $1",
        id.0,
        name,
        now,
        name::canonical(name),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Opens the member's wallet if it is not open yet: a registration may have been interrupted
/// between storing the member and opening the wallet. Returns the wallet's last position.
pub async fn ensure_wallet(
    state: &Core,
    id: WalletId,
    currency: Currency,
) -> Result<i64, ApiError> {
    const NOT_GIVEN: &str = "the stored bank account is not the member's";

    let wallet = state.ledger.load(id).await?;
    let stored = particulars::find(&state.pool, id, wallet.bank_account()).await?;
    let bank_account = match wallet.bank_account_record() {
        Some(record) => {
            if let Some(stored) = stored
                && !stored.is_confirmed(state, &wallet).await?
            {
                tracing::error!(member = %id, NOT_GIVEN);
            }
            record
        }
        None => stored
            .and_then(|stored| stored.record(&state.secrets))
            .ok_or_else(|| ApiError::contradiction(NOT_GIVEN))?,
    };
    let command = WalletCommand::Open(Opened {
        currency,
        bank_account,
    });
    let context = state.member_context(None);
    Ok(state.ledger.execute(id, command, context).await?.position)
}
