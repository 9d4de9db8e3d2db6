//! Each signed column that the application's role may change, by the list of all rows: whatever the role
//! writes there is named by `gateway verify`, or the list here says why it need not be.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::listed::{Entry, listed};
use crate::second_person::correction;
use crate::stage::{Stage, write};

/// Tables that this stage has no row of, and a column that is not put back, each with the test that holds it.
const ELSEWHERE: [(&str, &str); 9] = [
    (
        "member.erased_at",
        "a_member_who_is_only_marked_as_erased_or_closed_is_named",
    ),
    (
        "otp",
        "a_registration_code_is_used_once_whatever_its_row_says",
    ),
    ("snapshot", "a_snapshot_edited_by_hand_is_never_spendable"),
    (
        "member_device",
        "a_device_that_somebody_enters_has_no_tries_for_itself_and_is_a_new_one",
    ),
    (
        "invite_code",
        "a_code_that_somebody_gives_to_another_member_is_unknown_and_named",
    ),
    (
        "reconciliation_day",
        "a_day_that_somebody_calls_done_is_compared_all_the_same",
    ),
    ("chat_file", "a_file_of_somebody_else_opens_by_no_row"),
    (
        "proof_finding",
        "a_finding_that_somebody_writes_is_none_and_no_earlier_explanation_fits_a_later_one",
    ),
    (
        "discrepancy",
        "a_difference_that_somebody_writes_or_ends_is_named_and_hides_none",
    ),
];

/// Signed columns whose change is not named, with what comes of it.
const UNNAMED: [(&str, &str); 5] = [
    (
        "staff_decision.decision",
        "the signed entry says another one: it is not carried out",
    ),
    (
        "staff_decision.expires_at",
        "the signed entry says when it ends",
    ),
    ("game_credential.sealed", "no password is shown"),
    (
        "game_credential.sealed_next",
        "another password is proposed",
    ),
    ("gift_link.sealed", "the gift waits for a person"),
];

/// Signed columns of this stage's row that a check, a key or a trigger keeps as they are.
const KEPT: [&str; 13] = [
    "chat_conversation.merged_into",
    "chat_message.conversation_id",
    "member.id",
    "staff.id",
    "staff_decision.needs_second",
    "staff_decision.decided_by",
    "staff_request.kind",
    "staff_request.password_hash",
    "operation_run.ended_at",
    "operation_run.result",
    "operation_run.mac",
    "proof_tile.hashes",
    "proof_key.until_size",
];

/// What a column is given until the database takes something.
fn others(column: &str, of_type: &str) -> Vec<String> {
    let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
    match of_type {
        "uuid" => vec![
            "gen_random_uuid()".to_owned(),
            format!("(select id from staff where id is distinct from {column} limit 1)"),
            format!("(select id from member where id is distinct from {column} limit 1)"),
        ],
        "bytea" => vec![
            format!("sha256(coalesce({column}, 'none'))"),
            format!("substring(sha256({column}) for 16)"),
        ],
        "ARRAY" => vec![format!("{column} || {column}"), format!("{column}[:0]")],
        "timestamp with time zone" => {
            vec![format!("coalesce({column}, now()) + interval '1 hour'")]
        }
        "boolean" => vec![format!("not {column}")],
        "smallint" | "integer" | "bigint" | "numeric" => {
            vec![format!("{column} + 1"), format!("{column} - 1")]
        }
        "jsonb" | "json" => vec![format!(
            "coalesce({column}::jsonb, '{{}}') || '{{\"x\": 1}}'"
        )],
        _ => texts(&[
            &format!("'x' || {column}"),
            "'supervisor'",
            "'agent'",
            "'THB'",
            "'LAK'",
            "'KBANK'",
            "'add'",
            "'role'",
        ]),
    }
}

/// Which row was changed, and what it was.
struct Changed {
    place: String,
    row: Value,
}

/// Changes a column of one row as the role. None where the database takes no other value.
async fn change(stage: &Stage, entry: &Entry, of_type: &str) -> Option<Changed> {
    let (table, column) = (&entry.table, &entry.column);
    for other in others(&format!("{table}.{column}"), of_type) {
        let statement = format!(
            "with former as (select ctid as place, to_jsonb({table}) as row from {table} order by ctid limit 1)
             update {table} set {column} = {other} from former
             where {table}.ctid = former.place and {table}.{column} is distinct from ({other})
             returning {table}.ctid::text, former.row"
        );
        let changed = sqlx::query_as::<_, (String, Value)>(&statement);
        if let Ok(Some((place, row))) = changed.fetch_optional(stage.app.pool()).await {
            return Some(Changed { place, row });
        }
    }
    None
}

async fn restore(stage: &Stage, entry: &Entry, changed: Changed) {
    let (table, column) = (&entry.table, &entry.column);
    let statement = format!(
        "update {table} set {column} = former.{column}
         from jsonb_populate_record(null::{table}, $1) as former where {table}.ctid = $2::tid"
    );
    let restored = sqlx::query(&statement)
        .bind(&changed.row)
        .bind(&changed.place);
    let restored = restored.execute(stage.app.pool()).await.unwrap();
    assert_eq!(restored.rows_affected(), 1, "{}", entry.name());
}

/// A stage with a row of nearly every table.
async fn busy() -> Stage {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    stage.activate(&player, "pg").await;
    let order = json!({ "amount": "300" });
    let (status, body) = stage.post(&player, "/qrcode/KBANK", &order).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let guest = crate::inbox::desk::guest(&stage).await;
    guest.say(&stage, "help").await;
    let agent = stage.staff("agent").await;
    correction(&stage, &agent, &player, "100").await;
    let supervisor = stage.staff("supervisor").await;
    let subject = stage.account("agent").await;
    let role = json!({ "role": "auditor", "reason": "another desk" });
    let path = format!("/support/staff/{subject}/role");
    let (status, body) = stage.post_as(&supervisor, &path, &role).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{body}");
    let (_, settings) = stage.get_as(&supervisor, "/support/settings").await;
    let mut amounts = settings["sections"][4]["inForce"]["document"].clone();
    amounts["gift"]["minimum"] = json!("11");
    let wanted = json!({ "before": 1, "document": amounts, "reason": "fewer small gifts" });
    let path = "/support/settings/amounts";
    let (status, body) = stage.post_as(&supervisor, path, &wanted).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{body}");
    let path = "/support/operations/verify";
    let why = json!({ "reason": "looking at all" });
    let (status, body) = stage.post_as(&supervisor, path, &why).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{body}");
    crate::operations::ended(&stage, &supervisor, "verify").await;
    stage
}

/// The signed columns that the role may update, each with its type.
async fn updatable(stage: &Stage) -> Vec<(Entry, String)> {
    let mut found = Vec::new();
    for entry in listed().into_iter().filter(|entry| entry.class == "signed") {
        let of_type: Option<String> = sqlx::query_scalar(
            "select data_type::text from information_schema.columns
             where table_schema = current_schema() and table_name = $1 and column_name = $2
                 and has_column_privilege(table_name, column_name::text, 'update')",
        )
        .bind(&entry.table)
        .bind(&entry.column)
        .fetch_optional(stage.app.pool())
        .await
        .unwrap();
        found.extend(of_type.map(|of_type| (entry, of_type)));
    }
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn a_signed_column_that_the_role_changes_is_named() {
    let stage = busy().await;
    // Else the gateway asks after the QR order meanwhile, and moves its row.
    let clock = stage.app.clock();
    let _still = clock.hold();
    assert_eq!(stage.wrong().await, [""; 0]);
    let (mut problems, mut tried) = (Vec::new(), 0);
    for (entry, of_type) in updatable(&stage).await {
        let name = entry.name();
        let rows: i64 = sqlx::query_scalar(&format!("select count(*) from {}", entry.table))
            .fetch_one(stage.app.pool())
            .await
            .unwrap();
        let mut elsewhere = ELSEWHERE.iter().map(|(place, _)| *place);
        if elsewhere.any(|place| place == entry.table || place == name) {
            continue;
        }
        if rows == 0 {
            problems.push(format!("{name}: no row"));
            continue;
        }
        let Some(changed) = change(&stage, &entry, &of_type).await else {
            if !KEPT.contains(&name.as_str()) {
                problems.push(format!("{name}: the database takes no other value"));
            }
            continue;
        };
        if KEPT.contains(&name.as_str()) {
            problems.push(format!("{name}: the database takes another value"));
        }
        tried += 1;
        let found = stage.wrong().await;
        let is_named = found.iter().any(|line| line.contains(&entry.table));
        let need_not = UNNAMED.iter().any(|(column, _)| *column == name);
        if is_named == need_not {
            problems.push(format!("{name}: {found:?}"));
        }
        restore(&stage, &entry, changed).await;
    }
    assert_eq!(stage.wrong().await, [""; 0]);
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(tried > 60, "{tried}");
}

/// Signed tables whose rows the role may delete without being named, with what comes of it.
const MISSED_BY_NOBODY: [(&str, &str); 4] = [
    ("session", "the session has ended"),
    ("staff_session", "the session has ended"),
    ("staff_address", "the address is a strange one"),
    ("guest", "the guest's secret opens nothing"),
];

/// Tables that this stage has no row of, each with what holds it when a row is gone.
const GONE_ELSEWHERE: [(&str, &str); 3] = [
    ("member_pin", "who_writes_the_tables_confirms_nothing"),
    (
        "slip_file",
        "what_an_insider_changes_outside_the_events_is_found_and_named",
    ),
    ("socket_ticket", "it lives for half a minute"),
];

/// The tables with signed columns that the role may delete from.
async fn deletable(stage: &Stage) -> Vec<String> {
    let signed = listed().into_iter().filter(|entry| entry.class == "signed");
    let tables: Vec<String> = signed.map(|entry| entry.table).collect();
    sqlx::query_scalar(
        "select distinct named from unnest($1::text[]) as named
         where has_table_privilege(named, 'delete') order by named",
    )
    .bind(tables)
    .fetch_all(stage.app.pool())
    .await
    .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_signed_row_that_the_role_deletes_is_named() {
    let stage = busy().await;
    let mut problems = Vec::new();
    for table in deletable(&stage).await {
        let mut elsewhere = ELSEWHERE.iter().chain(&GONE_ELSEWHERE);
        if elsewhere.any(|(place, _)| *place == table) {
            continue;
        }
        let rows: Option<Value> =
            sqlx::query_scalar(&format!("select jsonb_agg(to_jsonb({table})) from {table}"))
                .fetch_one(stage.app.pool())
                .await
                .unwrap();
        let Some(rows) = rows else {
            problems.push(format!("{table}: no row"));
            continue;
        };
        write(&stage, &format!("delete from {table}")).await;
        let found = stage.wrong().await;
        let is_named = found.iter().any(|line| line.contains(&table));
        let need_not = MISSED_BY_NOBODY.iter().any(|(place, _)| *place == table);
        if is_named == need_not {
            problems.push(format!("{table}: {found:?}"));
        }
        stage.put_back(&table, &rows).await;
        assert_eq!(stage.wrong().await, [""; 0], "{table}");
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
