-- Why: a key once used answers what it answered, for ever. What a command did stands in the journal
-- and is found by the key's row in `idempotency`; what it was answered did not. So a command that had
-- been refused, or had found nothing to do, ran when its key came again on a richer day, and moved
-- money that the member had given up.
--
-- 1. A refusal is kept before it is answered, in one transaction with the key's row in
--    `idempotency` (sequence 0, events 0: a command that wrote nothing). That row decides between two
--    requests of one key: who finds it taken answers what the other one was answered.
-- 2. A final success is kept with the words it was answered in: balance and position are those of
--    then. The journal alone is enough to answer it again should this row be lost, so it need not
--    wait for the disk.
-- 3. What is not final is not kept: in progress, malformed, not signed in, too many, not available.
-- 4. A release from before this one, running beside this one, knows the rows of `idempotency` only.
--    A key that was refused looks to it like a command that found nothing to do: it moves nothing,
--    and answers without the refusal's words until the last of them has been replaced.
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
