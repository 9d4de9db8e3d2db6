//! What a gateway asks of its database at start.

use std::time::Duration;

use gateway::operator::{self, VerifyArgs};
use gateway::{App, CollationError, CoreError, DatabaseError, Options, SecretKeyError, StartError};
use ledger_testing::pair::{DATABASE, Pair};
use ledger_testing::relay::Way;
use ledger_testing::switch::Switch;
use ledger_testing::{TestDatabase, eventually};
use reqwest::StatusCode;
use sqlx::{Connection, PgConnection};

use crate::stage::{Stage, demo};

async fn start(url: String) -> Result<App, StartError> {
    let folder = tempfile::tempdir().unwrap();
    let options = Options::local(url, demo("http://127.0.0.1:9"), folder.keep());
    App::start(options).await
}

#[tokio::test]
async fn a_database_that_may_lose_what_it_acknowledged_is_refused() {
    let database = TestDatabase::create().await;
    let name: String = sqlx::query_scalar("select current_database()")
        .fetch_one(&database.owner())
        .await
        .unwrap();
    sqlx::query(&format!(
        "alter database {name} set synchronous_commit = off"
    ))
    .execute(&database.owner())
    .await
    .unwrap();
    match start(database.url()).await {
        Err(StartError::Core(CoreError::Database(DatabaseError::NotDurable {
            setting,
            value,
        }))) => {
            assert_eq!((setting, value.as_str()), ("synchronous_commit", "off"));
        }
        Err(error) => panic!("{error}"),
        Ok(_) => panic!("it started"),
    }
}

#[tokio::test]
async fn an_absent_database_is_created_and_migrated() {
    let database = TestDatabase::create().await;
    let name: String = sqlx::query_scalar("select current_database()")
        .fetch_one(&database.owner())
        .await
        .unwrap();
    let absent = format!("{name}_absent");
    let app = start(database.url().replace(&name, &absent)).await.unwrap();
    let members: i64 = sqlx::query_scalar("select count(*) from member")
        .fetch_one(app.pool())
        .await
        .unwrap();
    assert_eq!(members, 0);
    assert!(app.stop().await);
    sqlx::query(&format!("drop database {absent} with (force)"))
        .execute(&database.owner())
        .await
        .unwrap();
}

/// What a start says of a database whose order of texts a library decides.
async fn collation_refusal(url: String) -> String {
    match start(url).await {
        Err(StartError::Core(CoreError::Database(DatabaseError::Collation(
            refusal @ CollationError::OfLibrary { .. },
        )))) => refusal.to_string(),
        Err(error) => panic!("{error}"),
        Ok(_) => panic!("it started"),
    }
}

async fn run(database: &TestDatabase, statement: &str) {
    let done = sqlx::raw_sql(statement).execute(&database.owner()).await;
    done.unwrap();
}

#[tokio::test]
async fn a_database_whose_order_a_library_decides_is_refused_before_it_is_migrated() {
    let database = TestDatabase::create().await;
    let name = name_of(&database);
    let absent = format!("{name}_icu");
    run(
        &database,
        &format!(
            "create database {absent} template template0 encoding 'UTF8'
             locale_provider icu icu_locale 'en-US'"
        ),
    )
    .await;
    let url = database.url().replace(&name, &absent);
    let said = collation_refusal(url.clone()).await;
    assert!(
        said.contains("the collation en-US of the database belongs to ICU"),
        "{said}"
    );
    let right = format!("create database \"{absent}\" owner ");
    let order = " template template0 encoding 'UTF8' locale_provider libc locale 'C'";
    assert!(said.contains(&right) && said.ends_with(order), "{said}");
    let mut empty = PgConnection::connect(&url).await.unwrap();
    let tables: i64 = sqlx::query_scalar(
        "select count(*) from pg_class where relnamespace = 'public'::regnamespace",
    )
    .fetch_one(&mut empty)
    .await
    .unwrap();
    assert_eq!(tables, 0, "it was migrated");
    empty.close().await.unwrap();
    // The statement that it prints makes a database that the gateway takes.
    let statement = said.split_once(": create database").unwrap().1;
    run(&database, &format!("drop database {absent} with (force)")).await;
    run(&database, &format!("create database{statement}")).await;
    assert!(start(url).await.unwrap().stop().await);
    run(&database, &format!("drop database {absent} with (force)")).await;
}

#[tokio::test]
async fn a_unique_index_whose_order_a_library_decides_is_refused() {
    let database = TestDatabase::create().await;
    run(
        &database,
        "create index of_names on staff (name collate by_name)",
    )
    .await;
    assert!(start(database.url()).await.unwrap().stop().await);
    run(
        &database,
        "create unique index of_one_name on staff (name collate by_name)",
    )
    .await;
    let said = collation_refusal(database.url()).await;
    let index = "the collation by_name of the unique index of_one_name belongs to ICU";
    assert!(said.contains(index), "{said}");
}

#[tokio::test]
async fn a_database_that_the_gateway_creates_is_in_the_order_of_bytes() {
    let database = TestDatabase::create().await;
    let name = name_of(&database);
    let absent = format!("{name}_bytes");
    let app = start(database.url().replace(&name, &absent)).await.unwrap();
    let order: String = sqlx::query_scalar(
        "select concat_ws(' ', datlocprovider, datcollate, datctype,
             pg_encoding_to_char(encoding))
         from pg_database where datname = current_database()",
    )
    .fetch_one(app.pool())
    .await
    .unwrap();
    assert_eq!(order, "c C C UTF8");
    assert!(app.stop().await);
    run(&database, &format!("drop database {absent} with (force)")).await;
}

#[tokio::test]
async fn the_gateway_works_with_rights_that_cannot_change_history() {
    let stage = Stage::set_without_otp().await;
    stage.register(1).await;
    let role: String = sqlx::query_scalar("select current_user::text")
        .fetch_one(stage.app.pool())
        .await
        .unwrap();
    assert_eq!(role, "wallet_app");
    for statement in [
        "update event set payload = payload",
        "delete from event",
        "truncate event",
        "delete from claim",
        "drop table member",
    ] {
        let refused = sqlx::query(statement).execute(stage.app.pool()).await;
        let error = refused.unwrap_err();
        let code = error
            .as_database_error()
            .and_then(|it| it.code().map(|it| it.to_string()));
        assert_eq!(code.as_deref(), Some("42501"), "{statement}: {error}");
    }
}

/// Starts behind a door that leads to no primary; it is opened once the gateway has come again.
async fn start_behind(door: Switch, database: &str, primary: Way) {
    let mut starting = Box::pin(start(door.url(database)));
    tokio::select! {
        early = &mut starting => panic!("{:?}", early.err()),
        () = door.arrived(2) => {}
    }
    door.turn(primary);
    let app = starting.await.unwrap();
    assert!(app.stop().await);
}

fn name_of(database: &TestDatabase) -> String {
    database
        .connect_options()
        .get_database()
        .unwrap()
        .to_owned()
}

#[tokio::test]
async fn a_start_waits_while_a_proxy_has_nobody_behind_it() {
    let database = TestDatabase::create().await;
    let primary = Way::to_server_of(&database.connect_options());
    let door = Switch::lay(Way::Shut).await;
    start_behind(door, &name_of(&database), primary).await;
}

#[tokio::test]
async fn a_start_asks_again_when_a_server_is_silent() {
    let database = TestDatabase::create().await;
    let primary = Way::to_server_of(&database.connect_options());
    let door = Switch::lay(Way::Silent).await;
    start_behind(door, &name_of(&database), primary).await;
}

#[tokio::test]
async fn a_start_waits_while_a_proxy_leads_to_a_standby() {
    let pair = Pair::asynchronous().await;
    let primary = Way::To(pair.primary().socket());
    let door = Switch::lay(Way::To(pair.standby().socket())).await;
    start_behind(door, DATABASE, primary).await;
}

#[tokio::test]
async fn a_setting_that_is_lowered_later_is_seen_by_the_next_session() {
    let database = TestDatabase::create().await;
    let name = name_of(&database);
    let door = Switch::lay(Way::to_server_of(&database.connect_options())).await;
    let folder = tempfile::tempdir().unwrap();
    let mut config = demo("http://127.0.0.1:9");
    config.paces.connection = Duration::from_secs(5);
    let options = Options::local(door.url(&name), config, folder.path().to_owned());
    let app = App::start(options).await.unwrap();
    let url = format!("http://{}/health/ready", app.internal_address());
    let becomes = async |wanted: StatusCode| {
        eventually("readiness follows", async || {
            let seen = reqwest::get(&url).await.unwrap().status();
            if seen == wanted { Ok(()) } else { Err(seen) }
        })
        .await;
    };
    becomes(StatusCode::OK).await;
    for (change, wanted) in [
        (
            "set synchronous_commit = off",
            StatusCode::SERVICE_UNAVAILABLE,
        ),
        ("reset synchronous_commit", StatusCode::OK),
    ] {
        sqlx::raw_sql(&format!("alter database {name} {change}"))
            .execute(&database.owner())
            .await
            .unwrap();
        door.turn(Way::to_server_of(&database.connect_options()));
        becomes(wanted).await;
    }
    assert!(app.stop().await);
}

#[tokio::test]
async fn a_gateway_with_another_secret_key_does_not_start_and_makes_none() {
    let database = TestDatabase::create().await;
    let folders = [(); 3].map(|()| tempfile::tempdir().unwrap());
    let [right, other, empty] = folders.each_ref().map(|it| it.path().to_owned());
    let start = async |folder: &std::path::Path| {
        let config = demo("http://127.0.0.1:9");
        App::start(Options::local(database.url(), config, folder.to_owned())).await
    };
    let refusal = async |folder| match start(folder).await {
        Err(StartError::Core(CoreError::SecretKey(refusal))) => refusal,
        Err(error) => panic!("{error}"),
        Ok(_) => panic!("it started without the right key"),
    };
    assert!(start(&right).await.unwrap().stop().await);
    // A folder as a gateway of another database leaves it.
    let elsewhere = TestDatabase::create().await;
    let config = demo("http://127.0.0.1:9");
    let app = App::start(Options::local(elsewhere.url(), config, other.clone())).await;
    assert!(app.unwrap().stop().await);
    let refused = refusal(&other).await;
    assert!(matches!(refused, SecretKeyError::Other { .. }), "{refused}");
    let refused = refusal(&empty).await;
    assert!(matches!(refused, SecretKeyError::Absent(_)), "{refused}");
    assert!(!empty.join("secret.key").exists());
    let args = VerifyArgs::default();
    let found = operator::verify(&database.url(), &other, &args).await;
    let text = found.unwrap().text;
    assert!(
        text.contains("secret_key: the data folder's secret.key"),
        "{text}"
    );
    assert!(start(&right).await.unwrap().stop().await);
    let is_recorded: bool = sqlx::query_scalar("select exists (select from secret_key)")
        .fetch_one(&database.owner())
        .await
        .unwrap();
    assert!(is_recorded);
}

/// As a copy for another use would: what it wrote would be believed here, if they had one key.
#[tokio::test]
async fn a_journal_has_one_name() {
    let (database, folder) = (TestDatabase::create().await, tempfile::tempdir().unwrap());
    let start = async |origin: &str| {
        let mut config = demo("http://127.0.0.1:9");
        config.proof.origin = origin.to_owned();
        App::start(Options::local(
            database.url(),
            config,
            folder.path().to_owned(),
        ))
        .await
    };
    assert!(start("one.example/journal").await.unwrap().stop().await);
    let refused = start("two.example/journal")
        .await
        .err()
        .unwrap()
        .to_string();
    assert!(refused.contains("one.example/journal"), "{refused}");
    assert!(start("one.example/journal").await.unwrap().stop().await);
}
