-- Why: the link of an invitation holds the member's id, which nobody can read out or type. Each
-- member gets one short random code as well. It says nothing about the phone number or the id.
-- The letters I and O and the digits 0 and 1 are left out, because they look alike.
create table invite_code (
    code text primary key check (code ~ '^[2-9A-HJ-NP-Z]{8}$'),
    member_id uuid not null unique references member (id) on delete cascade,
    created_at timestamptz not null
);

create trigger refuse_erased
    after insert on invite_code
    for each row execute function refuse_erased('member_id');

select grant_app('select, insert, delete', 'invite_code');
