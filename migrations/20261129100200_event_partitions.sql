-- Why: see 20261129100000.
--
-- 1. A partition is called `event_from_` and its first position, in twelve digits, so that a dump has them in
--    their order. Its width is 2^26 events, some 40 GB: whole tiles of the proof tree up to level 2, so that four
--    hashes of the tree confirm a whole partition. A stream may have events in each partition and is looked for
--    in each, so there should be dozens of them and not hundreds.
-- 2. The keys are each partition's. Positions are unique all the same, because a position belongs to one
--    partition. A wallet's sequence is unique within a partition; over all of them it is the counted update
--    of `stream_head` that lets no event be written twice, as it did before, and `gateway verify` reads every
--    chain. A key over all partitions would have to begin with the position, and no partition could then be
--    in another database.
-- 3. The application reaches events through `event` only. It may not touch a partition by its name.
-- 4. A partition that is missing would refuse every command. So there is always room for one more width:
--    `journal_extend` adds the next partition in time, and the gateway calls it.

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
                state         bytea
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
               event.payload::text, event.metadata::text, event.stream_hash, event.state_hash
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

do $$
begin
    loop
        begin
            set local lock_timeout = '200ms';
            lock table event in access exclusive mode;
            exit;
        exception
            when lock_not_available then
                perform pg_sleep(1);
        end;
    end loop;
end
$$;

drop view event_by_aggregate;
drop trigger refuse_erased on event;
alter table event rename to event_from_000000000001;
alter table event_from_000000000001 rename constraint event_pkey to event_from_000000000001_pkey;
alter table event_from_000000000001 rename constraint event_stream_key to event_from_000000000001_stream_key;

create table event (like event_from_000000000001 including defaults including constraints)
    partition by range (position);
alter table event drop constraint event_bound;

do $$
declare
    behind text;
begin
    select substring(pg_get_constraintdef(oid) from '< ''?(\d+)') into strict behind
    from pg_constraint where conrelid = 'event_from_000000000001'::regclass and conname = 'event_bound';
    execute format('alter table event attach partition event_from_000000000001 for values from (1) to (%s)', behind);
    if exists (select from pg_roles where rolname = 'wallet_app') then
        revoke all on table event_from_000000000001 from wallet_app;
    end if;
end
$$;
-- The partition's own bound says the same.
alter table event_from_000000000001 drop constraint event_bound;

create trigger append_only
    before update or delete or truncate
    on event
    for each statement
execute function refuse_change();
alter table event enable always trigger append_only;

create trigger refuse_erased
    after insert on event
    for each row
    when (new.event_type in ('WithdrawalRequested', 'SlipSubmitted', 'QrOrdered', 'GiftSubmitted',
                             'ManualDepositRequested', 'TransferStarted'))
execute function refuse_erased('wallet_id');

select grant_app('select, insert', 'event');

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
