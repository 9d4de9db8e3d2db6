-- Players, guests, their sessions and limits.

-- Who a player is. Personal data is here and in bank_account only. Events hold ids only, so erasing
-- a row here never breaks the journal.
create table member (
    id uuid primary key,
    -- The phone number in the national form, which is also the name to log in with.
    username text not null,
    name text not null,
    -- Banks write a name in other ways than its owner types it, and staff search for it in a third: names
    -- are compared and searched in one canonical form, see the gateway's `members/name/canonical.rs`. It
    -- is personal data and is erased with the name.
    name_canonical text not null,
    password_hash text not null,
    currency text not null check (currency in ('THB', 'LAK')),
    source_code text not null,
    invite_code text,
    is_active boolean not null default true,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    -- Who invited this member: that member earns a share of this one's losses. Settled at the
    -- registration.
    inviter_id uuid references member (id) on delete set null,
    -- That the gateway has settled it so: money goes to nobody whom somebody else has entered.
    inviter_mac bytea check (octet_length(inviter_mac) = 32),
    -- Set by the first transaction of an erasure; see the erasure's triggers.
    erased_at timestamptz,
    -- An HMAC over what lets the member in, under a key outside the database: a row that differs opens
    -- nothing, and `gateway verify` names it. So nobody with the application's role gives a member a
    -- password. Other tables' MACs do the same for their rows.
    credential_mac bytea check (octet_length(credential_mac) = 32),
    constraint member_username_key unique (username)
);

create index member_inviter_idx on member (inviter_id) where inviter_id is not null;
-- Staff find a player by what a complaint names: a piece of the name, the phone, the bank account.
-- Each search is one walk along an index.
create index member_name_idx on member (name_canonical text_pattern_ops);
create index member_words_idx on member using gin (string_to_array(name_canonical, ' '));
create index member_username_idx on member (username text_pattern_ops);
-- The operations page counts a day's new members, and must not read all of them for it.
create index member_created_idx on member (created_at);

-- The particulars of every account that a member has ever named. Only the ledger says which one is in
-- force, so no two stores can disagree about where money goes. Old rows remain: an old withdrawal
-- still shows, and is paid to, the account that it was requested for. Two members never share a
-- number, because it is how a payer is recognised.
create table bank_account (
    id uuid primary key,
    member_id uuid not null references member (id) on delete cascade,
    bank_code text not null,
    account_no text not null,
    holder text not null,
    -- For staff's searches. The MAC does not cover it: two holders are compared by their names.
    holder_canonical text not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    -- The account of the registration: in force until the ledger says otherwise.
    is_first boolean not null default true,
    -- A payout goes to this number: the MAC covers the row's member and particulars, and the event that
    -- sets the account carries the same one, so nothing is paid to particulars that differ. The salt goes
    -- with the person when a member is erased, so that nobody, not even with the key, can find the number
    -- again by trying all.
    salt bytea check (octet_length(salt) = 16),
    mac bytea check (octet_length(mac) = 32),
    constraint bank_account_signed_check check ((salt is null) = (mac is null)),
    constraint bank_account_number_key unique (bank_code, account_no)
);

create unique index bank_account_first_key on bank_account (member_id) where is_first;
create index bank_account_member_idx on bank_account (member_id);
create index bank_account_number_idx on bank_account (account_no);
create index bank_account_holder_idx on bank_account (holder_canonical text_pattern_ops);
create index bank_account_words_idx on bank_account using gin (string_to_array(holder_canonical, ' '));
-- The console shows no more of a number than its last digits.
create index bank_account_tail_idx on bank_account ((right(account_no, 4)));

select grant_app('select, insert, update', 'member');
-- An account stays its member's, and nobody hides one whose holder gives two members away as one person.
select grant_app('select, insert, update (account_no, holder, holder_canonical, salt, mac, updated_at)',
                 'bank_account');

-- What is good no more: a session that was ended, a code that was used, a request that was decided, the secret of
-- a guest who became a member, a row that was replaced.
--
-- A MAC shows that the gateway wrote a row, and not that nothing has happened since: an earlier version of the
-- row, or the row itself once it was deleted, has a right MAC as well. So the end is a separate row, which the
-- application may add and neither change nor remove. It does not choose the time either, by which old rows are
-- deleted.
create table revocation
(
    kind text        not null check (kind in ('member', 'staff', 'code', 'authenticator', 'request', 'guest',
                                              'version')),
    id   uuid        not null,
    -- A row that somebody else adds counts all the same, and `gateway verify` names it.
    mac  bytea       not null check (octet_length(mac) = 32),
    at   timestamptz not null default now(),
    primary key (kind, id)
);

create index revocation_at_idx on revocation (at);

-- The end of all sessions of a member, or of a member of staff, with a smaller number. A row for each session
-- would spare one whose row was hidden for that moment, and a time would depend on whose clock it is. Nobody
-- chooses the number: it is the next one.
create table session_end
(
    owner_id uuid        not null,
    number   bigint      not null check (number > 0),
    -- The session that continues.
    spared   uuid,
    mac      bytea       not null check (octet_length(mac) = 32),
    at       timestamptz not null default now(),
    primary key (owner_id, number)
);

create function number_session_end() returns trigger
    language plpgsql
as
$$
begin
    select coalesce(max(number), 0) + 1 into new.number from session_end where owner_id = new.owner_id;
    return new;
end
$$;

create trigger number_it
    before insert
    on session_end
    for each row
execute function number_session_end();
alter table session_end enable always trigger number_it;

create trigger append_only
    before update or truncate
    on revocation
    for each statement
execute function refuse_change();
alter table revocation enable always trigger append_only;

create trigger append_only
    before update or delete or truncate
    on session_end
    for each statement
execute function refuse_change();
alter table session_end enable always trigger append_only;

select grant_app('select, insert (kind, id, mac)', 'revocation');
select grant_app('select, insert (owner_id, spared, mac)', 'session_end');

-- Whether a session was ended, alone or with all others of its owner.
create function is_session_over(session_kind text, session_id uuid, session_owner uuid, ends_before bigint)
    returns boolean
    language sql
    stable
as
$$
select exists (select from revocation where kind = session_kind and id = session_id)
    or exists (select from session_end
               where owner_id = session_owner and number > ends_before
                 and spared is distinct from session_id)
$$;

-- Whether a signed row is an earlier version: the gateway revokes a row's MAC when it replaces the row.
create function is_replaced(row_mac bytea) returns boolean
    language sql
    stable
as
$$
select exists (select from revocation
               where kind = 'version' and id = encode(substring(row_mac for 16), 'hex')::uuid)
$$;

-- Deletes what was revoked so long ago that it would have expired since. An earlier version never does, and how
-- long guests live is configured. The application may call it: it takes no word from the caller.
do $$
begin
    execute format($make$
        create function revocation_sweep() returns bigint
            language sql
            security definer
            set search_path = %I, pg_temp
        as
        $body$
        with gone as (delete from revocation
                      where at < now() - interval '800 days' and kind not in ('guest', 'version')
                      returning 1)
        select count(*) from gone
        $body$
    $make$, current_schema());
    revoke all on function revocation_sweep() from public;
    if exists (select from pg_roles where rolname = 'wallet_app') then
        grant execute on function revocation_sweep() to wallet_app;
    end if;
end
$$;

-- Sessions are opaque. Only a token's SHA-256 is stored: a copy of this table opens nothing. Nor does a row
-- with the hash of somebody else's token, or one that was last seen later than it was: the MAC covers the row,
-- under a key outside the database.
create table session (
    id uuid primary key,
    token_hash bytea not null,
    member_id uuid not null references member (id) on delete cascade,
    created_at timestamptz not null,
    last_seen_at timestamptz not null,
    idle_seconds integer not null check (idle_seconds > 0),
    expires_at timestamptz not null,
    -- How many ends of all sessions there had been when it was opened.
    ends_before bigint not null check (ends_before >= 0),
    mac bytea not null check (octet_length(mac) = 32),
    -- Where the session was opened, for its member to recognise: the browser's own text, and the address
    -- as its network only. Neither decides anything, so the MAC does not cover them.
    agent text check (char_length(agent) between 1 and 300),
    network text check (char_length(network) between 1 and 60),
    constraint session_token_key unique (token_hash)
);

create index session_member_idx on session (member_id);
create index session_expires_idx on session (expires_at);

-- A visitor who chats without an account gets an identity: a public id and a secret, of which only
-- the SHA-256 is stored. A guest who registers takes the conversation along; from then on the secret
-- opens nothing.
create table guest (
    id uuid primary key,
    secret_hash bytea not null check (octet_length(secret_hash) = 32),
    -- Under a key outside the database: a secret that somebody enters, or a later visit, opens no conversation.
    mac bytea not null check (octet_length(mac) = 32),
    created_at timestamptz not null,
    last_seen_at timestamptz not null,
    -- The member that the guest became. The guest is revoked as well, so the row of before opens nothing.
    linked_to uuid references member (id) on delete cascade
);

create index guest_linked_idx on guest (linked_to) where linked_to is not null;
create index guest_last_seen_idx on guest (last_seen_at);

select grant_app('select, insert, update (last_seen_at, linked_to, mac), delete', 'guest');

-- A ticket opens the socket once and for seconds, because a browser cannot send a header there. It is
-- for exactly one of a member, a guest and a member of staff.
create table socket_ticket (
    ticket_hash bytea primary key,
    session_id uuid references session (id) on delete cascade,
    expires_at timestamptz not null,
    guest_id uuid references guest (id) on delete cascade,
    -- The session of a member of staff, who it is, and the name that visitors see.
    staff_session_id uuid,
    staff_id uuid,
    staff_name text,
    mac bytea not null check (octet_length(mac) = 32),
    constraint socket_ticket_holder_check
        check (num_nonnulls(session_id, guest_id, staff_session_id) = 1),
    constraint socket_ticket_staff_check
        check (num_nonnulls(staff_session_id, staff_id, staff_name) in (0, 3))
);

create index socket_ticket_expires_idx on socket_ticket (expires_at);

select grant_app('select, insert, update (last_seen_at, mac), delete', 'session');
select grant_app('select, insert, delete', 'socket_ticket');

-- One-time codes and the phone numbers that they proved. The code itself is never stored, only its
-- HMAC, bound to token, phone and purpose.
create table otp (
    id uuid primary key,
    token_hash bytea not null,
    ref text not null,
    phone text not null,
    purpose text not null,
    code_mac bytea not null,
    tries integer not null default 0,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    -- Set by the right code; the number counts as proved for a while after it. A code is good no more, and proves
    -- no more, once it is revoked: a registration has used it, or a later code replaced it.
    verified_at timestamptz,
    verified_mac bytea check (octet_length(verified_mac) = 32),
    constraint otp_token_key unique (token_hash)
);

create index otp_phone_idx on otp (phone, purpose, created_at desc);
create index otp_created_idx on otp (created_at);

select grant_app('select, insert, update, delete', 'otp');

-- Limits survive a restart, or a restart would be a way around them.
create table throttle (
    -- What is limited (`login:account`, `otp:address`).
    scope text not null,
    -- Who is limited: an HMAC, never a phone or an address.
    subject bytea not null,
    -- How often within the window that began at `since`, or in a row for growing waits.
    count integer not null,
    since timestamptz not null,
    blocked_until timestamptz,
    updated_at timestamptz not null,
    primary key (scope, subject)
);

create index throttle_updated_idx on throttle (updated_at);

select grant_app('select, insert, update, delete', 'throttle');

-- Devices that a member has registered or signed in from: keyed digests of a random id that the
-- browser keeps. The MAC covers member and device: one that somebody enters is no known one.
create table member_device (
    member_id uuid not null references member (id) on delete cascade,
    device bytea not null check (octet_length(device) = 16),
    mac bytea not null check (octet_length(mac) = 32),
    seen_at timestamptz not null,
    primary key (member_id, device)
);

create index member_device_idx on member_device (device);

-- Two members who have used one device look like one person. So do two with bank accounts in one name, which
-- the gateway compares: a MAC covers the names. Phone numbers and account numbers never are two members'.
create function share_a_device(one uuid, other uuid) returns boolean
    language sql stable
    return one = other
        or exists (select from member_device as mine
                   join member_device as theirs on theirs.device = mine.device
                   where mine.member_id = one and theirs.member_id = other);

select grant_app('select, insert, update (mac, seen_at), delete', 'member_device');

-- What a stranger may have done to an account: a log-in from a device that was not used before, another
-- password or PIN.
--
-- Who has seen a notice is not written here: each device remembers it, so that nobody who gets in
-- hides one from the member's own devices.
create table member_notice
(
    id         uuid primary key,
    member_id  uuid        not null references member (id) on delete cascade,
    kind       text        not null check (kind in ('NEW_DEVICE', 'PASSWORD_SET', 'PASSWORD_CHANGED', 'PIN_SET')),
    at         timestamptz not null,
    agent      text check (char_length(agent) between 1 and 300),
    network    text check (char_length(network) between 1 and 60),
    device     bytea check (octet_length(device) = 16),
    held_until timestamptz
);

create index member_notice_member_idx on member_notice (member_id, at);
create index member_notice_at_idx on member_notice (at);

select grant_app('select, insert, delete', 'member_notice');

-- Money leaves a wallet only with a second secret. Which PIN is in force is an event of the
-- wallet; here is what checks its digits.
--
-- The hash is over a MAC of member, PIN and digits under a key outside the database: nobody who can read
-- the table finds the digits by trying a million, and a row that the gateway has not written fits none.
create table member_pin
(
    id        uuid primary key,
    member_id uuid        not null references member (id) on delete cascade,
    hash      text        not null,
    set_at    timestamptz not null
);

create index member_pin_member_idx on member_pin (member_id);

select grant_app('select, insert, delete', 'member_pin');

-- Staff keeps somebody out of a player's account at once, also where others know the password. A freeze is in force
-- until a row ends it, by its id: so an earlier end that somebody writes again ends nothing, and nobody with the
-- application's rights removes a row. The MAC says that the gateway has written it.
create table login_freeze
(
    id        uuid primary key,
    member_id uuid        not null references member (id),
    -- The freeze that this row ends; null where it begins one.
    ends      uuid references login_freeze (id),
    at        timestamptz not null,
    mac       bytea       not null check (octet_length(mac) = 32)
);

create index login_freeze_member_idx on login_freeze (member_id);
-- Staff list the freezes in force, the latest first.
create index login_freeze_at_idx on login_freeze (at, member_id) where ends is null;
create index login_freeze_ends_idx on login_freeze (ends) where ends is not null;

create trigger append_only
    before update or delete or truncate
    on login_freeze
    for each statement
execute function refuse_change();
alter table login_freeze enable always trigger append_only;

select grant_app('select, insert', 'login_freeze');

-- The link of an invitation holds the member's id, which nobody can read out or type, so each member has
-- one short random code as well. It says nothing about the phone number or the id. The letters I and O and
-- the digits 0 and 1 are left out, because they look alike. A registration refuses a code that belongs to
-- nobody: the code of an erased member stays, and names nobody, or the refusal would say that the member
-- was erased. The MAC covers code and member: a code that somebody has given to another member is nobody's.
create table invite_code (
    code text primary key check (code ~ '^[2-9A-HJ-NP-Z]{8}$'),
    member_id uuid unique references member (id) on delete cascade,
    mac bytea not null check (octet_length(mac) = 32),
    created_at timestamptz not null
);

select grant_app('select, insert, update (member_id, mac)', 'invite_code');
