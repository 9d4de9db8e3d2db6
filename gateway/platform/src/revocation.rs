//! What is good no more: an ended session, a used code, a decided request, a guest's secret, a replaced row.
//!
//! A MAC shows that the gateway wrote a row, and not that nothing has happened since. So what takes a
//! right away is a separate row, which the application's database role can add and neither change nor
//! remove.

use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use super::secrets::{Secrets, is_same_mac};
use super::signed_row;

/// What an id is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A session of a member.
    MemberSession,
    /// A session of staff.
    StaffSession,
    /// A one-time code to a phone.
    Code,
    /// A code of an authenticator.
    Authenticator,
    /// A request about an account of staff.
    Request,
    /// The secret of a guest who has become a member.
    Guest,
    /// A signed row that was replaced: [`version`] of its MAC.
    Version,
}

impl Kind {
    /// As it is stored.
    pub const fn name(self) -> &'static str {
        match self {
            Self::MemberSession => "member",
            Self::StaffSession => "staff",
            Self::Code => "code",
            Self::Authenticator => "authenticator",
            Self::Request => "request",
            Self::Guest => "guest",
            Self::Version => "version",
        }
    }
}

/// Revokes it for good, with the caller's transaction; false if it was revoked before. Of two who try at
/// once, one waits for the other's transaction and then gets false.
pub async fn revoke(
    connection: &mut PgConnection,
    secrets: &Secrets,
    kind: Kind,
    id: Uuid,
) -> Result<bool, sqlx::Error> {
    let revoked = sqlx::query!(
        "insert into revocation (kind, id, mac) values ($1, $2, $3) on conflict do nothing",
        kind.name(),
        id,
        &right_mac(secrets, kind.name(), id)[..],
    )
    .execute(connection)
    .await?;
    Ok(revoked.rows_affected() == 1)
}

fn right_mac(secrets: &Secrets, kind: &str, id: Uuid) -> [u8; 32] {
    secrets.row("revocation", &[&kind, &id])
}

/// Lists what somebody else has revoked. It counts all the same.
pub async fn verify(pool: &PgPool, secrets: &Secrets) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query!("select kind, id, mac from revocation order by kind, id").fetch(pool);
    signed_row::findings(rows, |row| {
        let (kind, id) = (row.kind, row.id);
        let is_signed = is_same_mac(&right_mac(secrets, &kind, id), &row.mac);
        (!is_signed).then(|| format!("revocation, {kind} {id}: the gateway has not written it"))
    })
    .await
}

/// The id of a version of a row: the first half of its MAC.
pub fn version(mac: &[u8]) -> Uuid {
    let start = mac.first_chunk().copied().unwrap_or_default();
    Uuid::from_bytes(start)
}

/// Whether it was revoked.
pub async fn is_revoked(
    connection: &mut PgConnection,
    kind: Kind,
    id: Uuid,
) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select exists (select from revocation where kind = $1 and id = $2) as "is_revoked!""#,
        kind.name(),
        id,
    )
    .fetch_one(connection)
    .await
}

/// Deletes what was revoked so long ago that nothing it ends can still be good.
pub async fn sweep(pool: &PgPool) -> Result<u64, sqlx::Error> {
    let gone = sqlx::query_scalar!(r#"select revocation_sweep() as "gone!""#);
    let gone = gone.fetch_one(pool).await?;
    Ok(u64::try_from(gone).unwrap_or(0))
}
