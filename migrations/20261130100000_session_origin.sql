-- Why: a member sees where each session was opened, and hears of what a stranger may have done: a
-- log-in from a device that was not used before, another password.
--
-- The address is kept as its network only, and the agent is the browser's own text. Neither decides
-- anything, so the session's MAC does not cover them.
alter table session
    add column agent   text check (char_length(agent) between 1 and 300),
    add column network text check (char_length(network) between 1 and 60);

-- Who has seen a notice is not written here: each device remembers it, so that nobody who gets in
-- hides one from the member's own devices.
create table member_notice
(
    id         uuid primary key,
    member_id  uuid        not null references member (id) on delete cascade,
    kind       text        not null check (kind in ('NEW_DEVICE', 'PASSWORD_SET', 'PASSWORD_CHANGED')),
    at         timestamptz not null,
    agent      text check (char_length(agent) between 1 and 300),
    network    text check (char_length(network) between 1 and 60),
    device     bytea check (octet_length(device) = 16),
    held_until timestamptz
);

create index member_notice_member_idx on member_notice (member_id, at);
create index member_notice_at_idx on member_notice (at);

create trigger refuse_erased
    after insert on member_notice
    for each row execute function refuse_erased('member_id');

select grant_app('select, insert, delete', 'member_notice');
