-- Why: the cached plan of the look for conflicts depended on the statistics of the moment it was made.
-- Autovacuum analyzes the tables of a new installation while they are empty; commands without keys
-- then fixed a plan that begins with the tables, and until the next analyze every command read all
-- keys and all claims that had come since. One wallet in `stream_head` led to the same for the heads.
-- Now no plan can begin with a table:
-- 1. A `lateral` query with a limit is not merged into the join around it. For each row that is asked
--    for, the planner can only look that row up by the primary key.
-- 2. The counted update joins by `= any (array[..])`, which no ordered scan of the index can serve.
--    An equality left the planner free to scan all heads and to filter.
-- 3. So one plan is right for every batch and every size of the tables. It is made once and kept:
--    planning again for each call cost a third of a single command.
--
-- Everything else is as it was, and so is why it is safe:
-- 1. The look is one statement and so one picture: what another process has committed is seen as a
--    whole or not at all.
-- 2. What slips in between the look and the write is another process's commit. The primary keys
--    and the counted update turn that into an error (23505, 40001) which rolls all of it back; the
--    caller comes again and now the look finds it.
-- 3. Locks are taken in one order by everybody: keys and claims, sorted here, then heads, sorted by
--    the caller, then log_head. So two appends cannot wait for each other in a circle.
-- 4. log_head is locked last and held until the commit. So a reader who sees position n sees all below.
-- 5. The planner settings keep the cached plans on nested loops over the primary keys: the lock order
--    of point 3 needs the loops.
create or replace function journal_append(
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
