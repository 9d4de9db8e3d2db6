-- Why: the primary key of `event` began with a text that was the same in every row and a text of 36
-- letters, the wallet's id. A credited QR order took 1,022 bytes with its indexes and takes 876 now; a
-- batch of 50 such commands took the server 43 microseconds a command, and 29 now.
--
-- Now the wallet's id is what it is everywhere else, a uuid, and the primary key is the position, which
-- every reader of the feed asks for. (wallet_id, sequence) stays unique. No byte that a hash covers
-- changes: the id is hashed as 16 bytes, payload and metadata keep their text. The columns that postgres-es reads
-- are in the view `event_by_aggregate`.
--
-- The table is written again, under a lock that keeps commands and readers out: 3.4 seconds for 500,000
-- events on two processors.

-- No hash covers the type, nor how the id is spelled: `gateway verify` of the
-- previous release finds a change of them, which must not be covered up here.
do $$
begin
    if exists (select from event
               where aggregate_type <> 'wallet' or aggregate_id <> (aggregate_id::uuid)::text)
    then
        raise exception 'the journal holds an event that is of no wallet: '
            'run `gateway verify` of the previous release';
    end if;
end
$$;

drop trigger refuse_erased on event;

alter table event
    drop constraint event_pkey,
    drop constraint event_position_key,
    drop column aggregate_type,
    alter column aggregate_id type uuid using aggregate_id::uuid;

alter table event rename column aggregate_id to wallet_id;

alter table event
    add constraint event_pkey primary key (position),
    add constraint event_stream_key unique (wallet_id, sequence);

create trigger refuse_erased
    after insert on event
    for each row
    when (new.event_type in ('WithdrawalRequested', 'SlipSubmitted', 'QrOrdered', 'GiftSubmitted',
                             'ManualDepositRequested', 'TransferStarted'))
execute function refuse_erased('wallet_id');

-- The layout of postgres-es 0.5, so that its reader can open our streams.
create view event_by_aggregate as
select 'wallet'::text  as aggregate_type,
       wallet_id::text as aggregate_id,
       sequence,
       event_type,
       event_version,
       payload,
       metadata
from event;

select grant_app('select', 'event_by_aggregate');

-- The append, with three changes:
-- 1. It inserts into the columns as they are now.
-- 2. It looks for conflicts only where it is asked to. A look reads each key, claim and head by its
--    index, and the writes read all of them again. Conflicts are rare, and without a look they end
--    as they do when another process commits between look and write: the primary keys and the
--    counted update raise an error (23505, 40001), all of the batch is rolled back, and the caller
--    comes again with a look, which names what is in the way.
-- 3. The caller says how many heads it moves, and the answer is not selected: a query less of each.
--
-- A batch that rests on something which it does not write must look: a refusal, and "there is nothing
-- left to do", were decided on a head that another process may have moved; a refused command's key
-- may have been used.
--
-- The rest is as before, and so is why it is safe:
-- 1. Locks are taken in one order by everybody: keys and claims, sorted here, then heads, sorted by
--    the caller, then log_head. So two appends cannot wait for each other in a circle.
-- 2. log_head is locked last and held until the commit. So a reader who sees position n sees all below.
-- 3. No plan can begin with a table: a `lateral` query with a limit is looked up row by row, and no
--    ordered scan can serve `= any (array[..])`. The planner settings keep the plans on nested loops
--    over the primary keys, which the order of the locks needs. One plan is made and used again.
drop function journal_append(uuid[], bigint[], bigint[], bytea[], uuid[], text[], uuid[], text[], bytea[],
    bigint[], integer[], text[], text[], uuid[], bigint[], uuid[], bigint[], integer, text[], uuid[],
    bigint[], text[], text[], text[], text[], bytea[], bytea[]);

create function journal_append(
    is_looking boolean,
    heads_moved integer,
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
    set plan_cache_mode = force_generic_plan
    set lock_timeout = '5s'
as
$$
declare
    added   bigint := cardinality(event_wallets);
    changed bigint;
    head    bigint;
begin
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

        if changed <> heads_moved then
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
                           stream_hash, state_hash)
        select noted.id, noted.sequence, noted.type, noted.version, noted.payload::json,
               noted.metadata::json, head - added + noted.place, noted.hash, noted.state
        from unnest(event_wallets, event_sequences, event_types, event_versions,
                    event_payloads, event_metadatas, event_hashes, event_states)
            with ordinality
            as noted (id, sequence, type, version, payload, metadata, hash, state, place);
    end if;

    outcome := 'appended';
    first_position := head - added + 1;
    return next;
end
$$;
