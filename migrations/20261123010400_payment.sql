-- Deposits, game accounts, and the background work that talks to the outside.

-- A slip's picture is kept as evidence and shown to its owner. The file is below the data folder under
-- a random name; this row says whose it is and what its QR said. It is written after the file is on
-- the disk and before the slip is submitted to the ledger, so a submitted slip always has its
-- picture. A picture whose submission the ledger refuses for good is deleted again.
create table slip_file (
    slip_id uuid primary key,
    wallet_id uuid not null,
    file_name text not null unique,
    media_type text not null
        check (media_type in ('image/jpeg', 'image/png', 'image/webp', 'image/gif')),
    byte_count integer not null check (byte_count > 0),
    sha256 bytea not null check (octet_length(sha256) = 32),
    -- The QR's text in its one spelling, for the verification service.
    payload text,
    -- Or why the picture cannot be used.
    refusal text,
    uploaded_at timestamptz not null,
    mac bytea not null check (octet_length(mac) = 32),
    check ((payload is null) <> (refusal is null))
);

create index on slip_file (wallet_id, uploaded_at desc);

select grant_app('select, insert, delete', 'slip_file');

-- The product shows a player the name and password of a game account, so passwords are stored
-- encrypted (AES-256-GCM, key outside the database, wallet and game as associated data: a row moved to
-- another player does not decrypt). A password is stored before it is sent to the provider, so no crash
-- leaves an account that nobody can enter.
create table game_credential (
    wallet_id uuid not null,
    game text not null,
    username text not null check (username ~ '^[a-z0-9]{6,16}$'),
    -- Nonce, ciphertext and tag.
    sealed bytea not null,
    -- A new password that the provider may or may not have taken yet.
    sealed_next bytea,
    -- The idempotency key of the request that opened the account, to know its repeat.
    opened_by_key text,
    created_at timestamptz not null,
    changed_at timestamptz not null,
    primary key (wallet_id, game),
    -- Two players under one name would play with one purse.
    unique (game, username)
);

select grant_app('select, insert, update', 'game_credential');

-- Outside calls with an unknown outcome are repeated with growing pauses. The pauses survive a restart
-- here, so a gateway that comes back does not storm a provider in trouble. Nothing here decides about
-- money: losing the table costs only patience.
create table process_attempt (
    process text not null check (process in ('transfer', 'withdrawal', 'slip', 'qr', 'gift')),
    subject_id uuid not null,
    wallet_id uuid not null,
    attempts integer not null check (attempts > 0),
    first_at timestamptz not null,
    next_at timestamptz not null,
    -- What was seen last, without anybody's data.
    last_seen text not null,
    -- A contradiction waits until a person has looked at it.
    is_halted boolean not null default false,
    primary key (process, subject_id)
);

select grant_app('select, insert, update, delete', 'process_attempt');

-- When each game was last asked for its balance, which the portal shows as its age. A provider that confirms
-- what the books say writes no event, so the journal does not know.
create table game_balance_read (
    wallet_id uuid not null,
    game text not null,
    read_at timestamptz not null,
    primary key (wallet_id, game)
);

select grant_app('select, insert, update', 'game_balance_read');

-- A payment service knows an order by a short reference of ours and the ledger knows it by its id; this
-- row ties both to the wallet. It is written before the ledger and the service are asked, so a
-- notification always finds its wallet, even when the answer to the order's creation was lost. Nothing
-- here decides about money: the ledger says which order is open, paid or ended.
create table qr_order (
    order_id uuid primary key,
    -- As written in the QR.
    order_ref text not null unique check (order_ref ~ '^[A-Z0-9]{1,20}$'),
    wallet_id uuid not null,
    channel text not null,
    currency text not null check (currency in ('THB', 'LAK')),
    amount numeric(20, 2) not null check (amount > 0),
    created_at timestamptz not null,
    expires_at timestamptz not null check (expires_at > created_at),
    -- Whether the service may know the order: set before it is called.
    is_placed boolean not null default false,
    -- The QR, once it was seen to be the one that was ordered.
    payload text,
    -- Nothing is left to cancel at the service: it was cancelled, or the order's time was over.
    is_withdrawn boolean not null default false,
    -- How it ended; null while the service is still asked about it. 'unpaid': nobody is asked any
    -- more, but a notification is still believed. 'unplaced': the service was never asked for it.
    settlement text check (settlement in ('paid', 'referred', 'unpaid', 'unplaced')),
    -- Questions that found nothing new, and when to look again.
    questions integer not null default 0,
    next_at timestamptz not null,
    -- A notification may come before the service's own status says the same: an order whose payment the
    -- service never confirms then goes to staff and is not forgotten as unpaid.
    is_notified boolean not null default false
);

create index on qr_order (channel, next_at) where settlement is null;
create index on qr_order (wallet_id, created_at desc);

-- Orders that may be paid any moment are polled before the many ended ones, which are polled for two
-- days in case late money comes. These are few.
create index on qr_order (channel, expires_at) where settlement is null and not is_withdrawn;
-- Paid orders that wait for a person, or for an answer, longer than they should.
create index on qr_order (channel, created_at)
    where settlement is null or settlement = 'referred';

select grant_app('select, insert, update', 'qr_order');

-- Anyone with a gift link's hash can take the gift, so the hash never enters the events. It is stored
-- here, encrypted with a key outside the database, only while the gift has not ended. The row is
-- written before the gift is submitted to the ledger, so a submitted gift always has it. Afterwards the
-- row says how a gift ended that brought nothing, for a repeat of the request.
create table gift_link (
    gift_id uuid primary key,
    wallet_id uuid not null,
    -- The hash's own SHA-256, as in the events: it names the voucher and takes nothing.
    voucher text not null check (voucher ~ '^[0-9a-f]{64}$'),
    -- Nothing once the gift has ended.
    sealed bytea,
    -- Why it brought nothing: a code of the catalogue.
    reason text,
    submitted_at timestamptz not null
);

create index on gift_link (wallet_id, submitted_at desc);
create index on gift_link (submitted_at) where sealed is not null;

select grant_app('select, insert, update, delete', 'gift_link');

-- What a comparison of the ledger with an outside party's records found. A report is written once and
-- changes nothing; staff read it and decide. The MAC, under a key outside the database, covers the report with
-- the digest of its differences: one in which nothing differs is the gateway's own.
create table reconciliation_run (
    run_id uuid primary key,
    -- Whose records: 'game:pg', 'payout', 'psp:KBANK', 'bank:scb-1'.
    source text not null,
    from_at timestamptz not null,
    to_at timestamptz not null check (to_at > from_at),
    ran_at timestamptz not null,
    -- Records that were compared.
    compared bigint not null check (compared >= 0),
    -- Work under way here that may explain a record there.
    open bigint not null check (open >= 0),
    -- Payments that nobody has claimed with a slip so far.
    unclaimed bigint not null check (unclaimed >= 0),
    differences bigint not null check (differences >= 0),
    -- Why the source could not be compared; a run with a problem proves nothing.
    problem text,
    digest bytea not null check (octet_length(digest) = 32),
    mac bytea not null check (octet_length(mac) = 32)
);

create index on reconciliation_run (source, ran_at desc);

create table reconciliation_difference (
    run_id uuid not null references reconciliation_run,
    ordinal bigint not null,
    kind text not null check (kind in ('missing_outside', 'missing_here', 'amount', 'balance')),
    -- The movement's id, or the player's name with the provider.
    subject text not null,
    ours text,
    theirs text,
    primary key (run_id, ordinal)
);

-- The nights: a gateway takes a source of a day on a lease, which ends if it dies; the source is done
-- once it was compared. A row without the gateway's MAC is neither taken nor done.
create table reconciliation_day (
    day date not null,
    source text not null,
    taken_until timestamptz not null,
    done_at timestamptz,
    mac bytea not null check (octet_length(mac) = 32),
    primary key (day, source)
);

select grant_app('select, insert', 'reconciliation_run');
select grant_app('select, insert', 'reconciliation_difference');
select grant_app('select, insert, update', 'reconciliation_day');

-- What does not fit: a difference with somebody else's records, a payment that nobody claims, void rows of a wallet,
-- and what the verification finds. Each is work for staff until a person ends it with a reason: a comparison that no
-- longer sees it says so and ends nothing.
create table discrepancy (
    id uuid primary key,
    -- The order of the list, and its cursor.
    number bigint generated always as identity unique,
    kind text not null check (kind in ('missing_outside', 'missing_here', 'amount', 'balance', 'unclaimed', 'void',
                                       'finding', 'not_compared')),
    -- Whose records, as in reconciliation_run; 'journal' or 'verification' for our own.
    source text not null check (source <> ''),
    -- The movement's id, the player's name with the provider, the wallet, or the finding's id.
    subject text not null check (subject <> ''),
    -- Whose wallet it is about, where that is known.
    player uuid,
    currency text check (currency in ('THB', 'LAK', 'COIN')),
    -- How much is in question.
    amount numeric(20, 2) check (amount >= 0),
    ours text,
    theirs text,
    -- When the movement was made; null for what every comparison sees again.
    occurred_at timestamptz,
    -- When it was seen first and last, and when a comparison that covers it saw it no longer.
    found_at timestamptz not null,
    seen_at timestamptz not null,
    gone_at timestamptz,
    -- The decision of staff that ended it.
    explained_by uuid references staff_decision (id),
    explained_at timestamptz,
    -- Over all but the number, under a key outside the database: nobody else ends one.
    mac bytea not null check (octet_length(mac) = 32),
    check ((currency is null) = (amount is null)),
    check ((explained_by is null) = (explained_at is null))
);

-- No unique key: a row that somebody adds must not keep the gateway from writing its own.
create index discrepancy_subject_idx on discrepancy (source, kind, subject);
create index discrepancy_open_idx on discrepancy (number) where explained_at is null;

select grant_app('select, insert, update (player, currency, amount, ours, theirs, occurred_at, seen_at, gone_at,
                                          explained_by, explained_at, mac)', 'discrepancy');

-- What staff have found out about one. Words about a person: the erasure of the player deletes them.
create table discrepancy_note (
    id bigint generated always as identity primary key,
    discrepancy_id uuid not null references discrepancy (id),
    staff_id uuid not null references staff (id),
    at timestamptz not null,
    text text not null check (text <> '')
);

create index on discrepancy_note (discrepancy_id, id);

select grant_app('select, insert, delete', 'discrepancy_note');

-- The right to carry money outside. A row that expires needs no connection to end it; an advisory lock
-- would stay with a session whose connection fell silent.
--
-- 1. The holder of a name may work until held_until, by this server's clock, unless it renews that.
-- 2. Each change of hands, giving back included, increments the token. A renewal and everything that
--    the holder writes name the token: a late one finds another token and does nothing.
-- 3. The row exists from the beginning, held by nobody.
create table lease
(
    name       text        not null primary key,
    holder     uuid        not null,
    token      bigint      not null check (token >= 0),
    held_until timestamptz not null
);

insert into lease (name, holder, token, held_until)
values ('processes', '00000000-0000-0000-0000-000000000000', 0, now());

select grant_app('select, insert, update', 'lease');
