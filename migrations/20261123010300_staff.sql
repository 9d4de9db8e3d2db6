-- Support's staff: accounts, the audit log and decisions.

-- The order of names in lists that people read. Thai and Lao write some vowels before the consonant that
-- a word is looked up by, so the order of characters is not that of a dictionary. No index may have this
-- collation, because its order changes with ICU. A server that was built without ICU knows the order of
-- characters only: its lists are complete, and less well sorted.
do $$
begin
    create collation by_name (provider = icu, locale = 'und');
exception
    when feature_not_supported then
        create collation by_name from "C";
end
$$;

-- Staff are separate from members: a member's token opens nothing of support's, and a staff token
-- nothing of a member's. The operator's command creates accounts. The secret of the one-time codes is
-- encrypted with a key outside the database. A code that was used is revoked, so that each opens once.
create table staff
(
    id             uuid primary key,
    username       text        not null check (username = lower(username) and username <> ''),
    name           text        not null check (name <> ''),
    role           text        not null check (role in ('agent', 'supervisor', 'auditor')),
    password_hash  text        not null,
    totp_sealed    bytea       not null,
    is_active      boolean     not null default true,
    created_at     timestamptz not null,
    changed_at     timestamptz not null,
    mac            bytea       not null check (octet_length(mac) = 32),
    constraint staff_username_key unique (username)
);

-- As sessions of members: opaque, known by the hash of the token only.
create table staff_session
(
    id           uuid primary key,
    token_hash   bytea       not null check (octet_length(token_hash) = 32),
    staff_id     uuid        not null references staff (id),
    created_at   timestamptz not null,
    last_seen_at timestamptz not null,
    idle_seconds integer     not null check (idle_seconds > 0),
    expires_at   timestamptz not null,
    ends_before  bigint      not null check (ends_before >= 0),
    mac          bytea       not null check (octet_length(mac) = 32),
    constraint staff_session_token_key unique (token_hash)
);

create index staff_session_staff_idx on staff_session (staff_id);
create index staff_session_expires_idx on staff_session (expires_at);

-- Why a member of staff opens a player: asked once, valid for half an hour, and named by every access
-- that relies on it.
create table staff_look
(
    id        uuid primary key,
    staff_id  uuid        not null references staff (id),
    wallet_id uuid        not null,
    reason    text        not null check (reason <> ''),
    opened_at timestamptz not null,
    until     timestamptz not null,
    mac       bytea       not null check (octet_length(mac) = 32)
);

create index staff_look_staff_idx on staff_look (staff_id, wallet_id, until);

select grant_app('select, insert, update', 'staff');
select grant_app('select, insert, update (last_seen_at, mac), delete', 'staff_session');
select grant_app('select, insert', 'staff_look');

-- The audit log: everything that staff see or do is recorded before it is answered, in one dense order
-- and one chain of hashes. A row that is changed, removed or inserted breaks the chain from there on,
-- and `gateway audit` names it. Like the journal, the table only takes new rows.
create table staff_act
(
    id           bigint primary key check (id > 0),
    at           timestamptz not null,
    -- Null: the operator's commands.
    staff_id     uuid references staff (id),
    session_id   uuid,
    kind         text        not null check (kind <> ''),
    subject_kind text,
    subject_id   text,
    reason       text,
    request_id   text        not null,
    -- json, not jsonb: the bytes stay as they were hashed
    detail       json        not null,
    -- A random id and the MAC over all before: an entry that the gateway has not written has no right MAC, and a
    -- copy of one that it has written has the same id.
    entry        uuid        not null unique,
    mac          bytea       not null check (octet_length(mac) = 32),
    prev_hash    bytea       not null check (octet_length(prev_hash) = 32),
    hash         bytea       not null check (octet_length(hash) = 32)
);

create index staff_act_staff_idx on staff_act (staff_id, id);
create index staff_act_subject_idx on staff_act (subject_kind, subject_id, id);
-- A period's first entry is found without reading what is before it.
create index staff_act_at_idx on staff_act (at);
-- What one person has decided alone within the day.
create index staff_act_made_idx on staff_act (at) where kind = 'decision.make';
-- Which players one member of staff has opened, and how often one has searched, in the last hour.
create index staff_act_counted_idx on staff_act (staff_id, kind, at) where kind in ('search', 'look');

-- The last entry. One row; its lock is what makes the order dense and the chain one chain.
create table staff_act_head
(
    is_only boolean primary key default true check (is_only),
    id      bigint not null check (id >= 0),
    hash    bytea  not null check (octet_length(hash) = 32)
) with (fillfactor = 10);

insert into staff_act_head (id, hash)
values (0, decode(repeat('00', 32), 'hex'));

create trigger append_only
    before update or delete or truncate
    on staff_act
    for each statement
execute function refuse_change();
alter table staff_act enable always trigger append_only;

-- A part of what is hashed: its length in front, so that none runs into the next; -1 for null.
create function staff_act_part(part bytea) returns bytea
    language sql
    immutable
as
$$
select case
           when part is null then int4send(-1)
           else int4send(octet_length(part)) || part
       end
$$;

-- Appends an entry in one round trip: the head's lock is held for no longer than that.
create function staff_act_append(
    act_at timestamptz, act_staff uuid, act_session uuid, act_kind text, act_subject_kind text,
    act_subject text, act_reason text, act_request text, act_detail text, act_entry uuid, act_mac bytea
)
    returns bigint
    language plpgsql
    set lock_timeout = '5s'
as
$$
declare
    last staff_act_head;
    next bytea;
begin
    select * into strict last from staff_act_head for update;
    next := sha256(
        last.hash || int8send(last.id + 1)
            || int8send((extract(epoch from act_at) * 1000000)::bigint)
            || staff_act_part(uuid_send(act_staff)) || staff_act_part(uuid_send(act_session))
            || staff_act_part(convert_to(act_kind, 'UTF8'))
            || staff_act_part(convert_to(act_subject_kind, 'UTF8'))
            || staff_act_part(convert_to(act_subject, 'UTF8'))
            || staff_act_part(convert_to(act_reason, 'UTF8'))
            || staff_act_part(convert_to(act_request, 'UTF8'))
            || staff_act_part(convert_to(act_detail, 'UTF8')));
    insert into staff_act (id, at, staff_id, session_id, kind, subject_kind, subject_id, reason,
                           request_id, detail, entry, mac, prev_hash, hash)
    values (last.id + 1, act_at, act_staff, act_session, act_kind, act_subject_kind, act_subject,
            act_reason, act_request, act_detail::json, act_entry, act_mac, last.hash, next);
    update staff_act_head set id = last.id + 1, hash = next;
    return last.id + 1;
end
$$;

select grant_app('select, insert', 'staff_act');
select grant_app('select, update', 'staff_act_head');

-- A staff decision about money, from the moment it is asked for. A repeated call finds its answer
-- here, a decision that needs a second person waits here, and an interrupted one is executed again
-- under the same id, which the ledger takes once. What is executed is what was agreed on, field by
-- field, so the terms are stored as they were when the decision was asked for.
create table staff_decision
(
    id             uuid primary key,
    asked_by       uuid        not null references staff (id),
    asked_at       timestamptz not null,
    -- A second person may agree until then.
    expires_at     timestamptz not null,
    subject_kind   text        not null,
    subject_id     uuid        not null,
    wallet_id      uuid        not null,
    -- What it is about, where it moves money.
    currency       text,
    amount         numeric(20, 2),
    decision       jsonb       not null,
    reason         text        not null check (reason <> ''),
    needs_second   boolean     not null,
    -- Withdrawn by the one who asked, which is no refusal by another person.
    status         text        not null
        check (status in ('PENDING', 'AGREED', 'DONE', 'REFUSED', 'WITHDRAWN', 'EXPIRED', 'FAILED')),
    decided_by     uuid references staff (id),
    decided_at     timestamptz,
    decided_reason text,
    -- The event's position, or the code that it failed with.
    position       bigint,
    code           text,
    terms          jsonb       not null,
    -- What one person moves alone, or moves into or out of one wallet, is summed over a day, so that a
    -- large amount is not cut into small ones.
    moves_money    boolean not null default false,
    -- When it was executed.
    ended_at       timestamptz,
    check ((currency is null) = (amount is null)),
    -- Nobody approves their own request.
    check (not needs_second or decided_by is null or decided_by <> asked_by),
    check (needs_second or status <> 'PENDING'),
    check ((status = 'DONE') = (position is not null)),
    check ((status = 'FAILED') = (code is not null))
);

-- One question about a thing at a time waits for a second person.
create unique index staff_decision_waiting_key on staff_decision (subject_kind, subject_id)
    where needs_second and status in ('PENDING', 'AGREED');
create index staff_decision_waiting_idx on staff_decision (asked_at)
    where needs_second and status in ('PENDING', 'AGREED');
-- What one person has moved alone: by who asked, and by whose wallet.
create index staff_decision_alone_by_idx on staff_decision (asked_by, asked_at)
    where moves_money and not needs_second;
create index staff_decision_alone_wallet_idx on staff_decision (wallet_id, asked_at)
    where moves_money and not needs_second;
-- What is being executed, or was interrupted.
create index staff_decision_agreed_idx on staff_decision (asked_at) where status = 'AGREED';
-- The decisions about one player's password and freezes are looked up with every request of theirs, and
-- with every opening of their page.
create index staff_decision_password_idx on staff_decision (subject_id, asked_at)
    where subject_kind = 'password';
create index staff_decision_freeze_idx on staff_decision (subject_id) where subject_kind = 'freeze';

select grant_app('select, insert, update', 'staff_decision');

-- The operator's long work (a view rebuilt, everything verified) is started from the console and seen
-- from every gateway: its progress and its result. One of a kind runs at a time; a run whose gateway
-- died stops beating and is passed over.
create table operation_run
(
    id         uuid primary key,
    kind       text        not null check (kind in ('rebuild', 'verify')),
    -- Which view, of a rebuild.
    view       text,
    started_by uuid        not null references staff (id),
    started_at timestamptz not null,
    beat_at    timestamptz not null,
    -- Events gone through, of so many.
    done       bigint      not null default 0 check (done >= 0),
    total      bigint      not null default 0 check (total >= 0),
    ended_at   timestamptz,
    -- Why it did not come to its end.
    failure    text,
    -- What it found, and the MAC over it, the run's kind and its times: nobody else's word is a result, and an
    -- earlier one is no later one. json, not jsonb: the bytes stay as they were.
    result     json,
    mac        bytea check (octet_length(mac) = 32),
    check ((kind = 'rebuild') = (view is not null)),
    check (ended_at is not null or (failure is null and result is null))
);

create unique index operation_run_running_key on operation_run (kind) where ended_at is null;
create index operation_run_latest_idx on operation_run (kind, started_at desc);

-- What a run has found stays: without its result, an earlier one would look like the latest.
create trigger keep_ended
    before update
    on operation_run
    for each row
    when (old.ended_at is not null)
execute function refuse_change();
alter table operation_run enable always trigger keep_ended;

select grant_app('select, insert, update (beat_at, done, total, ended_at, failure, result, mac)', 'operation_run');

-- Guesses at names that do not exist must not lengthen the audit log one by one: such refusals are
-- counted by the minute, and a past minute becomes one entry. Addresses that staff logged in from are
-- remembered for a while, so that strangers who use up the log-in's limits do not lock out known
-- addresses. The address is stored as a keyed hash.
create table staff_login_refusal
(
    minute timestamptz primary key,
    count  bigint not null check (count > 0)
);

-- Guesses from an address that staff have used do not wait for those of strangers. The MAC covers the row: one
-- that somebody enters is a stranger's.
create table staff_address
(
    staff_id uuid        not null references staff (id),
    address  bytea       not null check (octet_length(address) = 16),
    seen_at  timestamptz not null,
    mac      bytea       not null check (octet_length(mac) = 32),
    primary key (staff_id, address)
);

create index staff_address_address_idx on staff_address (address);

select grant_app('select, insert, update, delete', 'staff_login_refusal');
select grant_app('select, insert, update (seen_at, mac), delete', 'staff_address');

-- Accounts of staff that one supervisor asks for and another one agrees to: a new account, another
-- role, an account opened again, a new password and authenticator. The row's MAC, under a key outside
-- the database, covers everything that was asked for, by whom and until when.
create table staff_request
(
    id            uuid primary key,
    kind          text        not null check (kind in ('add', 'role', 'enable', 'reset')),
    -- The account; of a new one, the id that it will have.
    staff_id      uuid        not null,
    username      text        not null,
    name          text        not null,
    role          text        not null check (role in ('agent', 'supervisor', 'auditor')),
    -- Of the password that the asker hands over; the authenticator comes from who agrees.
    password_hash text,
    reason        text        not null check (reason <> ''),
    asked_by      uuid        not null references staff (id),
    asked_at      timestamptz not null,
    expires_at    timestamptz not null,
    status        text        not null check (status in ('PENDING', 'DONE', 'REFUSED', 'EXPIRED')),
    decided_by    uuid references staff (id),
    decided_at    timestamptz,
    mac           bytea       not null check (octet_length(mac) = 32),
    check ((kind in ('add', 'reset')) = (password_hash is not null)),
    check ((decided_by is null) = (decided_at is null))
);

-- One open question about an account at a time.
create unique index staff_request_open_key on staff_request (username) where status = 'PENDING';

select grant_app('select, insert, update', 'staff_request');

-- Who has a work item open in the console, so that two people do not read the same one without knowing. It is a
-- courtesy between colleagues and never a lock on money: anyone may decide all the same, and a claim that ran out is
-- free. An approval is an item too; its id is the decision's.
create table work_claim
(
    kind       text        not null
        check (kind in ('slip', 'qr', 'manual', 'withdrawal', 'transfer', 'difference', 'approval')),
    subject_id uuid        not null,
    staff_id   uuid        not null references staff (id),
    claimed_at timestamptz not null,
    until      timestamptz not null,
    primary key (kind, subject_id),
    check (until > claimed_at)
);

create index work_claim_until_idx on work_claim (until);

select grant_app('select, insert, update (staff_id, claimed_at, until), delete', 'work_claim');

-- What one member of staff has learnt about a player helps the next one. An entry is never changed: a flag is
-- cleared by a later entry. Only the erasure of the player deletes them, because they are words about a person.
create table player_note
(
    id        bigint generated always as identity primary key,
    member_id uuid        not null references member (id),
    staff_id  uuid        not null references staff (id),
    at        timestamptz not null,
    text      text        not null check (text <> ''),
    -- The flag that the entry sets or clears; null for a note alone.
    flag      text check (flag in ('VIP', 'SUSPECTED_FRAUD', 'DISPUTE', 'VULNERABLE')),
    clears    boolean     not null default false,
    check (flag is not null or not clears)
);

create index player_note_member_idx on player_note (member_id, id);
-- Staff look for the players with a flag, and list those with any, the latest first.
create index player_note_flag_idx on player_note (flag, id) where flag is not null;
create index player_note_flagged_idx on player_note (at, member_id) where flag is not null;

select grant_app('select, insert, delete', 'player_note');
