-- Why: whatever staff looks at or does is written down before it is answered, in one dense order
-- and one chain of hashes: a row that is changed, taken out or slipped in breaks the chain from
-- there on, and `gateway audit` names it. As the journal, the table takes rows and nothing else.
create table staff_act
(
    id           bigint primary key check (id > 0),
    at           timestamptz not null,
    -- Nobody: the operator's commands beside the gateway.
    staff_id     uuid references staff (id),
    session_id   uuid,
    kind         text        not null check (kind <> ''),
    subject_kind text,
    subject_id   text,
    reason       text,
    request_id   text        not null,
    -- json, not jsonb: the bytes stay as they were hashed
    detail       json        not null,
    prev_hash    bytea       not null check (octet_length(prev_hash) = 32),
    hash         bytea       not null check (octet_length(hash) = 32)
);

create index staff_act_staff_idx on staff_act (staff_id, id);
create index staff_act_subject_idx on staff_act (subject_kind, subject_id, id);

-- The last act. One row; its lock is what makes the order dense and the chain one chain.
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

-- Adds an act at the end, in one round trip: the head's lock is held for no longer than that.
create function staff_act_append(
    act_at timestamptz, act_staff uuid, act_session uuid, act_kind text, act_subject_kind text,
    act_subject text, act_reason text, act_request text, act_detail text
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
                           request_id, detail, prev_hash, hash)
    values (last.id + 1, act_at, act_staff, act_session, act_kind, act_subject_kind, act_subject,
            act_reason, act_request, act_detail::json, last.hash, next);
    update staff_act_head set id = last.id + 1, hash = next;
    return last.id + 1;
end
$$;

select grant_app('select, insert', 'staff_act');
select grant_app('select, update', 'staff_act_head');
