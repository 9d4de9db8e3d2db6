-- Makes the database and the roles of an installation. Run it as a superuser, with psql 15 or newer,
-- on a server of PostgreSQL 15 to 18:
--
--   DATABASE_URL_FILE=... DATABASE_OWNER_URL_FILE=... \
--       psql --username postgres --dbname postgres --file gateway/deploy/postgres-roles.sql
--
-- The passwords are those in the two files, which `gateway/deploy/secrets` makes. Run it again
-- whenever they change: it creates what is missing and sets the passwords.
--
--   wallet_owner    owns the database, and so its tables; for `gateway migrate` only
--   wallet_app      may do what the migrations grant to the application, and logs nobody in
--   wallet_gateway  the application's log-in: a member of wallet_app, owner of nothing
--   wallet_archive  only with ARCHIVE_URL_FILE: follows the server's log for `scripts/archive`, and so
--                   sees everything in it
\set ON_ERROR_STOP on
\set QUIET on
set client_min_messages = 'warning';

-- Only the part between "name:" and "@" is the password. One with a character that is encoded in
-- addresses would be set as it is written there, so it is refused.
\set owner_password `sed --quiet --regexp-extended 's|^postgres(ql)?://wallet_owner:([A-Za-z0-9._~-]{16,})@.*|\2|p' "$DATABASE_OWNER_URL_FILE"`
\set gateway_password `sed --quiet --regexp-extended 's|^postgres(ql)?://wallet_gateway:([A-Za-z0-9._~-]{16,})@.*|\2|p' "$DATABASE_URL_FILE"`
select :'owner_password' <> '' and :'gateway_password' <> ''
    and :'owner_password' <> :'gateway_password' as has_passwords \gset
\if :has_passwords
\else
    \warn 'DATABASE_OWNER_URL_FILE has to name a file with postgres://wallet_owner:PASSWORD@...,'
    \warn 'DATABASE_URL_FILE one with postgres://wallet_gateway:PASSWORD@..., of two passwords with'
    \warn '16 characters or more, each of them a letter, a digit, or one of . _ ~ -'
    do $$ begin raise exception 'the passwords are missing'; end $$;
\endif
\set archive_password `[ -z "${ARCHIVE_URL_FILE:-}" ] || sed --quiet --regexp-extended 's|^postgres(ql)?://wallet_archive:([A-Za-z0-9._~-]{16,})@.*|\2|p' "$ARCHIVE_URL_FILE"`
select :'archive_password' <> '' as has_archive \gset

-- The server must not write the passwords to its log.
set log_statement = 'none';
set log_min_duration_statement = -1;
set log_min_error_statement = 'panic';
set password_encryption = 'scram-sha-256';

select format('create role %I', name)
from unnest(array ['wallet_owner', 'wallet_app', 'wallet_gateway']) as name
where not exists (select from pg_roles where rolname = name) \gexec

alter role wallet_app nologin nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
alter role wallet_owner login nosuperuser nocreatedb nocreaterole noreplication nobypassrls
    password :'owner_password';
alter role wallet_gateway login nosuperuser nocreatedb nocreaterole noreplication nobypassrls
    password :'gateway_password';

-- The owner as well, so that its sessions can take the application's role where a command asks for it.
grant wallet_app to wallet_gateway, wallet_owner;

-- The order of texts in an index is then no matter of the system's libraries, which change. The gateway
-- refuses a database of another order.
select 'create database wallet owner wallet_owner template template0 encoding ''UTF8'''
    || ' locale_provider libc locale ''C'''
where not exists (select from pg_database where datname = 'wallet') \gexec
alter database wallet owner to wallet_owner;

revoke all on database wallet from public;
grant connect on database wallet to wallet_gateway;

\if :has_archive
select 'create role wallet_archive'
where not exists (select from pg_roles where rolname = 'wallet_archive') \gexec
alter role wallet_archive login replication nosuperuser nocreatedb nocreaterole nobypassrls
    password :'archive_password';
grant connect on database wallet to wallet_archive;
\endif
