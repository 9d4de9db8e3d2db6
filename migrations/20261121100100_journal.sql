-- Why: the journal is the only truth. Events stand in one dense order over all wallets (position)
-- and in one chain per wallet (sequence, stream_hash); the small tables beside it make sure that a
-- command, an outside fact and a version are used once. Layout of `event` as postgres-es 0.5 reads
-- it, with four columns more.

create table event
(
    aggregate_type text        not null,
    aggregate_id   text        not null,
    sequence       bigint      not null check (sequence > 0),
    event_type     text        not null,
    event_version  text        not null,
    -- json, not jsonb: the bytes stay as they were hashed
    payload        json        not null,
    metadata       json        not null,
    position       bigint      not null check (position > 0),
    recorded_at    timestamptz not null default now(),
    -- the chain up to and with this event; its format stands in ledger/src/journal/chain.rs
    stream_hash    bytea       not null check (octet_length(stream_hash) = 32),
    -- digest of the wallet's state after this event, where a snapshot was taken; in the chain too,
    -- so that a snapshot cannot be edited without breaking it
    state_hash     bytea check (octet_length(state_hash) = 32),
    primary key (aggregate_type, aggregate_id, sequence),
    constraint event_position_key unique (position)
);

-- The last position given out. One row; its lock is what makes positions dense and in commit order.
create table log_head
(
    is_only  boolean primary key default true check (is_only),
    position bigint not null check (position >= 0)
) with (fillfactor = 10);

insert into log_head (position)
values (0);

-- The end of each wallet's stream: a writer that has not seen it is refused.
create table stream_head
(
    wallet_id   uuid primary key,
    version     bigint not null check (version > 0),
    stream_hash bytea  not null check (octet_length(stream_hash) = 32)
) with (fillfactor = 70);

-- Outside facts that have been credited, for ever. (wallet_id, sequence) is the event that did it;
-- its position is not known yet when the claim is taken.
create table claim
(
    kind      text   not null,
    reference text   not null,
    wallet_id uuid   not null,
    sequence  bigint not null check (sequence > 0),
    primary key (kind, reference)
);

-- Commands that have taken effect, by their own name. The events are the `events` ones that end at
-- `sequence`; none for a command that found nothing left to do.
create table idempotency
(
    wallet_id   uuid    not null,
    key         text    not null check (key <> ''),
    fingerprint bytea   not null check (octet_length(fingerprint) = 32),
    sequence    bigint  not null check (sequence >= 0),
    events      integer not null check (events >= 0 and events <= sequence),
    primary key (wallet_id, key)
);

-- A wallet's folded state, to start from instead of the stream's beginning. A cache: it may be
-- dropped at any time and is never believed without the chain's word (event.state_hash).
create table snapshot
(
    wallet_id uuid primary key,
    sequence  bigint  not null check (sequence > 0),
    format    integer not null,
    state     json    not null
);

select grant_app('select, insert', 'event');
select grant_app('select, insert', 'claim');
select grant_app('select, insert', 'idempotency');
select grant_app('select, update', 'log_head');
select grant_app('select, insert, update', 'stream_head');
select grant_app('select, insert, update', 'snapshot');
