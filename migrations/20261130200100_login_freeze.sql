-- Why: staff keeps somebody out of a player's account at once, also where others know the password. A freeze is in force
-- until a row ends it, by its id: so an earlier end that somebody writes again ends nothing, and nobody with the
-- application's rights removes a row. The MAC says that the gateway has written it.
create table login_freeze
(
    id        uuid primary key,
    member_id uuid        not null references member (id),
    -- The freeze that this row ends; null where it begins one.
    ends      uuid references login_freeze (id),
    at        timestamptz not null,
    mac       bytea       not null check (octet_length(mac) = 32)
);

create index login_freeze_member_idx on login_freeze (member_id);

create trigger append_only
    before update or delete or truncate
    on login_freeze
    for each statement
execute function refuse_change();
alter table login_freeze enable always trigger append_only;

select grant_app('select, insert', 'login_freeze');
