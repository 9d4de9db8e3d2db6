//! Devices that members register and sign in from: a random id that the browser keeps.
//!
//! It admits nobody, and anyone can get a new one. It keeps honest people from being counted twice,
//! and from being locked out because strangers have tried their names.
//!
//! A row's MAC covers member and device, under a key outside the database. A device that somebody with the
//! application's database role enters is not known: it has no tries for itself, and the member is warned of it.

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use ledger::WalletId;
use sqlx::{PgConnection, PgPool};
use utoipa::IntoParams;
use utoipa::openapi::Required;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{Object, Type};
use uuid::Uuid;

use platform::core::Core;
use platform::error::ApiError;
use platform::secrets::{Secrets, is_same_mac};
use platform::signed_row;

/// Digits of a device's id.
const DIGITS: usize = 32;

/// How many devices are remembered for one member; the most recent ones.
const KEPT: i64 = 20;

/// The device that a request says it comes from; stored as a keyed digest only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Device(Option<Vec<u8>>);

impl Device {
    /// The device of a member that the operator creates: none.
    pub(crate) const NONE: Self = Self(None);

    /// The digest that is stored; none where the request names no device.
    pub(super) fn digest(&self) -> Option<&[u8]> {
        self.0.as_deref()
    }
}

/// Written by hand: no attribute describes an optional header that may not be null.
impl IntoParams for Device {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let header = ParameterBuilder::new()
            .name("X-Device-Id")
            .parameter_in(ParameterIn::Header)
            .required(Required::False)
            .description(Some(
                "Random id that the browser keeps, 32 hexadecimal digits",
            ))
            .schema(Some(Object::with_type(Type::String)));
        vec![header.build()]
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Device
where
    Core: FromRef<S>,
{
    type Rejection = ApiError;

    /// A missing or malformed id is no reason for a refusal.
    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        let value = parts.headers.get("x-device-id");
        let text = value.and_then(|value| value.to_str().ok());
        let is_id =
            |text: &&str| text.len() == DIGITS && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let digest = text.filter(is_id).map(|text| {
            let text = text.to_ascii_lowercase();
            Core::from_ref(state)
                .secrets
                .subject(&format!("device:{text}"))
        });
        Ok(Self(digest))
    }
}

/// How the tries of a device on a name are counted, if a member of that name has signed in from it.
pub async fn known(
    state: &Core,
    username: &str,
    device: &Device,
) -> Result<Option<String>, sqlx::Error> {
    let Some(digest) = &device.0 else {
        return Ok(None);
    };
    let row = sqlx::query!(
        "select it.member_id, it.mac
         from member join member_device as it on it.member_id = member.id
         where member.username = $1 and it.device = $2",
        username,
        digest,
    )
    .fetch_optional(&state.pool)
    .await?;
    let known = row.filter(|row| {
        let right = right_mac(&state.secrets, row.member_id, digest);
        is_same_mac(&right, &row.mac)
    });
    Ok(known.map(|_| format!("{username} {}", hex::encode(digest))))
}

fn right_mac(secrets: &Secrets, member: Uuid, digest: &[u8]) -> [u8; 32] {
    secrets.row("member_device", &[&member, &digest])
}

/// Remembers that a member uses a device. Returns whether the device is new among those that the
/// member has used lately; a request without a device always counts as new.
pub async fn note(
    state: &Core,
    connection: &mut PgConnection,
    member: WalletId,
    device: &Device,
) -> Result<bool, sqlx::Error> {
    let Some(digest) = &device.0 else {
        return Ok(true);
    };
    let former = sqlx::query_scalar!(
        "select mac from member_device where member_id = $1 and device = $2",
        member.0,
        digest,
    )
    .fetch_optional(&mut *connection)
    .await?;
    let right = right_mac(&state.secrets, member.0, digest);
    let is_known = former.is_some_and(|stored| is_same_mac(&right, &stored));
    // A row that somebody else has entered becomes the gateway's: the member is warned of it now.
    sqlx::query!(
        "insert into member_device (member_id, device, mac, seen_at) values ($1, $2, $3, $4)
         on conflict (member_id, device) do update
         set mac = excluded.mac, seen_at = excluded.seen_at",
        member.0,
        digest,
        &right[..],
        state.clock.now(),
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "delete from member_device where member_id = $1 and device in (
            select device from member_device where member_id = $1
            order by seen_at desc, device offset $2)",
        member.0,
        KEPT,
    )
    .execute(connection)
    .await?;
    Ok(!is_known)
}

/// Lists the devices from which their members have not signed in.
pub async fn verify(pool: &PgPool, secrets: &Secrets) -> Result<Vec<String>, sqlx::Error> {
    let rows =
        sqlx::query!("select member_id, device, mac from member_device order by member_id, device")
            .fetch(pool);
    signed_row::findings(rows, |row| {
        let (member, device) = (row.member_id, hex::encode(&row.device));
        let is_signed = is_same_mac(&right_mac(secrets, member, &row.device), &row.mac);
        (!is_signed).then(|| {
            format!(
                "member_device, member {member}, device {device}: the gateway has not written it"
            )
        })
    })
    .await
}
