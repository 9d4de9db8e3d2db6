-- The journal is the only truth.

-- The application must not be able to change history even when its code is wrong, so it works
-- as a role that owns nothing and gets each table's grants by name. The owner migrates; the
-- gateway's connections `set role wallet_app`.
--
-- A role belongs to the whole cluster: several databases may migrate at once (tests do), and
-- advisory locks do not reach across databases. So this tries, and accepts that another was first.
do $$
begin
    if not exists (select from pg_roles where rolname = 'wallet_app') then
        create role wallet_app nologin;
    end if;
exception
    when duplicate_object or unique_violation then
        null;
    when insufficient_privilege then
        raise notice 'role wallet_app is missing and % may not create it: '
            'create it (create role wallet_app nologin), grant it to % and migrate again, '
            'or the application works with the rights of its log-in', current_user, current_user;
end
$$;

do $$
begin
    if exists (select from pg_roles where rolname = 'wallet_app')
        and not pg_has_role(current_user, 'wallet_app', 'member')
    then
        execute format('grant wallet_app to %I', current_user);
    end if;
exception
    when insufficient_privilege then
        raise notice '% is no member of wallet_app and may not grant it', current_user;
end
$$;

-- Grants to the application's role, or does nothing where the role could not be created.
create function grant_app(privileges text, on_table regclass) returns void
    language plpgsql
as
$$
begin
    if exists (select from pg_roles where rolname = 'wallet_app') then
        execute format('grant %s on table %s to wallet_app', privileges, on_table);
    end if;
end
$$;

-- Nothing is granted by default: each migration names what the application may do with its tables.
-- Sequences carry no facts, so they are open.
do $$
begin
    if exists (select from pg_roles where rolname = 'wallet_app') then
        alter default privileges grant usage, select on sequences to wallet_app;
    end if;
end
$$;

-- Events have one dense order over all wallets (position) and one chain for each wallet (sequence,
-- stream_hash). The small tables next to it ensure that a command, an outside fact and a version are
-- used once. The layout of `event` is what postgres-es 0.5 reads, plus four columns.

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
    -- the chain up to and with this event; ledger/src/journal/chain.rs has its format
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

-- Outside facts that have been credited; rows are never deleted. (wallet_id, sequence) is the event that did it;
-- its position is not known yet when the claim is taken.
create table claim
(
    kind      text   not null,
    reference text   not null,
    wallet_id uuid   not null,
    sequence  bigint not null check (sequence > 0),
    primary key (kind, reference)
);

-- Commands that have taken effect, by their key. The events are the `events` ones that end at
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

-- The role keeps the application from changing history; these triggers keep the owner from doing it
-- by mistake. `enable always`: also when session_replication_role is replica.
create function refuse_change() returns trigger
    language plpgsql
as
$$
begin
    raise exception '% is append-only: % is refused', tg_table_name, tg_op
        using errcode = 'insufficient_privilege';
end
$$;

create trigger append_only
    before update or delete or truncate
    on event
    for each statement
execute function refuse_change();
alter table event enable always trigger append_only;

create trigger append_only
    before update or delete or truncate
    on claim
    for each statement
execute function refuse_change();
alter table claim enable always trigger append_only;

create trigger append_only
    before update or delete or truncate
    on idempotency
    for each statement
execute function refuse_change();
alter table idempotency enable always trigger append_only;

-- Commits a batch of commands with one statement, one round trip and one flush. Eight separate
-- statements cost a lone caller more than the commit itself, and every millisecond between
-- `update log_head` and the commit blocks every other process.
--
-- It first looks for conflicts: a wallet that has moved on ('stale'), a key that was used ('known'),
-- a fact that was credited ('claimed', with its owner). If it finds any, it reports all of them and
-- writes nothing; the caller removes those commands and tries again. Otherwise it writes everything.
--
-- 1. Between the look and the write another process may commit. The primary keys and the counted
--    update turn that into an error (23505, 40001) that rolls everything back; the caller tries again,
--    and now the look finds it.
-- 2. Everybody takes locks in one order: keys and claims, sorted here, then heads, sorted by the
--    caller, then log_head. So two appends cannot wait for each other in a circle.
-- 3. log_head is locked last and held until the commit. So a reader of position n sees all below.
-- 4. The planner settings keep the cached plans on nested loops over the primary keys: plans made
--    while the tables were empty would scan, and the lock order of point 2 needs the loops.
create function journal_append(
    head_wallets uuid[], head_versions bigint[], head_nexts bigint[], head_hashes bytea[],
    asked_wallets uuid[], asked_keys text[],
    key_wallets uuid[], key_texts text[], key_fingerprints bytea[],
    key_sequences bigint[], key_events integer[],
    claim_kinds text[], claim_references text[], claim_wallets uuid[], claim_sequences bigint[],
    snapshot_wallets uuid[], snapshot_sequences bigint[], snapshot_format integer,
    snapshot_states text[],
    event_wallets uuid[], event_sequences bigint[], event_types text[], event_versions text[],
    event_payloads text[], event_metadatas text[], event_hashes bytea[], event_states bytea[]
)
    returns table
            (
                outcome        text,
                first_position bigint,
                of_wallet      uuid,
                of_kind        text,
                of_reference   text
            )
    language plpgsql
    set enable_seqscan = off
    set enable_hashjoin = off
    set enable_mergejoin = off
    -- A plan that must scan after all is priced so high that it would be compiled: 50 ms a call.
    set jit = off
    set lock_timeout = '5s'
as
$$
declare
    added   bigint := cardinality(event_wallets);
    changed bigint;
    head    bigint;
begin
    -- One statement has one snapshot: it sees all of another process's commit, or nothing of it.
    return query
        select 'stale', null::bigint, asked.id, null::text, null::text
        from unnest(head_wallets, head_versions) as asked (id, version)
                 left join stream_head on stream_head.wallet_id = asked.id
        where coalesce(stream_head.version, 0) <> asked.version
        union all
        select 'known', null::bigint, idempotency.wallet_id, null::text, idempotency.key
        from unnest(asked_wallets || key_wallets, asked_keys || key_texts) as asked (id, key)
                 join idempotency
                      on idempotency.wallet_id = asked.id and idempotency.key = asked.key
        union all
        select 'claimed', null::bigint, claim.wallet_id, claim.kind, claim.reference
        from unnest(claim_kinds, claim_references) as asked (kind, reference)
                 join claim
                      on claim.kind = asked.kind and claim.reference = asked.reference;
    if found then
        return;
    end if;

    if cardinality(key_wallets) > 0 then
        insert into idempotency (wallet_id, key, fingerprint, sequence, events)
        select * from unnest(key_wallets, key_texts, key_fingerprints, key_sequences, key_events)
        order by 1, 2;
    end if;

    if added > 0 then
        if cardinality(claim_kinds) > 0 then
            insert into claim (kind, reference, wallet_id, sequence)
            select * from unnest(claim_kinds, claim_references, claim_wallets, claim_sequences)
            order by 1, 2;
        end if;

        update stream_head
        set version = moved.next, stream_hash = moved.hash
        from unnest(head_wallets, head_versions, head_nexts, head_hashes)
            as moved (id, version, next, hash)
        where stream_head.wallet_id = moved.id
          and stream_head.version = moved.version
          and moved.version > 0
          and moved.next > moved.version;
        get diagnostics changed = row_count;

        insert into stream_head (wallet_id, version, stream_hash)
        select opened.id, opened.next, opened.hash
        from unnest(head_wallets, head_versions, head_nexts, head_hashes)
            as opened (id, version, next, hash)
        where opened.version = 0
          and opened.next > 0;

        if changed <> (select count(*)
                       from unnest(head_versions, head_nexts) as moved (version, next)
                       where moved.version > 0 and moved.next > moved.version)
        then
            raise exception 'a stream has moved on' using errcode = 'serialization_failure';
        end if;

        if cardinality(snapshot_wallets) > 0 then
            insert into snapshot as old (wallet_id, sequence, format, state)
            select taken.id, taken.sequence, snapshot_format, taken.state::json
            from unnest(snapshot_wallets, snapshot_sequences, snapshot_states)
                as taken (id, sequence, state)
            on conflict (wallet_id) do update
                set sequence = excluded.sequence, format = excluded.format, state = excluded.state;
        end if;

        update log_head set position = position + added returning position into strict head;

        insert into event (aggregate_type, aggregate_id, sequence, event_type, event_version,
                           payload, metadata, position, stream_hash, state_hash)
        select 'wallet', noted.id::text, noted.sequence, noted.type, noted.version,
               noted.payload::json, noted.metadata::json, head - added + noted.place,
               noted.hash, noted.state
        from unnest(event_wallets, event_sequences, event_types, event_versions,
                    event_payloads, event_metadatas, event_hashes, event_states)
            with ordinality
            as noted (id, sequence, type, version, payload, metadata, hash, state, place);
    end if;

    return query select 'appended', head - added + 1, null::uuid, null::text, null::text;
end
$$;

select grant_app('select, insert', 'event');
select grant_app('select, insert', 'claim');
select grant_app('select, insert', 'idempotency');
select grant_app('select, update', 'log_head');
select grant_app('select, insert, update', 'stream_head');
select grant_app('select, insert, update', 'snapshot');

-- What a key was answered. The journal and `idempotency` say what a command did, but not what its
-- caller got: without this table, a command that was refused, or found nothing to do, would run
-- when its key came again later, and move money that the member had given up on.
--
-- 1. A refusal is stored before it is answered, in one transaction with the key's row in
--    `idempotency` (sequence 0, events 0: a command that wrote nothing). That row decides between two
--    requests of one key: the second one answers what the first one was answered.
-- 2. A final success is stored with the answer of that time, with its balance and position. It need
--    not wait for the disk, because the journal alone can answer it again.
-- 3. What is not final is not stored: in progress, malformed, not signed in, too many, unavailable.
--
-- The bodies hold amounts, ids and codes, as events do, and nothing that names a person.
create table kept_answer
(
    -- A member, or a decision of staff.
    owner_id    uuid        not null,
    key         text        not null check (key <> ''),
    fingerprint bytea       not null check (octet_length(fingerprint) = 32),
    status      smallint    not null check (status between 200 and 499),
    -- text, not jsonb: the same bytes again
    body        text        not null,
    kept_at     timestamptz not null default now(),
    primary key (owner_id, key)
);

create trigger append_only
    before update or delete or truncate
    on kept_answer
    for each statement
execute function refuse_change();
alter table kept_answer enable always trigger append_only;

select grant_app('select, insert', 'kept_answer');
