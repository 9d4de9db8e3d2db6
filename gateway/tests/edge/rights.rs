//! The application's log-in is not the owner's: what it can do, and when a gateway refuses another.

use std::path::Path;

use gateway::operator::{self, VerifyArgs};
use gateway::{
    App, CoreError, DatabaseAccess, DatabaseError, Options, OwnershipError, SchemaError,
    StartError, prepare_database,
};
use ledger_testing::TestDatabase;
use ledger_testing::pair::{DATABASE, Pair};
use sqlx::Executor;
use tempfile::TempDir;

use crate::stage::demo;

/// A server of its owner's only, because roles are the whole server's.
struct Separate {
    pair: Pair,
    folder: TempDir,
}

impl Separate {
    /// The owner has made the database and its tables; `wallet_gateway` is the application's log-in.
    async fn set() -> Self {
        let pair = Pair::asynchronous().await;
        let mut owner = pair.primary().admin(DATABASE).await;
        let made = "create role wallet_gateway login in role wallet_app";
        owner.execute(made).await.unwrap();
        let folder = tempfile::tempdir().unwrap();
        Self { pair, folder }
    }

    fn owner_url(&self) -> String {
        self.pair.primary().url()
    }

    fn url_of(&self, login: &str) -> String {
        let url = self.owner_url();
        assert!(url.contains("//postgres@"), "{url}");
        url.replace("//postgres@", &format!("//{login}@"))
    }

    /// Starts a gateway that leaves the tables alone.
    async fn start(&self, login: &str) -> Result<App, StartError> {
        self.start_with(DatabaseAccess {
            url: self.url_of(login),
            owner_url: None,
            read_url: None,
            migrates: false,
        })
        .await
    }

    async fn start_with(&self, database: DatabaseAccess) -> Result<App, StartError> {
        let (config, data) = (demo("http://127.0.0.1:9"), self.folder.path().to_owned());
        let options = Options {
            database,
            ..Options::local(String::new(), config, data)
        };
        App::start(options).await
    }

    async fn run(&self, statement: &str) {
        let mut owner = self.pair.primary().admin(DATABASE).await;
        owner.execute(statement).await.unwrap();
    }
}

fn refusal(started: Result<App, StartError>) -> DatabaseError {
    match started {
        Err(StartError::Core(CoreError::Database(error))) => error,
        Err(error) => panic!("{error}"),
        Ok(_) => panic!("it started"),
    }
}

#[tokio::test]
async fn a_log_in_that_owns_nothing_serves_and_cannot_take_the_owners_rights() {
    let separate = Separate::set().await;
    let app = separate.start("wallet_gateway").await.unwrap();
    let mut connection = app.pool().acquire().await.unwrap();
    // What a smuggled statement would begin with.
    connection.execute("reset role").await.unwrap();
    for statement in [
        "update event set payload = payload",
        "delete from event",
        "alter table event disable trigger all",
        "drop table claim",
        "set session_replication_role = replica",
        "set role postgres",
        "create table mine (a int)",
        "alter role wallet_gateway superuser",
        "grant postgres to wallet_gateway",
    ] {
        let error = connection.execute(statement).await.expect_err(statement);
        let code = error
            .as_database_error()
            .and_then(sqlx::error::DatabaseError::code);
        assert_eq!(code.as_deref(), Some("42501"), "{statement}: {error}");
    }
    drop(connection);
    assert!(app.stop().await);
}

#[tokio::test]
async fn a_log_in_that_can_become_the_owner_is_refused_where_the_owner_is_another() {
    let separate = Separate::set().await;
    separate
        .run("create role wallet_owner login; create role stranger login")
        .await;
    for (given, taken, why) in [
        (
            "grant postgres to wallet_gateway",
            "revoke postgres from wallet_gateway",
            "it owns the table",
        ),
        (
            "alter role wallet_gateway createrole",
            "alter role wallet_gateway nocreaterole",
            "it may make roles",
        ),
        (
            "alter schema public owner to wallet_gateway",
            "alter schema public owner to pg_database_owner",
            "it owns the schema",
        ),
        (
            "alter table staff owner to wallet_gateway",
            "alter table staff owner to postgres",
            "it owns the table staff",
        ),
        (
            "alter function grant_app owner to wallet_gateway",
            "alter function grant_app owner to postgres",
            "it owns the function grant_app",
        ),
    ] {
        separate.run(given).await;
        let error = refusal(separate.start("wallet_gateway").await);
        assert!(
            matches!(&error, DatabaseError::Ownership(OwnershipError::Owner { why: found, .. })
                if found.contains(why)),
            "{given}: {error}"
        );
        separate.run(taken).await;
    }
    let error = refusal(separate.start("postgres").await);
    assert!(error.to_string().contains("it is a superuser"), "{error}");
    // The owner's URL is given, and the application's is the same.
    let owner = separate.owner_url();
    let both = DatabaseAccess {
        url: owner.clone(),
        owner_url: Some(owner),
        read_url: None,
        migrates: true,
    };
    let error = refusal(separate.start_with(both).await);
    assert!(error.to_string().contains("it is a superuser"), "{error}");
    let error = refusal(separate.start("stranger").await);
    assert!(
        matches!(&error, DatabaseError::Ownership(OwnershipError::Stranger(login))
            if login == "stranger"),
        "{error}"
    );
    let app = separate.start("wallet_gateway").await.unwrap();
    assert!(app.stop().await);
}

/// A server whose tables a later release has changed: its migration is recorded, and made a table.
async fn later_release() -> Separate {
    let separate = Separate::set().await;
    let later = "create table of_later_release (a int);
         create function of_later_release() returns int language sql as 'select 1';
         insert into _sqlx_migrations
             (version, description, success, checksum, execution_time)
         values (99990101000000, 'later', true, '', 0)";
    separate.run(later).await;
    separate
}

#[tokio::test]
async fn this_release_works_on_the_tables_of_a_later_one_unless_that_one_forbids_it() {
    let separate = later_release().await;
    let as_owner = || separate.start_with(DatabaseAccess::of_owner(separate.owner_url()));
    assert!(separate.start("wallet_gateway").await.unwrap().stop().await);
    assert!(as_owner().await.unwrap().stop().await);
    separate
        .run("update schema_floor set migration = 99990101000000")
        .await;
    for started in [separate.start("wallet_gateway").await, as_owner().await] {
        let error = refusal(started);
        let is_too_old = matches!(
            &error,
            DatabaseError::Schema(SchemaError::TooOld {
                floor: 99_990_101_000_000,
                ..
            })
        );
        assert!(is_too_old, "{error}");
    }
}

#[tokio::test]
async fn a_check_of_the_tables_of_a_later_release_says_that_it_does_not_know_their_guards() {
    let separate = later_release().await;
    let args = VerifyArgs {
        without_data: true,
        ..VerifyArgs::default()
    };
    let url = separate.owner_url();
    let report = operator::verify(&url, Path::new(""), &args).await.unwrap();
    assert!(!report.is_clean);
    let says = "later release (migration 99990101000000)";
    assert!(report.text.contains(says), "{}", report.text);
    assert!(!report.text.contains("of_later_release"), "{}", report.text);
}

#[tokio::test]
async fn who_does_not_migrate_works_on_complete_tables_only_and_makes_no_database() {
    let separate = Separate::set().await;
    let url = separate
        .url_of("wallet_gateway")
        .replace(&format!("/{DATABASE}?"), "/absent?");
    let access = DatabaseAccess {
        migrates: false,
        ..DatabaseAccess::of_owner(url)
    };
    let error = refusal(separate.start_with(access).await);
    assert!(error.to_string().contains("does not exist"), "{error}");
    separate
        .run("update _sqlx_migrations set checksum = '' where version = 20261123010100")
        .await;
    let error = refusal(separate.start("wallet_gateway").await);
    let earlier = DatabaseError::Schema(SchemaError::Earlier(20_261_123_010_100)).to_string();
    assert_eq!(error.to_string(), earlier);
    separate
        .run("delete from _sqlx_migrations where version in (20261123010100, 20261123010800)")
        .await;
    let error = refusal(separate.start("wallet_gateway").await);
    let lacks = matches!(
        &error,
        DatabaseError::Schema(SchemaError::Lacks {
            first: 20_261_123_010_100,
            count: 2
        })
    );
    assert!(lacks, "{error}");
    separate.run("drop table _sqlx_migrations").await;
    let error = refusal(separate.start("wallet_gateway").await);
    assert!(error.to_string().contains("lacks"), "{error}");
}

/// The operator who starts a newer commit on an older data folder reads what to do, and not of a checksum.
#[tokio::test]
async fn tables_of_an_earlier_commit_are_refused_before_anything_is_migrated() {
    let another_text = "update _sqlx_migrations set checksum = '' where version = 20261123010200";
    let one_that_is_gone = "update _sqlx_migrations set version = 20261121100000
                            where version = 20261123010100";
    for (record, version) in [
        (another_text, 20_261_123_010_200),
        (one_that_is_gone, 20_261_121_100_000),
    ] {
        let database = TestDatabase::create().await;
        sqlx::raw_sql(record)
            .execute(&database.owner())
            .await
            .unwrap();
        let refused = prepare_database(&database.url()).await.unwrap_err();
        let earlier = DatabaseError::Schema(SchemaError::Earlier(version)).to_string();
        assert_eq!(refused.to_string(), earlier);
        assert!(earlier.contains("remove the data folder"), "{earlier}");
    }
}
