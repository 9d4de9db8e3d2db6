-- Why: money leaves a wallet only with a second secret. Which PIN is in force is an event of the
-- wallet; here is what checks its digits.
--
-- The hash is over a MAC of member, PIN and digits under a key outside the database: nobody who can read
-- the table finds the digits by trying a million, and a row that the gateway has not written fits none.
create table member_pin
(
    id        uuid primary key,
    member_id uuid        not null references member (id) on delete cascade,
    hash      text        not null,
    set_at    timestamptz not null
);

create index member_pin_member_idx on member_pin (member_id);

create trigger refuse_erased
    after insert on member_pin
    for each row execute function refuse_erased('member_id');

select grant_app('select, insert, delete', 'member_pin');

alter table member_notice drop constraint member_notice_kind_check;
alter table member_notice
    add constraint member_notice_kind_check
        check (kind in ('NEW_DEVICE', 'PASSWORD_SET', 'PASSWORD_CHANGED', 'PIN_SET'));

-- The release before reads no payouts that were held, and none that a PIN has confirmed.
update schema_floor set migration = 20261130400000;
