//! Checks that the database still has its guards: the triggers that refuse changes, the functions
//! that append, and the rights of the application's role.
//!
//! No hash covers them, and the owner of the database can remove them for a moment. This check
//! names a guard that is missing when it runs; `guards.txt` lists what the migrations create.

use std::collections::BTreeMap;

use ledger::journal::APP_ROLE;
use sqlx::{Connection, PgConnection, PgPool};

use platform::database::later_migration;

/// A line for each guard: `trigger`, `function` or `right`, its name, and how it is made. A pure
/// SQL function has no text to compare: its hash is the hash of nothing.
const EXPECTED: &str = include_str!("guards.txt");

/// The definition of each guard in the catalogue, by kind and name.
type Guards = BTreeMap<(String, String), String>;

/// The name in `guards.txt` of any partition of the journal.
const ANY_PARTITION: &str = "event_from_N";

/// The trigger that a partition in the archive lacks: PostgreSQL 15 has no such trigger on a
/// foreign table. The options of its server refuse changes, and so do the rights of the log-in
/// there.
const HERE_ONLY: &str = "trigger\tappend_only on event_from_N";

/// The guards of a database whose journal has these partitions, some of them in the archive.
fn expected(partitions: &[String], archived: &[Archived]) -> Guards {
    let mut guards = Guards::new();
    for line in EXPECTED.lines() {
        if !line.contains(ANY_PARTITION) {
            guards.extend(parse(line));
            continue;
        }
        let is_here = |name: &String| !archived.iter().any(|table| table.name == *name);
        let of_each = partitions
            .iter()
            .filter(|partition| is_here(partition) || !line.starts_with(HERE_ONLY));
        guards
            .extend(of_each.filter_map(|partition| parse(&line.replace(ANY_PARTITION, partition))));
    }
    guards
}

fn parse(line: &str) -> Option<((String, String), String)> {
    let mut fields = line.splitn(3, '\t').map(str::to_owned);
    Some(((fields.next()?, fields.next()?), fields.next()?))
}

/// Lists the guards that differ from the migrations, and the excess rights of the application's
/// role.
pub(crate) async fn verify(pool: &PgPool) -> Result<Vec<String>, sqlx::Error> {
    let mut findings = verify_known(pool).await?;
    if let Some(migration) = later_migration(pool).await? {
        findings.push(format!(
            "the tables are of a later release (migration {migration}), whose guards this one does not \
             know: check with that release"
        ));
    }
    Ok(findings)
}

/// Like [`verify`], for a gateway that may run while a later release is rolled out: guards that
/// only the later release knows are no finding.
pub(crate) async fn verify_known(pool: &PgPool) -> Result<Vec<String>, sqlx::Error> {
    let is_later = later_migration(pool).await?.is_some();
    let mut connection = pool.acquire().await?;
    // One picture: a gateway may be adding a partition with its guards.
    let mut view = connection
        .begin_with("begin isolation level repeatable read read only")
        .await?;
    let mut findings = role(&mut view).await?;
    if is_later {
        return Ok(findings);
    }
    // A superuser may do everything: one sentence says it.
    let is_super = !findings.is_empty();
    let found = read(&mut view).await?;
    let archived = archived(&mut view).await?;
    for table in &archived {
        if !table.is_guarded {
            let name = &table.name;
            findings.push(format!("{name}: the archive could be changed through it"));
        }
        // A role that may use a server can read the password with which it logs in there.
        if table.may_app_use_server {
            let name = &table.name;
            findings.push(format!("role {APP_ROLE}: it may use the server of {name}"));
        }
    }
    let expected = expected(&ledger::journal::partitions(&mut *view).await?, &archived);
    for ((kind, name), how) in &found {
        let known = expected.get(&(kind.clone(), name.clone()));
        if kind == "right" {
            if known.is_none() && !is_super {
                findings.push(format!("role {APP_ROLE}: it may {name}"));
            }
        } else if known.is_none() {
            findings.push(format!("{kind} {name}: no migration has made it"));
        } else if known != Some(how) {
            findings.push(format!(
                "{kind} {name}: it is not as the migrations made it"
            ));
        }
    }
    for (kind, name) in expected.keys() {
        if kind != "right" && !found.contains_key(&(kind.clone(), name.clone())) {
            findings.push(format!("{kind} {name}: it is gone"));
        }
    }
    Ok(findings)
}

async fn read(view: &mut PgConnection) -> Result<Guards, sqlx::Error> {
    let mut guards = Guards::new();
    for (kind, rows) in [
        ("trigger", triggers(view).await?),
        ("function", functions(view).await?),
        ("right", rights(view).await?),
        ("rule", rules(view).await?),
    ] {
        let rows = rows.into_iter();
        guards.extend(rows.map(|row| ((kind.to_owned(), row.name), row.how)));
    }
    Ok(guards)
}

/// A guard of the catalogue.
struct Row {
    name: String,
    /// How it is made, on one line.
    how: String,
}

/// A partition of the journal that is in the archive.
struct Archived {
    name: String,
    /// The archive cannot be changed through it.
    is_guarded: bool,
    may_app_use_server: bool,
}

async fn archived(view: &mut PgConnection) -> Result<Vec<Archived>, sqlx::Error> {
    sqlx::query_as!(
        Archived,
        r#"select of.relname::text as "name!",
                  coalesce(array['updatable=false', 'truncatable=false'] <@ server.srvoptions
                      and not exists (
                          select from unnest(it.ftoptions) as option
                          where option like 'updatable=%' or option like 'truncatable=%'
                      ), false) as "is_guarded!",
                  coalesce((select has_server_privilege(oid, server.oid, 'usage')
                            from pg_roles where rolname = $1 and not rolsuper),
                           false) as "may_app_use_server!"
           from pg_inherits as part
                    join pg_class as of on of.oid = part.inhrelid
                    join pg_foreign_table as it on it.ftrelid = of.oid
                    join pg_foreign_server as server on server.oid = it.ftserver
           where part.inhparent = 'event'::regclass
           order by 1"#,
        APP_ROLE
    )
    .fetch_all(view)
    .await
}

/// The triggers on our tables. Of the server's own triggers for foreign keys, it returns only those
/// that do not fire.
async fn triggers(view: &mut PgConnection) -> Result<Vec<Row>, sqlx::Error> {
    sqlx::query_as!(
        Row,
        r#"select it.tgname || ' on ' || it.tgrelid::regclass as "name!",
                  it.tgenabled::text || ' ' || pg_get_triggerdef(it.oid) as "how!"
           from pg_trigger as it join pg_class as of on of.oid = it.tgrelid
           where of.relnamespace = current_schema()::regnamespace
             and (not it.tgisinternal or it.tgenabled <> 'O')
           order by 1"#
    )
    .fetch_all(view)
    .await
}

/// The functions of our schema, without those of extensions.
async fn functions(view: &mut PgConnection) -> Result<Vec<Row>, sqlx::Error> {
    sqlx::query_as!(
        Row,
        r#"select it.oid::regprocedure::text as "name!",
                  concat_ws(' ', case when it.prosecdef then 'definer' end,
                            array_to_string(it.proconfig, ','),
                            encode(sha256(convert_to(it.prosrc, 'UTF8')), 'hex')) as "how!"
           from pg_proc as it
           where it.pronamespace = current_schema()::regnamespace
             and not exists (select from pg_depend where objid = it.oid and deptype = 'e')
           order by 1"#
    )
    .fetch_all(view)
    .await
}

/// Rules and row security, which change what a statement does; we have neither.
async fn rules(view: &mut PgConnection) -> Result<Vec<Row>, sqlx::Error> {
    sqlx::query_as!(
        Row,
        r#"select rulename || ' on ' || tablename as "name!", definition as "how!"
           from pg_rules where schemaname = current_schema()
           union all
           select 'row security on ' || relname, ''
           from pg_class
           where relnamespace = current_schema()::regnamespace and relrowsecurity
           order by 1"#
    )
    .fetch_all(view)
    .await
}

/// How the application's role may change our tables: whole ones, and single columns.
async fn rights(view: &mut PgConnection) -> Result<Vec<Row>, sqlx::Error> {
    sqlx::query_as!(
        Row,
        r#"with app as (select oid from pg_roles where rolname = $1),
                ours as (select it.oid, it.relname from pg_class as it
                         where it.relnamespace = current_schema()::regnamespace
                           and it.relkind in ('r', 'p', 'v', 'f')),
                asked as (select unnest(array['insert', 'update', 'delete', 'truncate', 'trigger']) as doing)
           select doing || ' ' || ours.relname as "name!", '' as "how!"
           from app, ours, asked
           where has_table_privilege(app.oid, ours.oid, doing)
           union all
           select doing || ' ' || ours.relname || '.' || attname, ''
           from app, ours, asked, pg_attribute
           where attrelid = ours.oid and attnum > 0 and not attisdropped
             and doing in ('insert', 'update')
             and not has_table_privilege(app.oid, ours.oid, doing)
             and has_column_privilege(app.oid, ours.oid, attnum, doing)
           order by 1"#,
        APP_ROLE
    )
    .fetch_all(view)
    .await
}

/// Attributes that let the application's role do more than read and append.
async fn role(view: &mut PgConnection) -> Result<Vec<String>, sqlx::Error> {
    let found = sqlx::query_scalar!(
        r#"with app as (select * from pg_roles where rolname = $1)
           select what as "what!" from app, lateral (values
               (rolsuper, 'it is a superuser'),
               (rolcreaterole, 'it may make roles'),
               (rolcreatedb, 'it may make databases'),
               (rolreplication, 'it may replicate'),
               (rolbypassrls, 'it passes by policies')
           ) as it (is_so, what) where is_so
           union all
           select 'it is a member of ' || roleid::regrole
           from app join pg_auth_members on member = app.oid
           union all
           select 'it owns ' || it.oid::regclass
           from app join pg_class as it on it.relowner = app.oid
           where it.relnamespace = current_schema()::regnamespace
           union all
           select 'it works with ' || setting
           from app join pg_db_role_setting on setrole = app.oid, unnest(setconfig) as setting"#,
        APP_ROLE
    )
    .fetch_all(view)
    .await?;
    let found = found.into_iter();
    Ok(found
        .map(|what| format!("role {APP_ROLE}: {what}"))
        .collect())
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use ledger_testing::TestDatabase;
    use ledger_testing::pair::{DATABASE, Pair};
    use sqlx::Executor;

    use super::*;

    #[tokio::test]
    async fn the_guards_are_what_the_migrations_make() {
        let database = TestDatabase::create().await;
        assert_eq!(verify(&database.pool()).await.unwrap(), [""; 0]);
        let partitions = ledger::journal::partitions(&database.pool()).await.unwrap();
        let [first, others @ ..] = partitions.as_slice() else {
            panic!("the journal has a partition");
        };
        let mut connection = database.pool().acquire().await.unwrap();
        let mut made = String::new();
        for ((kind, name), how) in read(&mut connection).await.unwrap() {
            let table = name.rsplit(' ').next().unwrap();
            if !others.iter().any(|other| other == table) {
                let line = format!("{kind}\t{name}\t{how}").replace(first, ANY_PARTITION);
                writeln!(made, "{line}").unwrap();
            }
        }
        assert_eq!(made, EXPECTED, "guards.txt is to be:\n{made}");
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_partition_that_is_being_added_is_no_finding() {
        let database = TestDatabase::create().await;
        let (pool, owner) = (database.pool(), database.owner());
        let adding = tokio::spawn(async move {
            for first in (67_108_865_i64..).step_by(1_000).take(200) {
                let add = "select journal_partition_add($1, $1 + 1000)";
                let added = sqlx::query(add).bind(first).execute(&owner).await;
                added.unwrap();
            }
        });
        while !adding.is_finished() {
            assert_eq!(verify(&pool).await.unwrap(), [""; 0]);
        }
        adding.await.unwrap();
    }

    #[tokio::test]
    async fn a_partition_in_the_archive_through_which_it_could_be_changed_is_found() {
        let database = TestDatabase::create().await;
        let owner = database.owner();
        // Nothing is read, so nothing is there.
        owner
            .execute(
                "create extension postgres_fdw;
                 create server event_archive foreign data wrapper postgres_fdw
                     options (updatable 'false', truncatable 'false');
                 drop table event_from_000000000001;
                 create foreign table event_from_000000000001 partition of event
                     for values from (1) to (9) server event_archive",
            )
            .await
            .unwrap();
        assert_eq!(verify(&database.pool()).await.unwrap(), [""; 0]);
        let name = "event_from_000000000001";
        let changed = format!("{name}: the archive could be changed through it");
        let insert = format!("role {APP_ROLE}: it may insert {name}");
        let server = format!("role {APP_ROLE}: it may use the server of {name}");
        let table = format!("alter foreign table {name} options");
        for (made, undone, what) in [
            (
                "alter server event_archive options (set updatable 'true')".to_owned(),
                "alter server event_archive options (set updatable 'false')".to_owned(),
                &changed,
            ),
            (
                "alter server event_archive options (drop truncatable)".to_owned(),
                "alter server event_archive options (add truncatable 'false')".to_owned(),
                &changed,
            ),
            (
                format!("{table} (add updatable 'true')"),
                format!("{table} (drop updatable)"),
                &changed,
            ),
            (
                format!("grant insert on {name} to {APP_ROLE}"),
                format!("revoke insert on {name} from {APP_ROLE}"),
                &insert,
            ),
            (
                format!("grant usage on foreign server event_archive to {APP_ROLE}"),
                format!("revoke usage on foreign server event_archive from {APP_ROLE}"),
                &server,
            ),
        ] {
            owner.execute(made.as_str()).await.unwrap();
            let found = verify(&database.pool()).await.unwrap();
            assert_eq!(found, std::slice::from_ref(what), "{made}");
            owner.execute(undone.as_str()).await.unwrap();
        }
        assert_eq!(verify(&database.pool()).await.unwrap(), [""; 0]);
        // A partition that is here keeps its trigger.
        let dropped = "drop trigger append_only on event_from_000000000009";
        owner.execute(dropped).await.unwrap();
        assert_eq!(verify(&database.pool()).await.unwrap().len(), 1);
    }

    /// On a server that no other test uses: a role is the whole server's.
    #[tokio::test]
    async fn a_role_that_may_more_than_the_application_is_found() {
        let pair = Pair::asynchronous().await;
        let mut owner = pair.primary().admin(DATABASE).await;
        let pool = pair.primary().pool();
        assert_eq!(verify(&pool).await.unwrap(), [""; 0]);
        for (made, undone, what) in [
            ("superuser", "nosuperuser", "it is a superuser"),
            ("createrole", "nocreaterole", "it may make roles"),
            (
                "set session_replication_role = replica",
                "reset all",
                "it works with session_replication_role=replica",
            ),
        ] {
            let alter = async |owner: &mut sqlx::PgConnection, how: &str| {
                let statement = format!("alter role {APP_ROLE} {how}");
                owner.execute(statement.as_str()).await.unwrap();
            };
            alter(&mut owner, made).await;
            let expected = [format!("role {APP_ROLE}: {what}")];
            assert_eq!(verify(&pool).await.unwrap(), expected);
            alter(&mut owner, undone).await;
        }
        for (made, undone, what) in [
            (
                "grant pg_write_all_data to wallet_app",
                "revoke pg_write_all_data from wallet_app",
                "it is a member of pg_write_all_data",
            ),
            (
                "alter table event owner to wallet_app",
                "alter table event owner to postgres",
                "it owns event",
            ),
        ] {
            owner.execute(made).await.unwrap();
            let found = verify(&pool).await.unwrap();
            let expected = format!("role {APP_ROLE}: {what}");
            assert!(found.contains(&expected), "{found:?}");
            owner.execute(undone).await.unwrap();
        }
        assert_eq!(verify(&pool).await.unwrap(), [""; 0]);
    }
}
