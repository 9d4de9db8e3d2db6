//! The command line: the gateway's commands with their options and help.

use std::io::Write;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{CommandFactory, Parser, Subcommand};
use projections::View;

use super::operator::{
    EraseArgs, InvitesCommand, JournalCommand, MonitorArgs, ProofCommand, ProviderCommand,
    SettingsCommand, StaffCommand, VerifyArgs,
};

const AFTER_HELP: &str = "\
Environment:
  DATABASE_URL        PostgreSQL to work on, e.g. postgres://user@host/wallet (required)
  DATABASE_OWNER_URL  the same as the owner of the tables, for migrations [default: DATABASE_URL]
  DATABASE_READ_URL   replicas that may answer reads, with the rights of DATABASE_URL [default: none]
  DATA_DIR            folder of keys and uploaded files [default: .data]
  WALLET_CONFIG       configuration file [default: gateway/demo.toml]
  BIND                address of the portal and the API, `::` for IPv6 and IPv4 [default: 0.0.0.0]
  PORT                their port [default: 8080]
  INTERNAL_BIND       address of health and metrics [default: 127.0.0.1]
  INTERNAL_PORT       their port [default: 8081]
  WEB_DIST            folder of the built portal, with its index.html [default: the files in the program]
  SANDBOX_URL         address of the sandbox, where the configuration refers to it
  RUST_LOG            log filter [default: info,sqlx=warn]

  NAME_FILE may name a file that holds the value of DATABASE_URL, DATABASE_OWNER_URL,
  DATABASE_READ_URL or a variable of the configuration.

Exit codes:
  0  done; a check found nothing wrong
  1  the command failed; the reason is on standard error
  2  the command line is wrong
  3  a check ran to its end and found something wrong";

/// The wallet's gateway: the service itself and the commands of its operator.
#[derive(Debug, Clone, PartialEq, Eq, Parser)]
#[command(name = "gateway", version, after_help = AFTER_HELP)]
pub struct CommandLine {
    /// Without a command: `serve`.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// A command of the gateway.
#[derive(Debug, Clone, PartialEq, Eq, Subcommand)]
pub enum Command {
    /// Start the service (the default command); creates and migrates the database first
    Serve(ServeArgs),
    /// Create the database and migrate its tables to this version, as their owner
    Migrate,
    /// Check a configuration, or print its schema
    #[command(subcommand)]
    Config(ConfigCommand),
    /// Print the `OpenAPI` document
    Openapi,
    /// Check every view against the events, and every hash chain
    Audit {
        /// Print the result as JSON
        #[arg(long)]
        json: bool,
    },
    /// Check all stored data: in the database, in a dump of `pg_dump` or in an archive
    Verify(VerifyArgs),
    /// Rebuild a view from the events; the old one serves until the new one is complete
    Rebuild {
        /// The view to rebuild
        #[arg(value_parser = view_parser())]
        view: View,
    },
    /// Compare the ledger with the records of game providers, banks and payment services
    ///
    /// Exits with 3 when they differ or a source cannot be read. Changes nothing.
    Reconcile {
        /// How many hours back to compare, 1 to 8784
        #[arg(default_value_t = 24)]
        hours: u32,
        /// Print the result as JSON
        #[arg(long)]
        json: bool,
    },
    /// Earnings of players who invite others
    #[command(subcommand)]
    Invites(InvitesCommand),
    /// Accounts of support staff
    ///
    /// `add` and `reset` print a password and an authenticator address, once only; a terminal also shows it
    /// as a QR code.
    Staff {
        /// Without a command: `list`.
        #[command(subcommand)]
        command: Option<StaffCommand>,
    },
    /// The proof log: its checkpoint and its key
    #[command(subcommand)]
    Proof(ProofCommand),
    /// Follow a proof log from outside until it contradicts itself; needs no database
    Monitor(MonitorArgs),
    /// Check a provider against the protocol that it speaks
    #[command(subcommand)]
    Provider(ProviderCommand),
    /// What changes while the service runs: games in maintenance, closing hours
    #[command(subcommand)]
    Settings(SettingsCommand),
    /// The journal: the key of its events
    #[command(subcommand)]
    Journal(JournalCommand),
    /// Delete a member's personal data permanently; events and proofs remain
    ///
    /// Refused while the wallet holds money or has open work. Run it again if it is interrupted.
    Erase(EraseArgs),
    /// Create the configuration's demo members and demo staff
    Demo,
    /// Print a completion script for a shell
    Completion {
        /// The shell to complete in
        shell: clap_complete::Shell,
    },
}

/// How the service starts and stops.
#[derive(Debug, Clone, Default, PartialEq, Eq, clap::Args)]
pub struct ServeArgs {
    /// Leave the tables to `gateway migrate`; the log-in must not be able to change them
    #[arg(long)]
    pub no_migrate: bool,
    /// After SIGTERM, keep answering for this many seconds while reporting not ready
    ///
    /// Meanwhile, a proxy sends clients to other gateways. A second signal stops at once.
    #[arg(long, value_name = "SECONDS", default_value_t = 0)]
    pub drain: u64,
}

/// What is done with a configuration.
#[derive(Debug, Clone, PartialEq, Eq, Subcommand)]
pub enum ConfigCommand {
    /// List every error in it, with its line
    ///
    /// Takes variables from the environment, as `serve` does.
    Check {
        /// The file [default: `WALLET_CONFIG`, else `gateway/demo.toml`]
        file: Option<PathBuf>,
    },
    /// Print the JSON Schema of the configuration, for editors
    Schema,
}

fn view_parser() -> impl TypedValueParser<Value = View> {
    PossibleValuesParser::new(View::ALL.map(View::name)).try_map(|name| name.parse::<View>())
}

/// Writes the completion script of a shell.
pub fn write_completion(shell: clap_complete::Shell, to: &mut impl Write) {
    clap_complete::generate(shell, &mut CommandLine::command(), "gateway", to);
}

#[cfg(test)]
mod tests {
    use clap::error::ErrorKind;

    use super::*;

    fn parse(words: &[&str]) -> Result<Option<Command>, clap::Error> {
        let words = ["gateway"].iter().chain(words);
        CommandLine::try_parse_from(words).map(|line| line.command)
    }

    #[test]
    fn the_commands_contradict_nothing() {
        CommandLine::command().debug_assert();
        assert_eq!(parse(&[]).unwrap(), None);
        let serve = |no_migrate, drain| Some(Command::Serve(ServeArgs { no_migrate, drain }));
        assert_eq!(parse(&["serve"]).unwrap(), serve(false, 0));
        let words = ["serve", "--no-migrate", "--drain", "10"];
        assert_eq!(parse(&words).unwrap(), serve(true, 10));
        parse(&["serve", "--drain", "soon"]).expect_err("no number");
    }

    #[test]
    fn a_verification_takes_a_dump_checkpoints_and_a_rate() {
        let words = "verify --dump a.dump --checkpoint 1 --checkpoint 2 --rate 9 --without-files \
            --config a.toml";
        let words: Vec<_> = words.split(' ').collect();
        let expected = VerifyArgs {
            dump: Some("a.dump".into()),
            checkpoints: vec!["1".into(), "2".into()],
            per_second: Some(9),
            config: Some("a.toml".into()),
            without_files: true,
            without_data: false,
            json: false,
            ..VerifyArgs::default()
        };
        assert_eq!(parse(&words).unwrap(), Some(Command::Verify(expected)));
        for words in [
            &["verify", "--dump"][..],
            &["verify", "--rate", "0"],
            &["verify", "--rate", "fast"],
            &["verify", "--dump", "a", "--dump", "b"],
            &["verify", "--dump", "a", "--archive"],
            &["verify", "now"],
        ] {
            parse(words).expect_err(words.last().unwrap());
        }
    }

    #[test]
    fn an_erasure_names_the_member_who_orders_it_and_why() {
        let id = "01a1fdd8-2731-70b2-a92f-d498fe5cc7e5";
        let words = ["erase", id, "--reason", " asked for it ", "--by", "nok"];
        let Some(Command::Erase(args)) = parse(&words).unwrap() else {
            panic!("another command");
        };
        let args = (args.member.to_string(), args.by, args.reason);
        assert_eq!(args, (id.into(), "nok".into(), "asked for it".into()));
        let long = "x".repeat(301);
        for words in [
            &["erase"][..],
            &["erase", id],
            &["erase", id, "--by", "nok"],
            &["erase", id, "--by", "nok", "--reason", " "],
            &["erase", id, "--by", "nok", "--reason", "a\u{7}"],
            &["erase", id, "--by", "nok", "--reason", &long],
            &["erase", "0812345678", "--by", "nok", "--reason", "asked"],
        ] {
            parse(words).expect_err(words.last().unwrap());
        }
    }

    #[test]
    fn a_computation_of_invites_covers_one_day_or_today() {
        let parsed = |words: &[&str]| parse(words).unwrap();
        let Some(Command::Invites(InvitesCommand::Compute(args))) =
            parsed(&["invites", "compute", "--day", "2026-11-24"])
        else {
            panic!("another command");
        };
        assert_eq!(args.day.unwrap().to_string(), "2026-11-24");
        for words in [
            &["invites"][..],
            &["invites", "compute"],
            &["invites", "compute", "--day"],
            &["invites", "compute", "--day", "yesterday"],
            &["invites", "compute", "--now", "--day", "2026-11-24"],
        ] {
            parse(words).expect_err(words.last().unwrap());
        }
    }

    #[test]
    fn an_account_of_staff_needs_a_name_and_a_role() {
        let add = ["staff", "add", "nok", "--role", "agent", "--name", "นก"];
        assert!(matches!(
            parse(&add).unwrap(),
            Some(Command::Staff { command: Some(StaffCommand::Add { name, .. }) }) if name == "นก"
        ));
        let list = Some(Command::Staff { command: None });
        assert_eq!(parse(&["staff"]).unwrap(), list);
        for words in [
            &add[..5],
            &["staff", "add", "nok", "--role", "owner", "--name", "นก"],
            &["staff", "add", "NOK", "--role", "agent", "--name", "นก"],
            &[
                "staff", "add", "nok", "--role", "agent", "--name", "a\u{7}b",
            ],
            &["staff", "disable"],
            &["staff", "remove", "nok"],
        ] {
            parse(words).expect_err(words.last().unwrap());
        }
    }

    #[test]
    fn a_restored_log_resumes_by_a_checkpoint_or_by_the_operators_word() {
        for words in [
            &["proof", "resume"][..],
            &["proof", "resume", "--checkpoint"],
            &[
                "proof",
                "resume",
                "--checkpoint",
                "a",
                "--i-know-this-is-the-newest",
            ],
            &["proof", "checkpoint", "a"],
        ] {
            parse(words).expect_err(words.last().unwrap());
        }
    }

    #[test]
    fn a_wrong_word_is_named_with_the_right_one() {
        let error = parse(&["verfy"]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidSubcommand);
        let text = error.to_string();
        assert!(
            text.contains("'verfy'") && text.contains("'verify'"),
            "{text}"
        );
        let error = parse(&["rebuild", "balance"]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidValue);
        assert!(error.to_string().contains("trial_balance"), "{error}");
    }
}
