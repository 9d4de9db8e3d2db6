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
-- used once.
--
-- One table that grows without end cannot be moved to cheaper disks in parts, and its indexes outgrow
-- memory, so it is partitioned by position:
--
-- 1. A partition is called `event_from_` and its first position, in twelve digits, so that a dump has them in
--    their order. Its width is 2^26 events, some 40 GB: whole tiles of the proof tree up to level 2, so that four
--    hashes of the tree confirm a whole partition. A stream may have events in each partition and is looked for
--    in each, so there should be dozens of them and not hundreds.
-- 2. The keys are each partition's. Positions are unique all the same, because a position belongs to one
--    partition. A wallet's sequence is unique within a partition; over all of them it is the counted update
--    of `stream_head` that lets no event be written twice, and `gateway verify` reads every chain. A key over
--    all partitions would have to begin with the position, and no partition could then be in another database.
-- 3. The application reaches events through `event` only. It may not touch a partition by its name.
-- 4. A partition that is missing would refuse every command. So there is always room for one more width:
--    `journal_extend` adds the next partition in time, and the gateway calls it.
create table event
(
    wallet_id     uuid        not null,
    sequence      bigint      not null check (sequence > 0),
    event_type    text        not null,
    event_version text        not null,
    -- json, not jsonb: the bytes stay as they were hashed
    payload       json        not null,
    metadata      json        not null,
    position      bigint      not null check (position > 0),
    recorded_at   timestamptz not null default now(),
    -- the chain up to and with this event; ledger/src/journal/chain.rs has its format
    stream_hash   bytea       not null check (octet_length(stream_hash) = 32),
    -- digest of the wallet's state after this event, where a snapshot was taken; in the chain too,
    -- so that a snapshot cannot be edited without breaking it
    state_hash    bytea check (octet_length(state_hash) = 32),
    -- by the installation's key, which the database does not have; ledger/src/journal/mac.rs has its format
    mac           bytea       not null check (octet_length(mac) = 16)
) partition by range (position);

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

-- Makes a partition for positions from `first` to before `behind`. Nobody waits: the new table is filled with
-- its keys and guards before it is attached, and attaching lets commands and readers pass.
create function journal_partition_add(first bigint, behind bigint) returns void
    language plpgsql
as
$$
declare
    name constant text := 'event_from_' || to_char(first, 'FM000000000000');
begin
    execute format('create table %I (like event including defaults including constraints)', name);
    execute format('alter table %I '
        'add constraint %I primary key (position), '
        'add constraint %I unique (wallet_id, sequence)',
        name, name || '_pkey', name || '_stream_key');
    execute format('create trigger append_only before update or delete or truncate on %I '
        'for each statement execute function refuse_change()', name);
    execute format('alter table %I enable always trigger append_only', name);
    execute format('alter table event attach partition %I for values from (%s) to (%s)',
        name, first, behind);
end
$$;
revoke all on function journal_partition_add(bigint, bigint) from public;

-- The first position that no partition is for.
create function journal_end() returns bigint
    language sql
    stable
as
$$
select coalesce(max(substring(pg_get_expr(of.relpartbound, of.oid) from 'TO \(''(\d+)''\)')::bigint), 1)
from pg_inherits as it join pg_class as of on of.oid = it.inhrelid
where it.inhparent = 'event'::regclass
$$;

-- The last position whose events are in another database, which answers later than ours or not at all: a
-- partition there is a foreign table here. Reading what is behind it asks nobody else.
create function journal_archived() returns bigint
    language sql
    stable
as
$$
select coalesce(max(substring(pg_get_expr(of.relpartbound, of.oid) from 'TO \(''(\d+)''\)')::bigint) - 1, 0)
from pg_inherits as it join pg_class as of on of.oid = it.inhrelid
where it.inhparent = 'event'::regclass and of.relkind = 'f'
$$;

select journal_partition_add(1, 67108865);

-- Adds the next partition when less than a width is left, and says how many positions are left then. The
-- application may call it: it runs with the owner's rights, takes no word from the caller, and looks for
-- tables and functions in our schema only.
do $$
begin
    execute format($make$
        create function journal_extend() returns bigint
            language plpgsql
            security definer
            set search_path = %I, pg_temp
        as
        $body$
        declare
            width  constant bigint := 67108864;
            behind bigint := journal_end();
            last   bigint;
        begin
            select position into strict last from log_head;
            if behind - 1 - last < width then
                -- Two gateways may come at once: the second one finds the partition there.
                perform pg_advisory_xact_lock(hashtextextended('journal_extend', 0));
                behind := journal_end();
                if behind - 1 - last < width then
                    perform journal_partition_add(behind, behind + width);
                    behind := behind + width;
                end if;
            end if;
            return behind - 1 - last;
        end
        $body$
    $make$, current_schema());
end
$$;

revoke all on function journal_extend() from public;

do $$
begin
    if exists (select from pg_roles where rolname = 'wallet_app') then
        grant execute on function journal_extend() to wallet_app;
    end if;
end
$$;

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
-- Where the caller asks for it, it first looks for conflicts: a wallet that has moved on ('stale'), a key
-- that was used ('known'), a fact that was credited ('claimed', with its owner). If it finds any, it
-- reports all of them and writes nothing; the caller removes those commands and tries again. Conflicts
-- are rare and a look reads each key, claim and head by its index, so most calls only write.
--
-- 1. What the look missed, or another process commits after it, becomes an error (23505, 40001): the
--    primary keys and the counted update raise it, and all of the batch is rolled back. The caller comes
--    again with a look, which names what is in the way.
-- 2. A batch that rests on something which it does not write must look: a refusal, and "there is nothing
--    left to do", were decided on a head that another process may have moved; a refused command's key
--    may have been used.
-- 3. Everybody takes locks in one order: keys and claims, sorted here, then heads, sorted by the
--    caller, then log_head. So two appends cannot wait for each other in a circle.
-- 4. log_head is locked last and held until the commit. So a reader of position n sees all below.
-- 5. One plan is made and used again, whatever the tables' statistics say, and it cannot begin with a
--    table: a `lateral` query with a limit is looked up row by row, and no ordered scan can serve
--    `= any (array[..])`. The planner settings keep it on nested loops over the primary keys, which the
--    order of the locks needs.
--
-- The application appends by this function only. It has no right to insert or update these tables, and the
-- function runs with the owner's rights: whatever comes through it can only be next, in its stream and in the
-- log, and no head goes back. It takes no word of the caller for that: events have to follow their heads.
create function journal_append(
    is_looking boolean,
    head_wallets uuid[], head_versions bigint[], head_nexts bigint[], head_hashes bytea[],
    asked_wallets uuid[], asked_keys text[],
    key_wallets uuid[], key_texts text[], key_fingerprints bytea[],
    key_sequences bigint[], key_events integer[],
    claim_kinds text[], claim_references text[], claim_wallets uuid[], claim_sequences bigint[],
    snapshot_wallets uuid[], snapshot_sequences bigint[], snapshot_format integer,
    snapshot_states text[],
    event_wallets uuid[], event_sequences bigint[], event_types text[], event_versions text[],
    event_payloads text[], event_metadatas text[], event_hashes bytea[], event_states bytea[],
    event_macs bytea[]
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
    set plan_cache_mode = force_generic_plan
    set lock_timeout = '5s'
as
$$
declare
    added      bigint := cardinality(event_wallets);
    is_in_line boolean;
    moving     bigint;
    changed    bigint;
    head       bigint;
begin
    -- Without events nothing may move. With them, each head's events are there in its order, and the last one's
    -- hash is the head's.
    select coalesce(array_agg(head.id), '{}') = event_wallets
           and coalesce(array_agg(line.sequence), '{}') = event_sequences
           and coalesce(array_agg(head.hash) filter (where line.sequence = head.next), '{}')
               = array(select noted.hash
                       from (select hash, id, lead(id) over () as next_id
                             from unnest(event_wallets, event_hashes) as event (id, hash)) as noted
                       where noted.next_id is distinct from noted.id),
           count(*) filter (where line.sequence = head.next and head.version > 0)
    into strict is_in_line, moving
    from unnest(head_wallets, head_versions, head_nexts, head_hashes) as head (id, version, next, hash)
             cross join lateral generate_series(head.version + 1, head.next) as line (sequence);
    if is_in_line is not true then
        raise exception 'the events do not follow their heads' using errcode = 'check_violation';
    end if;

    -- One statement and so one picture: all of what another process has committed, or nothing of it.
    if is_looking then
        return query
            select 'stale', null::bigint, asked.id, null::text, null::text
            from unnest(head_wallets, head_versions) as asked (id, version)
                     left join lateral (
                select stream_head.version
                from stream_head
                where stream_head.wallet_id = asked.id
                limit 1
                ) as head on true
            where coalesce(head.version, 0) <> asked.version
            union all
            select 'known', null::bigint, used.wallet_id, null::text, used.key
            from unnest(asked_wallets || key_wallets, asked_keys || key_texts) as asked (id, key)
                     cross join lateral (
                select idempotency.wallet_id, idempotency.key
                from idempotency
                where idempotency.wallet_id = asked.id and idempotency.key = asked.key
                limit 1
                ) as used
            union all
            select 'claimed', null::bigint, taken.wallet_id, taken.kind, taken.reference
            from unnest(claim_kinds, claim_references) as asked (kind, reference)
                     cross join lateral (
                select claim.wallet_id, claim.kind, claim.reference
                from claim
                where claim.kind = asked.kind and claim.reference = asked.reference
                limit 1
                ) as taken;
        if found then
            return;
        end if;
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
        where stream_head.wallet_id = any (array[moved.id])
          and stream_head.version = moved.version
          and moved.version > 0
          and moved.next > moved.version;
        get diagnostics changed = row_count;

        if 0 = any (head_versions) then
            insert into stream_head (wallet_id, version, stream_hash)
            select opened.id, opened.next, opened.hash
            from unnest(head_wallets, head_versions, head_nexts, head_hashes)
                as opened (id, version, next, hash)
            where opened.version = 0
              and opened.next > 0;
        end if;

        if changed <> moving then
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

        insert into event (wallet_id, sequence, event_type, event_version, payload, metadata, position,
                           stream_hash, state_hash, mac)
        select noted.id, noted.sequence, noted.type, noted.version, noted.payload::json,
               noted.metadata::json, head - added + noted.place, noted.hash, noted.state, noted.mac
        from unnest(event_wallets, event_sequences, event_types, event_versions,
                    event_payloads, event_metadatas, event_hashes, event_states, event_macs)
            with ordinality
            as noted (id, sequence, type, version, payload, metadata, hash, state, mac, place);
    end if;

    outcome := 'appended';
    first_position := head - added + 1;
    return next;
end
$$;

-- Uses up a key under which nothing was written. False when it was used before: its row decides between this
-- and a command that another process is about to append.
create function journal_use_key(of_wallet uuid, used_key text, of_fingerprint bytea) returns boolean
    language sql
as
$$
with used as (
    insert into idempotency (wallet_id, key, fingerprint, sequence, events)
    values (of_wallet, used_key, of_fingerprint, 0, 0)
    on conflict do nothing
    returning 1)
select exists (select from used)
$$;

-- What the application may write through runs with the owner's rights, and finds tables and functions in our
-- schema only.
do $$
declare
    writer regprocedure;
begin
    foreach writer in array array['journal_append'::regproc, 'journal_use_key'::regproc]::oid[]
        loop
            execute format('alter function %s security definer', writer);
            execute format('alter function %s set search_path = %I, pg_temp', writer, current_schema());
            execute format('revoke all on function %s from public', writer);
            if exists (select from pg_roles where rolname = 'wallet_app') then
                execute format('grant execute on function %s to wallet_app', writer);
            end if;
        end loop;
end
$$;

-- Of two processes that write to one wallet, the last writer knows the wallet's end and would win every
-- race, until the other's commands are refused. So a process that has met another at a wallet waits for
-- its turn first, and reads what is new.
--
-- A turn only says who is next: each write is still compared with the head. So a process that gets no
-- turn in time writes without one: the holder may be silent, in a session that lives on.
create function journal_take_turns(wallets uuid[]) returns void
    language plpgsql
as
$$
declare
    wallet uuid;
begin
    perform set_config('lock_timeout', '250ms', true);
    foreach wallet in array wallets
        loop
            perform pg_advisory_lock(hashtextextended(wallet::text, 7));
        end loop;
exception
    when lock_not_available then
        null;
end
$$;

-- Events of wallets, each from one sequence to another, at positions from `first` to `last`: where both ends
-- are known, no other partition is opened. As a function, for its plan: planned for each call, 10 partitions cost
-- more time than the reading, and 64 four times as much. The settings are those of `journal_append`.
create function journal_read_streams(ids uuid[], firsts bigint[], lasts bigint[], first bigint, last bigint)
    returns table
            (
                at_position   bigint,
                of_wallet     uuid,
                at_sequence   bigint,
                type          text,
                version       text,
                payload_text  text,
                metadata_text text,
                hash          bytea,
                state         bytea,
                code          bytea
            )
    language plpgsql
    stable
    set enable_seqscan = off
    set enable_hashjoin = off
    set enable_mergejoin = off
    set jit = off
    set plan_cache_mode = force_generic_plan
as
$$
begin
    return query
        select event.position, wanted.id, event.sequence, event.event_type, event.event_version,
               event.payload::text, event.metadata::text, event.stream_hash, event.state_hash, event.mac
        from unnest(ids, firsts, lasts) as wanted (id, first_sequence, last_sequence)
                 cross join lateral (
            select *
            from event as found
            where found.wallet_id = wanted.id
              and found.sequence between wanted.first_sequence and wanted.last_sequence
              and found.position between journal_read_streams.first and journal_read_streams.last
            order by found.sequence
            ) as event;
end
$$;

-- The layout of postgres-es 0.5, so that its reader can open our streams; and the wallet's id as it is
-- indexed, for reading one wallet.
create view event_by_aggregate as
select 'wallet'::text  as aggregate_type,
       wallet_id::text as aggregate_id,
       sequence,
       event_type,
       event_version,
       payload,
       metadata,
       wallet_id
from event;

select grant_app('select', 'event');
select grant_app('select', 'event_by_aggregate');
select grant_app('select', 'claim');
select grant_app('select', 'idempotency');
select grant_app('select', 'log_head');
select grant_app('select', 'stream_head');
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
    -- by the installation's key: what somebody else has written is no answer
    mac         bytea       not null check (octet_length(mac) = 32),
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

-- While a release is rolled out, and on the way back, gateways of the release before it work on the new
-- tables. Whether they can is known only to the writer of the migration, so it is written down here: a
-- release works on these tables if it knows this migration. A migration that the release before it cannot
-- work with raises the number to its own version.
create table schema_floor
(
    is_the_only_row boolean primary key default true check (is_the_only_row),
    migration       bigint not null
);

insert into schema_floor (migration)
values (20261123010900);

select grant_app('select', 'schema_floor');
-- Whether the tables are those of this release is looked up with the application's rights.
select grant_app('select', record)
from to_regclass('_sqlx_migrations') as record
where record is not null;

-- A gateway with another secret.key ends sessions, pays nobody and signs what no other one believes.
-- The first start of all records which key it is, by a fingerprint that says nothing about it, and every
-- gateway compares its own.
create table secret_key
(
    is_the_only_row boolean primary key default true check (is_the_only_row),
    fingerprint     bytea not null check (octet_length(fingerprint) = 16),
    -- the log's name: the key of the events follows from both
    origin          text  not null
);

create trigger append_only
    before update or delete or truncate
    on secret_key
    for each statement
execute function refuse_change();
alter table secret_key enable always trigger append_only;

select grant_app('select, insert', 'secret_key');
