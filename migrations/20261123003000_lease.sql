-- Why: the right to work was an advisory lock of a session. When that session's connection fell
-- silent, the lock stayed with it, through a restart of the gateway, and nothing that was open went
-- on. A row that runs out by itself needs no connection to end.
--
-- 1. Who holds a name may work until held_until, by this server's clock, unless it renews that.
-- 2. Each change of hands, giving back included, makes the token greater by one. A renewal and
--    whatever the holder writes name the token: what comes late finds another one and does nothing.
-- 3. The row is there from the beginning: nobody holds it, since now.
create table lease
(
    name       text        not null primary key,
    holder     uuid        not null,
    token      bigint      not null check (token >= 0),
    held_until timestamptz not null
);

insert into lease (name, holder, token, held_until)
values ('processes', '00000000-0000-0000-0000-000000000000', 0, now());

select grant_app('select, insert, update', 'lease');
