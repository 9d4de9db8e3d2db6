-- Why: whoever guesses at names that nobody has must not make the chain of acts longer with every
-- guess: such refusals are counted by the minute, and a minute that is over becomes one act. And
-- addresses that staff came in from are remembered for a while, so that strangers who use up the
-- log-in's limits keep nobody out who has been there before. The address is kept as a keyed hash.
create table staff_login_refusal
(
    minute timestamptz primary key,
    count  bigint not null check (count > 0)
);

create table staff_address
(
    staff_id uuid        not null references staff (id),
    address  bytea       not null check (octet_length(address) = 16),
    seen_at  timestamptz not null,
    primary key (staff_id, address)
);

create index staff_address_address_idx on staff_address (address);

select grant_app('select, insert, update, delete', 'staff_login_refusal');
select grant_app('select, insert, update, delete', 'staff_address');
