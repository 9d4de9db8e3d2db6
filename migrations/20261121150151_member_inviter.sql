-- Why: an inviter earns a part of what invited players lose, so nobody may be the own inviter under
-- a second registration. Who invited whom is settled at the registration; whether two members look
-- like one person is asked again each night, because a device that both use may show later.
alter table member add column inviter_id uuid references member (id) on delete set null;

create index member_inviter_idx on member (inviter_id) where inviter_id is not null;

-- Devices that a member has registered or signed in from: keyed digests of a random id that the
-- browser keeps.
create table member_device (
    member_id uuid not null references member (id) on delete cascade,
    device bytea not null check (octet_length(device) = 16),
    seen_at timestamptz not null,
    primary key (member_id, device)
);

create index member_device_idx on member_device (device);

-- The same device, or a bank account in the same name. Phone numbers and account numbers never are
-- two members'.
create function looks_like_one_person(one uuid, other uuid) returns boolean
    language sql stable
    return one = other
        or exists (select from member_device as mine
                   join member_device as theirs on theirs.device = mine.device
                   where mine.member_id = one and theirs.member_id = other)
        or exists (select from bank_account as mine
                   join bank_account as theirs on theirs.holder = mine.holder
                   where mine.member_id = one and theirs.member_id = other);

select grant_app('select, insert, update, delete', 'member_device');
