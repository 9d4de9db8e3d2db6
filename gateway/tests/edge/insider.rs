//! What somebody writes about a member who holds the application's role: it opens nothing, proves nothing,
//! and `verify` names each row that the gateway has not written.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use crate::otp::{other, prove, proved_draft};
use crate::stage::{PASSWORD, Reply, Stage, credentials, draft, phone};

const PROFILE: &str = "/api/account/profile";
const SESSIONS: &str = "/api/account/sessions";
const ANOTHER: &str = "Another-5678";

/// Writes with the rights of the application's role.
async fn write(stage: &Stage, statement: &str) {
    let written = sqlx::raw_sql(statement).execute(stage.app.pool()).await;
    written.unwrap();
}

/// Panics unless the role has no right to do this.
async fn expect_no_right(stage: &Stage, statement: &str) {
    let done = sqlx::raw_sql(statement).execute(stage.app.pool()).await;
    let error = done.expect_err(statement);
    let code = error
        .as_database_error()
        .and_then(sqlx::error::DatabaseError::code);
    assert_eq!(code.as_deref(), Some("42501"), "{statement}: {error}");
}

/// Which session a token opens.
fn of(token: &str) -> String {
    format!("token_hash = sha256('{token}')")
}

/// Takes a session's row away, and answers it.
async fn hide(stage: &Stage, token: &str) -> Value {
    let row = stage.copied("session", &of(token)).await;
    write(stage, &format!("delete from session where {}", of(token))).await;
    row
}

async fn expect_ended(stage: &Stage, token: &str) {
    let ended = stage.get(PROFILE, token).await;
    ended.expect_error(401, "invalid-token");
}

async fn end_others(stage: &Stage, token: &str) {
    let request = stage.request(Method::DELETE, SESSIONS).bearer_auth(token);
    stage.send(request).await.expect_success();
}

#[tokio::test]
async fn a_session_that_was_logged_out_does_not_come_back_with_its_row() {
    let stage = Stage::set_without_otp().await;
    let token = stage.member(1).await;
    let row = stage.copied("session", "true").await;
    let out = stage.post_as(&token, "/api/logout", &json!({})).await;
    out.expect_success();
    write(&stage, "delete from session").await;
    stage.put_back("session", &row).await;
    expect_ended(&stage, &token).await;
    // What clears old ends away takes none of today.
    write(&stage, "select revocation_sweep()").await;
    expect_ended(&stage, &token).await;
    // The row is the gateway's own.
    assert_eq!(stage.wrong().await, [""; 0]);
}

#[tokio::test]
async fn a_session_that_was_hidden_while_all_others_ended_does_not_come_back() {
    let stage = Stage::set_without_otp().await;
    let mine = stage.member(1).await;
    let [first, second] = [stage.log_in(1).await, stage.log_in(1).await];
    let row = hide(&stage, &first).await;
    end_others(&stage, &mine).await;
    stage.put_back("session", &row).await;
    expect_ended(&stage, &first).await;
    expect_ended(&stage, &second).await;
    // Nor one that was hidden while the password was changed.
    let third = stage.log_in(1).await;
    let row = hide(&stage, &third).await;
    let change = json!({ "oldPassword": PASSWORD, "newPassword": ANOTHER });
    let changed = stage.put_as(&mine, "/api/account/changepwd", &change).await;
    changed.expect_success();
    stage.put_back("session", &row).await;
    expect_ended(&stage, &third).await;
    stage.get(PROFILE, &mine).await.expect_success();
    assert_eq!(stage.wrong().await, [""; 0]);
}

#[tokio::test]
async fn the_role_takes_no_end_of_a_session_back() {
    let stage = Stage::set_without_otp().await;
    let mine = stage.member(1).await;
    let [one, all] = [stage.log_in(1).await, stage.log_in(1).await];
    stage.post_as(&one, "/api/logout", &json!({})).await;
    end_others(&stage, &mine).await;
    for statement in [
        "delete from revocation",
        "update revocation set kind = 'code'",
        "truncate revocation",
        "insert into revocation (kind, id, mac, at)
         values ('member', gen_random_uuid(), sha256('x'), now() - interval '3 years')",
        "delete from session_end",
        "update session_end set number = number - 1",
        "insert into session_end (owner_id, number, mac) select id, 9, sha256('x') from member",
        "truncate session_end",
        "update session set created_at = now() + interval '1 year'",
        "update session set expires_at = now() + interval '1 year'",
        "update session set id = gen_random_uuid()",
    ] {
        expect_no_right(&stage, statement).await;
    }
    expect_ended(&stage, &one).await;
    expect_ended(&stage, &all).await;
    // Opened later, as a copy of the row says: its MAC is of the time before.
    let mut row = hide(&stage, &all).await;
    row[0]["ends_before"] = json!(100);
    stage.put_back("session", &row).await;
    expect_ended(&stage, &all).await;
    let id = row[0]["id"].as_str().unwrap();
    let named = format!("session, id {id}: the gateway has not written it");
    assert_eq!(stage.wrong().await, [named]);
}

#[tokio::test]
async fn an_end_that_somebody_writes_in_advance_spares_no_session_from_the_next_end() {
    let stage = Stage::set_without_otp().await;
    let token = stage.member(2).await;
    // Anyone who writes an end spares a session from that one and from no other.
    let spared = format!(
        "insert into session_end (owner_id, spared, mac)
         select member_id, id, sha256('x') from session where {}",
        of(&token)
    );
    write(&stage, &spared).await;
    stage.get(PROFILE, &token).await.expect_success();
    let mine = stage.log_in(2).await;
    end_others(&stage, &mine).await;
    stage.get(PROFILE, &mine).await.expect_success();
    expect_ended(&stage, &token).await;
    // It counted for the others, so it is named.
    let named = stage.wrong().await;
    let is_one = named.len() == 1 && named[0].starts_with("session_end, owner ");
    assert!(is_one, "{named:?}");
}

#[tokio::test]
async fn an_idle_session_does_not_live_on_by_a_last_call_that_nobody_made() {
    let stage = Stage::set_without_otp().await;
    let token = stage.member(1).await;
    let id = stage.copied("session", "true").await[0]["id"].clone();
    stage.app.clock().advance(Duration::from_hours(1));
    let idle = stage.get(PROFILE, &token).await;
    idle.expect_error(401, "EXPIRED_AUTH_TOKEN");
    let later = "update session set last_seen_at = last_seen_at + interval '1 hour'";
    write(&stage, later).await;
    expect_ended(&stage, &token).await;
    let named = format!(
        "session, id {}: the gateway has not written it",
        id.as_str().unwrap()
    );
    assert_eq!(stage.wrong().await, [named]);
}

#[tokio::test]
async fn an_earlier_password_that_is_put_back_opens_nothing_and_is_named() {
    let stage = Stage::set_without_otp().await;
    let id = stage.register(1).await;
    let mine = stage.log_in(1).await;
    let former = stage.copied("member", "true").await;
    let change = json!({ "oldPassword": PASSWORD, "newPassword": ANOTHER });
    let changed = stage.put_as(&mine, "/api/account/changepwd", &change).await;
    changed.expect_success();
    assert_eq!(stage.wrong().await, [""; 0]);
    let back = "update member
        set password_hash = former.password_hash, credential_mac = former.credential_mac
        from jsonb_populate_recordset(null::member, $1) as former where former.id = member.id";
    let back = sqlx::query(back).bind(&former);
    back.execute(stage.app.pool()).await.unwrap();
    for password in [PASSWORD, ANOTHER] {
        let body = json!({ "username": phone(1), "password": password });
        let refused = stage.post("/api/login", &body).await;
        refused.expect_error(401, "WRONG_CREDENTIAL");
    }
    // Nor does it become good by another change.
    let refused = stage.put_as(&mine, "/api/account/changepwd", &change).await;
    assert!(refused.status.is_client_error(), "{refused:?}");
    let named = format!("member, id {id}: an earlier password was put back");
    assert_eq!(stage.wrong().await, [named]);
}

async fn verify(stage: &Stage, token: &str, code: &str) -> Reply {
    let body = json!({ "otpToken": token, "otpCode": code });
    stage.post("/api/otp/verify", &body).await
}

/// Asks for a code to a number; answers its token and its digits.
async fn sent(stage: &Stage, number: u32) -> (String, String) {
    let body = json!({ "phoneNumber": phone(number) });
    let sent = stage.post("/api/otp/send", &body).await;
    sent.expect_success();
    (sent.text("otpToken"), stage.last_code(&phone(number)).await)
}

async fn expect_unproved(stage: &Stage, number: u32, token: &str) {
    let refused = stage
        .post("/api/account", &proved_draft(number, token))
        .await;
    refused.expect_error(403, "UNVERIFIED_OTP");
}

#[tokio::test]
async fn a_registration_code_is_used_once_whatever_its_row_says() {
    let stage = Stage::set().await;
    let _still = stage.app.clock().hold();
    let (token, code) = sent(&stage, 1).await;
    let unproved = stage.copied("otp", "true").await;
    verify(&stage, &token, &code).await.expect_success();
    let mut proved = stage.copied("otp", "true").await;
    let made = stage.post("/api/account", &proved_draft(1, &token)).await;
    made.expect_success();
    // The number is free for another member.
    write(&stage, "update member set username = '0899999999'").await;
    for row in [&unproved, &proved] {
        write(&stage, "delete from otp").await;
        stage.put_back("otp", row).await;
        let used = verify(&stage, &token, &code).await;
        used.expect_error(404, "OTP_NOT_EXIST");
        expect_unproved(&stage, 1, &token).await;
    }
    write(&stage, "update otp set tries = 0, verified_at = now()").await;
    expect_unproved(&stage, 1, &token).await;
    // Under an id that was not used, its MACs are of another code.
    proved[0]["id"] = json!(gateway::clock::random_id());
    write(&stage, "delete from otp").await;
    stage.put_back("otp", &proved).await;
    let foreign = verify(&stage, &token, &code).await;
    foreign.expect_error(400, "OTP_CODE_INVALID");
    expect_unproved(&stage, 1, &token).await;
}

#[tokio::test]
async fn a_number_is_proved_by_the_digits_alone() {
    let stage = Stage::set().await;
    let _still = stage.app.clock().hold();
    let (token, _) = sent(&stage, 1).await;
    let claimed = "update otp set verified_at = now(), verified_mac = sha256('proved')";
    for statement in ["update otp set verified_at = now()", claimed] {
        write(&stage, statement).await;
        expect_unproved(&stage, 1, &token).await;
    }
    // By the proof of one's own number.
    let own = prove(&stage, 2).await;
    let borrowed = format!(
        "update otp set verified_at = own.verified_at, verified_mac = own.verified_mac
         from otp as own where otp.phone = '{}' and own.phone = '{}'",
        phone(1),
        phone(2)
    );
    write(&stage, &borrowed).await;
    expect_unproved(&stage, 1, &token).await;
    // A proof of half an hour ago is not of now.
    stage.app.clock().advance(Duration::from_mins(30));
    let younger = "update otp set verified_at = verified_at + interval '30 minutes'";
    write(&stage, younger).await;
    expect_unproved(&stage, 2, &own).await;
}

#[tokio::test]
async fn guesses_at_a_registration_code_are_counted_outside_the_database() {
    let stage = Stage::set().await;
    let (token, code) = sent(&stage, 1).await;
    for _ in 0..5 {
        let guess = verify(&stage, &token, &other(&code)).await;
        guess.expect_error(400, "OTP_CODE_INVALID");
        write(&stage, "update otp set tries = 0").await;
    }
    let late = verify(&stage, &token, &code).await;
    late.expect_error(429, "OTP_BLOCK");
    expect_unproved(&stage, 1, &token).await;
}

#[tokio::test]
async fn a_member_who_is_only_marked_as_erased_or_closed_is_named() {
    let stage = Stage::set_without_otp().await;
    let (erased, closed) = (stage.register(1).await, stage.register(2).await);
    assert_eq!(stage.wrong().await, [""; 0]);
    let marks = format!(
        "update member set erased_at = now() where id = '{erased}';
         update member set is_active = false where id = '{closed}'"
    );
    write(&stage, &marks).await;
    let mut named =
        [&erased, &closed].map(|id| format!("member, id {id}: nobody has erased this member"));
    named.sort();
    assert_eq!(stage.wrong().await, named);
    // Nor by a row that says who did it.
    let claimed = format!(
        "insert into erasure (member_id, asked_by, reason, begun_at, mac)
         values ('{erased}', 'Nok', 'asked for it', now(), sha256('erased'))"
    );
    write(&stage, &claimed).await;
    let forged = format!("erasure, member {erased}: the gateway has not written it");
    let found = stage.wrong().await;
    assert_eq!(found[0], forged);
    assert_eq!(found[1..], named);
}

/// Registers a member by a code, with a bank account in another name than everybody else's.
async fn registered_by(stage: &Stage, number: u32, code: &str) -> Reply {
    let mut body = draft(number);
    body["bankAccountName"] = json!("มาลี สุขใจ");
    body["inviteCode"] = json!(code);
    stage.post("/api/account", &body).await
}

/// Who has invited a member, by the member's row.
async fn inviter_of(stage: &Stage, number: u32) -> Value {
    let which = format!("username = '{}'", phone(number));
    stage.copied("member", &which).await[0]["inviter_id"].clone()
}

#[tokio::test]
async fn a_code_that_somebody_gives_to_another_member_is_unknown_and_named() {
    let stage = Stage::set_without_otp().await;
    let (token, thief) = (stage.member(1).await, stage.register(2).await);
    let code = stage.get("/api/invite", &token).await.text("code");
    let owner = stage.copied("invite_code", "true").await[0]["member_id"].clone();
    let owner = owner.as_str().unwrap();
    let named = |code: &str| {
        format!("invite_code, code {code}: the gateway has not given it to this member")
    };
    let given = |to: &str| format!("update invite_code set member_id = '{to}'");
    write(&stage, &given(&thief)).await;
    let refused = registered_by(&stage, 3, &code).await;
    refused.expect_error(400, "INVALID_CODE");
    assert_eq!(stage.wrong().await, [named(&code)]);
    write(&stage, &given(owner)).await;
    // Nor is a code the thief's that the gateway has not made, under the MAC of another one.
    let made_up = format!(
        "insert into invite_code (code, member_id, mac, created_at)
         select 'MADEUP22', '{thief}', mac, now() from invite_code"
    );
    write(&stage, &made_up).await;
    let refused = registered_by(&stage, 3, "MADEUP22").await;
    refused.expect_error(400, "INVALID_CODE");
    assert_eq!(stage.wrong().await, [named("MADEUP22")]);
    expect_no_right(&stage, "delete from invite_code").await;
    // The owner's code is good again.
    registered_by(&stage, 3, &code).await.expect_success();
    assert_eq!(inviter_of(&stage, 3).await, owner);
}

#[tokio::test]
async fn two_with_one_holder_stay_one_person_whatever_is_written_of_the_name() {
    let stage = Stage::set_without_otp().await;
    let owner = stage.register(1).await;
    let code = format!("PR{owner}");
    // Somebody else, before anything is written.
    registered_by(&stage, 2, &code).await.expect_success();
    assert_eq!(inviter_of(&stage, 2).await, owner.as_str());
    let which = format!("member_id = '{owner}'");
    let account = stage.copied("bank_account", &which).await[0]["id"].clone();
    let account = account.as_str().unwrap();
    let named = |what: &str| [format!("bank_account, id {account}: {what}")];
    let (found, given) = (
        "staff find the holder under another name",
        "the particulars are not the ones that the member gave",
    );
    for (number, column, what) in [(3, "holder_canonical", found), (4, "holder", given)] {
        let other =
            format!("update bank_account set {column} = 'SOMEBODY ELSE' where id = '{account}'");
        write(&stage, &other).await;
        let mut body = draft(number);
        body["inviteCode"] = json!(code);
        let made = stage.post("/api/account", &body).await;
        made.expect_success();
        assert_eq!(inviter_of(&stage, number).await, Value::Null, "{column}");
        assert_eq!(stage.wrong().await, named(what));
    }
    for statement in [
        "delete from bank_account",
        "update bank_account set member_id = gen_random_uuid()",
        "delete from member",
    ] {
        expect_no_right(&stage, statement).await;
    }
}

const OWN_DEVICE: &str = "0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a";
const THIEFS_DEVICE: &str = "0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b";

/// A call from a device without a session.
async fn from(stage: &Stage, device: &str, path: &str, body: &Value) -> Reply {
    let request = stage.request(Method::POST, path).json(body);
    stage.send(request.header("x-device-id", device)).await
}

/// How many subjects have tries at a password in a scope.
async fn counted(stage: &Stage, scope: &str) -> i64 {
    let count = "select count(*) from throttle where scope = $1";
    let count = sqlx::query_scalar(count).bind(scope);
    count.fetch_one(&stage.database.owner()).await.unwrap()
}

#[tokio::test]
async fn a_device_that_somebody_enters_has_no_tries_for_itself_and_is_a_new_one() {
    let stage = Stage::set_without_otp().await;
    for (number, device) in [(1, OWN_DEVICE), (2, THIEFS_DEVICE)] {
        let made = from(&stage, device, "/api/account", &draft(number)).await;
        made.expect_success();
    }
    let entered = format!(
        "insert into member_device (member_id, device, mac, seen_at)
         select victim.id, it.device, it.mac, it.seen_at
         from member as victim, member_device as it join member on member.id = it.member_id
         where victim.username = '{}' and member.username = '{}'",
        phone(1),
        phone(2)
    );
    write(&stage, &entered).await;
    let named = stage.wrong().await;
    let is_one = named.len() == 1 && named[0].starts_with("member_device, member ");
    assert!(is_one, "{named:?}");
    let guess = json!({ "username": phone(1), "password": ANOTHER });
    let guessed = from(&stage, THIEFS_DEVICE, "/api/login", &guess).await;
    guessed.expect_error(401, "WRONG_CREDENTIAL");
    assert_eq!(counted(&stage, "login:account").await, 1);
    assert_eq!(counted(&stage, "login:device").await, 0);
    // The member hears of it, as of any other device.
    let entered = from(&stage, THIEFS_DEVICE, "/api/login", &credentials(1)).await;
    entered.expect_success();
    let mine = from(&stage, OWN_DEVICE, "/api/login", &credentials(1)).await;
    let notices = stage.get("/api/account/notices", &mine.text("token")).await;
    let listed = notices.body["list"].as_array().unwrap();
    assert_eq!(listed.len(), 1, "{listed:?}");
    assert_eq!(listed[0]["kind"], "NEW_DEVICE");
    // The row is the gateway's from now on.
    assert_eq!(stage.wrong().await, [""; 0]);
}
