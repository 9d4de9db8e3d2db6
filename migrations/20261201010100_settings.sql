-- Changes of settings, copied from the journal. The events themselves may come to lie in another database, which
-- answers later than ours or not at all, and a gateway does not start without its settings. A copy is believed by
-- the event's MAC, so nobody without the key makes one; and with all of its content in the key of the table, a row
-- that somebody adds before keeps no event out.
create table setting_event
(
    wallet_id     uuid        not null,
    sequence      bigint      not null check (sequence > 0),
    event_type    text        not null,
    event_version text        not null,
    -- json, not jsonb: the bytes stay as they were hashed
    payload       json        not null,
    metadata      json        not null,
    position      bigint      not null check (position > 0),
    stream_hash   bytea       not null check (octet_length(stream_hash) = 32),
    state_hash    bytea check (octet_length(state_hash) = 32),
    mac           bytea       not null check (octet_length(mac) = 16),
    -- When it was copied: within a second of the event.
    recorded_at   timestamptz not null default now(),
    content       text        not null generated always as (md5(
        wallet_id::text || position || encode(stream_hash, 'hex') || encode(mac, 'hex')
        || coalesce(encode(state_hash, 'hex'), '') || md5(event_type) || md5(event_version)
        || md5(payload::text) || md5(metadata::text))) stored,
    primary key (sequence, content)
);

create trigger append_only
    before update or delete or truncate
    on setting_event
    for each statement
execute function refuse_change();
alter table setting_event enable always trigger append_only;

select grant_app('select, insert', 'setting_event');

-- Names of persons and numbers of accounts that settings contain. The event has a digest in their place, under a
-- key outside the database: an event is never erased, and such a row can be.
create table setting_value
(
    digest bytea primary key check (octet_length(digest) = 32),
    value  text not null
);

select grant_app('select, insert', 'setting_value');

-- Changes of settings that cost money: one supervisor asks for one and another one agrees. The row's MAC covers
-- everything that was asked for, by whom and until when.
create table setting_request
(
    id           uuid primary key,
    section      text        not null check (section <> ''),
    -- The version that it was made from.
    before       bigint      not null check (before >= 0),
    -- The whole section, with digests as in the event.
    document     text        not null check (document <> ''),
    in_force_from  timestamptz,
    in_force_until timestamptz,
    reason       text        not null check (reason <> ''),
    asked_by     uuid        not null references staff (id),
    asked_at     timestamptz not null,
    expires_at   timestamptz not null,
    status       text        not null check (status in ('PENDING', 'DONE', 'REFUSED', 'EXPIRED')),
    decided_by   uuid references staff (id),
    decided_at   timestamptz,
    mac          bytea       not null check (octet_length(mac) = 32),
    check ((decided_by is null) = (decided_at is null))
);

-- One open question about a section at a time.
create unique index setting_request_open_key on setting_request (section) where status = 'PENDING';

select grant_app('select, insert, update', 'setting_request');

-- As before, and `settings_read`: the oldest settings that a command of the batch was decided under, as the number
-- of their last change. A change that is two seconds old has to be known, or nothing is written ('outdated', with
-- the change's number). A gateway of an earlier release leaves it out.
drop function journal_append;

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
    event_macs bytea[],
    settings_read bigint default null
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
    newest     bigint;
    change     bigint;
begin
    -- Before all else, and with every call. One row by its key: settings change a few times a day.
    if settings_read is not null then
        select version
        into newest
        from stream_head
        where stream_head.wallet_id = '73657474-696e-8000-8000-000000000000';
        if newest > settings_read then
            select max(setting_event.sequence)
            into change
            from setting_event
            where setting_event.sequence > settings_read
              and setting_event.sequence <= newest
              and setting_event.recorded_at < clock_timestamp() - interval '2 seconds';
            if change is not null then
                outcome := 'outdated';
                first_position := change;
                return next;
                return;
            end if;
        end if;
    end if;

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

do $$
begin
    alter function journal_append security definer;
    execute format('alter function journal_append set search_path = %I, pg_temp', current_schema());
    revoke all on function journal_append from public;
    if exists (select from pg_roles where rolname = 'wallet_app') then
        grant execute on function journal_append to wallet_app;
    end if;
end
$$;
