//! Whether a log-in can become the owner of the tables.
//!
//! `set role` gives rights up only until `reset role`. If the gateway logs in as the owner, an
//! injected statement can take the rights back, and remove the guards of the journal.

use ledger::journal::APP_ROLE;
use sqlx::PgConnection;

/// Why a log-in is not the application's.
#[derive(Debug, thiserror::Error)]
pub enum OwnershipError {
    /// A statement failed.
    #[error("the database: {0}")]
    Sql(#[from] sqlx::Error),
    /// It can become the owner.
    #[error(
        "the log-in {login} of DATABASE_URL can change the tables ({why}): the application needs one \
         that is a member of {APP_ROLE} and of nothing else"
    )]
    Owner {
        /// Its name.
        login: String,
        /// By what.
        why: String,
    },
    /// It has not even the application's rights.
    #[error("the log-in {0} of DATABASE_URL is no member of {APP_ROLE}: grant {APP_ROLE} to it")]
    Stranger(String),
}

/// The ways in which a session's log-in can become the owner; empty if it cannot.
pub(super) async fn ownership(connection: &mut PgConnection) -> Result<Vec<String>, sqlx::Error> {
    sqlx::query_scalar!(
        r#"with login as (select * from pg_roles where rolname = session_user),
                owner as (
                    select relowner as oid, 'it owns the table ' || min(relname) as what
                    from pg_class
                    where relnamespace = current_schema()::regnamespace
                      and relkind in ('r', 'p', 'v')
                    group by relowner
                    union all
                    select proowner, 'it owns the function ' || min(proname)
                    from pg_proc
                    where pronamespace = current_schema()::regnamespace
                    group by proowner
                    union all
                    select nspowner, 'it owns the schema'
                    from pg_namespace where oid = current_schema()::regnamespace
                    union all
                    select datdba, 'it owns the database'
                    from pg_database where datname = current_database()
                )
           select what as "what!" from login, lateral (values
               (rolsuper, 'it is a superuser'),
               (rolcreaterole, 'it may make roles'),
               (rolreplication, 'it may replicate'),
               (rolbypassrls, 'it passes by policies')
           ) as it (is_so, what) where is_so
           union all
           select what from login, owner
           where not rolsuper and pg_has_role(login.oid, owner.oid, 'member')"#
    )
    .fetch_all(connection)
    .await
}

/// Refuses a log-in that can become the owner, or that lacks the application's rights.
pub(super) async fn check(connection: &mut PgConnection) -> Result<(), OwnershipError> {
    let why = ownership(connection).await?;
    let row = sqlx::query!(
        r#"select session_user::text as "login!",
                  exists (select from pg_roles where rolname = $1
                          and pg_has_role(session_user, oid, 'member')) as "is_member!""#,
        APP_ROLE
    )
    .fetch_one(connection)
    .await?;
    if !why.is_empty() {
        let (login, why) = (row.login, why.join(", "));
        return Err(OwnershipError::Owner { login, why });
    }
    if row.is_member {
        Ok(())
    } else {
        Err(OwnershipError::Stranger(row.login))
    }
}
