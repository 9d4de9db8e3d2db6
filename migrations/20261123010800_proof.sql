-- A statement that nobody can quietly change: a Merkle tree (RFC 6962) over the journal's positions,
-- whose roots are signed by a key outside the database and kept permanently. What a tree has said
-- stays: checkpoints only take new rows, a tile only grows, and a key is given up once.

-- Hashes of the tree, 256 to a row: row (level, index) holds the hashes of the complete subtrees of
-- height 8 * level that are number index * 256 and following, from the left. Only rows at the
-- right edge have fewer than 256, and grow.
create table proof_tile
(
    level  smallint not null check (level between 0 and 7),
    index  bigint   not null check (index >= 0),
    hashes bytea    not null
        check (octet_length(hashes) % 32 = 0 and octet_length(hashes) between 32 and 8192),
    -- what the salts of the tile's leaves are derived from
    seed   bytea check (octet_length(seed) = 32),
    primary key (level, index),
    constraint proof_tile_leaf_check check ((level = 0) = (seed is not null))
);
-- Hashes do not compress.
alter table proof_tile alter column hashes set storage external;

create function proof_tile_grow() returns trigger
    language plpgsql
as
$$
begin
    if (new.level, new.index) is distinct from (old.level, old.index)
        or new.seed is distinct from old.seed
        or octet_length(new.hashes) < octet_length(old.hashes)
        or substring(new.hashes for octet_length(old.hashes)) is distinct from old.hashes
    then
        raise exception 'a tile only grows: % is refused', tg_op
            using errcode = 'insufficient_privilege';
    end if;
    return new;
end
$$;

create trigger grow_only
    before update
    on proof_tile
    for each row
execute function proof_tile_grow();
alter table proof_tile enable always trigger grow_only;

create trigger keep
    before delete or truncate
    on proof_tile
    for each statement
execute function refuse_change();
alter table proof_tile enable always trigger keep;

-- The tree's signed roots: C2SP tlog-checkpoint notes.
create table proof_checkpoint
(
    size      bigint primary key check (size > 0),
    root      bytea       not null check (octet_length(root) = 32),
    note      text        not null,
    sealed_at timestamptz not null default now()
);

create trigger append_only
    before update or delete or truncate
    on proof_checkpoint
    for each statement
execute function refuse_change();
alter table proof_checkpoint enable always trigger append_only;

-- What witnesses have signed of these: C2SP tlog-cosignature lines. Each is believed for its signature alone.
create table proof_cosignature
(
    size    bigint      not null check (size > 0),
    witness text        not null check (witness <> ''),
    line    text        not null,
    made_at timestamptz not null default now(),
    primary key (size, witness)
);

create trigger append_only
    before update or delete or truncate
    on proof_cosignature
    for each statement
execute function refuse_change();
alter table proof_cosignature enable always trigger append_only;

-- What all players are owed: the trees over their shares, by the root that an event of the house names. A cache:
-- without it players get no proof until the next hour, and nothing else is lost.
create table liability_tile
(
    root  bytea    not null check (octet_length(root) = 32),
    level smallint not null check (level between 0 and 3),
    index bigint   not null check (index >= 0),
    -- a hash (32) and a sum (8) each
    nodes bytea    not null
        check (octet_length(nodes) % 40 = 0 and octet_length(nodes) between 40 and 10240),
    primary key (root, level, index)
);
-- Hashes do not compress.
alter table liability_tile alter column nodes set storage external;

-- What was counted of the wallets from `first` on, up to those of the next row.
create table liability_share
(
    root    bytea not null check (octet_length(root) = 32),
    first   uuid  not null,
    -- ledger/src/proof/liability/store.rs has its format
    entries bytea not null check (octet_length(entries) % 144 = 0),
    primary key (root, first)
);
alter table liability_share alter column entries set storage external;

select grant_app('select, insert, delete', 'liability_tile');
select grant_app('select, insert, delete', 'liability_share');

-- Who may sign: the first key from the beginning, each next one from where it took over.
create table proof_key
(
    key_id     bigint primary key check (key_id between 0 and 4294967295),
    -- signed-note's form: name+id+key
    verifier   text        not null unique,
    since_size bigint      not null check (since_size >= 0),
    until_size bigint check (until_size >= since_size),
    -- the tree at since_size, signed by this key and by the one before it; null for the first key
    -- and where the one before was lost
    handover   text,
    made_at    timestamptz not null default now()
);

create unique index proof_key_current_idx on proof_key ((true)) where until_size is null;

create function proof_key_retire() returns trigger
    language plpgsql
as
$$
begin
    if old.until_size is not null or new.until_size is null
        or (new.key_id, new.verifier, new.since_size, new.handover, new.made_at)
            is distinct from
           (old.key_id, old.verifier, old.since_size, old.handover, old.made_at)
    then
        raise exception 'a key is given up once: % is refused', tg_op
            using errcode = 'insufficient_privilege';
    end if;
    return new;
end
$$;

create trigger retire_once
    before update
    on proof_key
    for each row
execute function proof_key_retire();
alter table proof_key enable always trigger retire_once;

create trigger keep
    before delete or truncate
    on proof_key
    for each statement
execute function refuse_change();
alter table proof_key enable always trigger keep;

-- How many leaves the tree has. One row; its lock is what makes the tree grow by one hand at a time.
create table proof_head
(
    is_only boolean primary key default true check (is_only),
    size    bigint not null check (size >= 0)
) with (fillfactor = 10);

insert into proof_head (size)
values (0);

select grant_app('select, insert, update (hashes)', 'proof_tile');
select grant_app('select, insert', 'proof_checkpoint');
select grant_app('select, insert', 'proof_cosignature');
select grant_app('select, insert, update (until_size)', 'proof_key');
select grant_app('select, update (size)', 'proof_head');

-- What the background verification found wrong must not be forgotten by a restart, nor because it was
-- changed back: it remains until staff have explained it, see discrepancy. A problem that is found again
-- later is another row, whose id no earlier explanation names.
create table proof_finding
(
    id        uuid primary key,
    problem   text        not null check (problem <> ''),
    found_at  timestamptz not null,
    -- Over all before, under a key outside the database: what somebody else writes is no finding.
    found_mac bytea       not null check (octet_length(found_mac) = 32)
);

-- By hash: a problem may be longer than an entry of the other kind of index.
create index proof_finding_problem_idx on proof_finding using hash (problem);

select grant_app('select, insert', 'proof_finding');
