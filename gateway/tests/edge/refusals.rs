//! What the program says when it cannot start or run a command: what is wrong, and what to do.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

use ledger_testing::TestDatabase;
use serde_json::Value;

const DEMO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/demo.toml");
const PRODUCTION: &str = include_str!("../../production.toml");
const NOWHERE: &str = "postgres://wallet:hunter2@127.0.0.1:1/wallet";
const FORM: &str = "is not the address of a PostgreSQL database. It has the form \
                    postgres://USER:PASSWORD@HOST:5432/DATABASE, with %40 for an @ in the password";

/// Variables, each with its value.
type Variables<'a> = &'a [(&'a str, &'a str)];

/// The program on the demonstration's configuration, with nothing else from this process.
fn gateway(words: &[&str], variables: Variables<'_>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gateway"));
    command
        .args(words)
        .env_clear()
        .env("RUST_LOG", "error")
        .env("WALLET_CONFIG", DEMO)
        .envs(variables.iter().copied());
    command
}

fn texts(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (text(&output.stdout), text(&output.stderr))
}

/// The reason that a command gives. `serve` writes a log for collectors where no person looks.
fn refusal(words: &[&str], variables: Variables<'_>) -> String {
    let output = gateway(words, variables).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{words:?} {variables:?}");
    let (stdout, stderr) = texts(&output);
    assert_eq!(stdout, "", "{words:?}");
    assert!(!stderr.contains("hunter2"), "a password is shown: {stderr}");
    if words.is_empty() {
        let line: Value = serde_json::from_str(stderr.trim()).expect(&stderr);
        return line["fields"]["error"].as_str().unwrap().to_owned();
    }
    let line = stderr.strip_prefix("gateway: ").expect(&stderr);
    line.trim_end().to_owned()
}

#[test]
fn a_start_without_a_right_environment_says_which_variable_and_what_it_has_to_be() {
    let folder = tempfile::tempdir().unwrap();
    let empty = folder.path().to_str().unwrap();
    let no_page = format!(
        "WEB_DIST names {empty}, which has no index.html: build the portal with `npm run build` in \
         web, or unset WEB_DIST to serve the portal in the program"
    );
    let missing = "DATABASE_URL is missing: set it to the database's address, such as \
                   postgres://USER:PASSWORD@HOST:5432/wallet";
    let url = ("DATABASE_URL", NOWHERE);
    let rows: [(Variables<'_>, String); 13] = [
        (&[], missing.to_owned()),
        (&[("DATABASE_URL", "")], missing.to_owned()),
        (
            &[("DATABASE_URL", "mysql://root:hunter2@db/wallet")],
            format!("DATABASE_URL {FORM}"),
        ),
        (
            &[("DATABASE_URL", "wallet:hunter2@db")],
            format!("DATABASE_URL {FORM}"),
        ),
        (
            &[("DATABASE_URL", "postgres://wallet:hunter2/@db:x/wallet")],
            format!("DATABASE_URL {FORM}"),
        ),
        (
            &[url, ("DATABASE_OWNER_URL", "http://hunter2@db")],
            format!("DATABASE_OWNER_URL {FORM}"),
        ),
        (
            &[url, ("DATABASE_READ_URL", "hunter2")],
            format!("DATABASE_READ_URL {FORM}"),
        ),
        (
            &[url, ("DATABASE_URL_FILE", "/nowhere")],
            "DATABASE_URL and DATABASE_URL_FILE are both set: unset one of them".to_owned(),
        ),
        (
            &[url, ("BIND", "here")],
            "BIND is \"here\": set it to an IP address such as 127.0.0.1".to_owned(),
        ),
        (
            &[url, ("INTERNAL_PORT", "70000")],
            "INTERNAL_PORT is \"70000\": set it to a number from 0 to 65535".to_owned(),
        ),
        (&[url, ("WEB_DIST", empty)], no_page),
        (
            &[url, ("WEB_DIST", "/nowhere")],
            "WEB_DIST names /nowhere, which has no index.html: build the portal with `npm run \
             build` in web, or unset WEB_DIST to serve the portal in the program"
                .to_owned(),
        ),
        (
            &[url, ("WALLET_CONFIG", "/nowhere.toml")],
            "cannot read the configuration /nowhere.toml: No such file or directory (os error 2). \
             WALLET_CONFIG has to name it"
                .to_owned(),
        ),
    ];
    for (variables, said) in rows {
        assert_eq!(refusal(&[], variables), said, "{variables:?}");
    }
}

#[test]
fn a_port_that_another_program_has_is_named_with_the_variables_that_choose_another() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().to_str().unwrap();
    for (bind, variable) in [("BIND", "PORT"), ("INTERNAL_BIND", "INTERNAL_PORT")] {
        let variables = [
            ("DATABASE_URL", NOWHERE),
            ("DATA_DIR", folder),
            ("BIND", "127.0.0.1"),
            ("PORT", "0"),
            (variable, &port),
        ];
        let said = refusal(&[], &variables);
        let expected = format!(
            "cannot listen on 127.0.0.1:{port}: Address already in use (os error 98). Choose \
             another address with {bind} and {variable}"
        );
        assert_eq!(said, expected);
    }
}

/// The variables of a start on free ports.
fn start<'a>(url: &'a str, data_dir: &'a str) -> [(&'a str, &'a str); 4] {
    [
        ("DATABASE_URL", url),
        ("DATA_DIR", data_dir),
        ("PORT", "0"),
        ("INTERNAL_PORT", "0"),
    ]
}

#[tokio::test]
async fn a_data_folder_that_cannot_be_used_is_refused_before_the_database_is_made() {
    let database = TestDatabase::create().await;
    let name = database.connect_options();
    let name = name.get_database().unwrap();
    let absent = format!("{name}_refused");
    let url = database.url().replace(name, &absent);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let said = refusal(&[], &start(&url, file.to_str().unwrap()));
    let advice = "DATA_DIR has to name a folder that the gateway's user may write to";
    assert!(said.ends_with(advice), "{said}");
    assert!(said.contains(file.to_str().unwrap()), "{said}");

    let data = folder.path().join("data");
    fs::create_dir(&data).unwrap();
    let key = data.join("secret.key");
    fs::write(&key, "07".repeat(32)).unwrap();
    fs::set_permissions(&key, fs::Permissions::from_mode(0o644)).unwrap();
    let said = refusal(&[], &start(&url, data.to_str().unwrap()));
    let expected = format!(
        "cannot use secret.key in {}: everybody on this machine can read it: run `chmod 600 {}`",
        data.display(),
        key.display()
    );
    assert_eq!(said, expected);
    fs::set_permissions(&key, fs::Permissions::from_mode(0o600)).unwrap();
    fs::write(&key, "short").unwrap();
    let said = refusal(&[], &start(&url, data.to_str().unwrap()));
    let advice = "it is not 64 hexadecimal digits: restore it from a backup";
    assert!(said.ends_with(advice), "{said}");

    let is_made: bool =
        sqlx::query_scalar("select exists (select from pg_database where datname = $1)")
            .bind(&absent)
            .fetch_one(&database.owner())
            .await
            .unwrap();
    assert!(!is_made, "{absent} was made");
}

#[tokio::test]
async fn a_database_that_cannot_be_reached_is_named_with_what_to_look_at() {
    let database = TestDatabase::create().await;
    let name = database.connect_options();
    let name = name.get_database().unwrap();
    let url = database.url();
    let absent = url.replace(name, "nowhere_at_all");
    let (user, rest) = url.split_once('@').unwrap();
    let scheme = user.split_once("//").unwrap().0;
    let stranger = format!("{scheme}//nobody_at_all:hunter2@{rest}");
    for (url, advice) in [
        (
            NOWHERE,
            "Is the server running, and is it at the host and port of DATABASE_URL?",
        ),
        (
            absent.as_str(),
            "Create it with `gateway migrate`, or correct its name in DATABASE_URL",
        ),
        (
            stranger.as_str(),
            "DATABASE_URL needs a user and a password that the server accepts",
        ),
    ] {
        let said = refusal(&["rebuild", "wallet"], &[("DATABASE_URL", url)]);
        assert!(
            said.starts_with("the database: ") && said.ends_with(advice),
            "{said}"
        );
    }
}

fn check(file: &Path, variables: Variables<'_>) -> (Option<i32>, String) {
    let words = ["config", "check", file.to_str().unwrap()];
    let output = gateway(&words, variables).output().unwrap();
    (output.status.code(), texts(&output).0)
}

#[test]
fn a_check_of_the_shipped_file_passes_in_a_trial_and_counts_what_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("wallet.toml");
    let environment = include_str!("../../deploy/trial/wallet.env");
    let lines = environment.lines().filter(|line| !line.starts_with('#'));
    let variables: Vec<_> = lines.filter_map(|line| line.split_once('=')).collect();
    let marks = PRODUCTION.matches(" # REPLACE\n").count();

    fs::write(&file, PRODUCTION).unwrap();
    let (code, said) = check(&file, &variables);
    assert_eq!(code, Some(3), "{said}");
    let named = said.matches("is still the example: replace it and delete the mark");
    assert_eq!(named.count(), marks, "{said}");

    // As deploy/trial/begin does.
    let website = "website = \"${WEBSITE}\"\n";
    let trial = PRODUCTION
        .replace(
            website,
            &format!("{website}sandbox = \"http://127.0.0.1:8090\"\n"),
        )
        .replace("branch = \"1\"", "branch = \"demo\"");
    fs::write(&file, trial).unwrap();
    let (code, said) = check(&file, &variables);
    let expected = format!(
        "{}: nothing is wrong\n{marks} lines still end with the mark REPLACE: without [service] \
         sandbox, the gateway does not start with them\n",
        file.display()
    );
    assert_eq!((code, said), (Some(0), expected));
}

#[test]
fn a_secrets_file_that_everybody_can_read_is_named_and_used() {
    let folder = tempfile::tempdir().unwrap();
    let enter = |mode| fs::set_permissions(&folder, fs::Permissions::from_mode(mode)).unwrap();
    enter(0o755);
    let secret = folder.path().join("pg");
    fs::write(&secret, "a real key\n").unwrap();
    let variables = [
        ("PG_SECRET_FILE", secret.to_str().unwrap()),
        ("RUST_LOG", "warn"),
    ];
    let warned = |mode| {
        fs::set_permissions(&secret, fs::Permissions::from_mode(mode)).unwrap();
        let output = gateway(&["config", "check"], &variables).output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        texts(&output).1
    };
    let said = warned(0o644);
    assert!(
        said.contains(&format!("run `chmod 600 {}`", secret.display())),
        "{said}"
    );
    assert!(!said.contains("a real key"), "{said}");
    assert_eq!(warned(0o600), "");
    assert_eq!(warned(0o440), "");
    enter(0o700);
    assert_eq!(warned(0o444), "", "nobody else gets into the folder");
}

/// Runs the program in a pseudo-terminal.
fn in_terminal(words: &str, variables: Variables<'_>) -> String {
    let program = env!("CARGO_BIN_EXE_gateway");
    let output = Command::new("script")
        .args([
            "--quiet",
            "--return",
            "--command",
            &format!("{program} {words}"),
            "/dev/null",
        ])
        .env("WALLET_CONFIG", DEMO)
        .env_remove("DATABASE_URL")
        .envs(variables.iter().copied())
        .output()
        .expect("util-linux has `script`");
    texts(&output).0.replace("\r\n", "\n")
}

#[test]
fn a_person_at_a_terminal_reads_one_plain_line() {
    let said = in_terminal(
        "serve",
        &[("DATABASE_URL", "mysql://root:hunter2@db/wallet")],
    );
    assert_eq!(said, format!("gateway: DATABASE_URL {FORM}\n"));
}

#[tokio::test]
async fn a_terminal_shows_the_authenticators_code_and_a_script_reads_the_lines_alone() {
    let stage = crate::stage::Stage::set_without_otp().await;
    let (url, data) = (
        stage.database.url(),
        stage.data_dir().to_str().unwrap().to_owned(),
    );
    let variables = [
        ("DATABASE_URL", url.as_str()),
        ("DATA_DIR", &data),
        ("SANDBOX_URL", "http://127.0.0.1:9"),
        ("RUST_LOG", "error"),
    ];
    let words = ["staff", "add", "nok", "--role", "agent", "--name", "Nok"];
    let output = gateway(&words, &variables).output().unwrap();
    let (stdout, stderr) = texts(&output);
    assert_eq!(stderr, "");
    let lines: Vec<_> = stdout.lines().collect();
    assert_eq!(lines.len(), 4, "{stdout}");
    assert!(
        lines[2].starts_with("  authenticator  otpauth://totp/"),
        "{stdout}"
    );
    let shown = in_terminal("staff reset nok", &variables);
    let (margin, black_on_white) = ("\u{1b}[38;5;16;48;5;231m    ", "▀");
    assert!(shown.matches(margin).count() > 20, "{shown}");
    assert!(shown.contains(black_on_white), "{shown}");
    assert!(
        shown.ends_with("This is shown once: hand it over now.\n"),
        "{shown}"
    );
}
