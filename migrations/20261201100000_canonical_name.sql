-- Why: banks write a name in other ways than its owner types it, and staff search for it in a third.
-- Names are compared and searched in one canonical form, see the gateway's
-- `members/name/canonical.rs`. The form is personal data and is erased with the name.
alter table member
    add column name_canonical text not null default 'erased';
alter table bank_account
    add column holder_canonical text not null default '';

-- What the database knows of the form; a name that is stored again gets the whole of it.
update member set name_canonical = upper(normalize(name, nfkc)) where erased_at is null;
update bank_account
set holder_canonical = case
        when member.erased_at is null then upper(normalize(holder, nfkc))
        else holder
    end
from member
where member.id = member_id;

alter table member
    alter column name_canonical drop default;
alter table bank_account
    alter column holder_canonical drop default;

drop index member_name_idx;
drop index member_words_idx;
drop index bank_account_holder_idx;
create index member_name_idx on member (name_canonical text_pattern_ops);
create index member_words_idx on member using gin (string_to_array(name_canonical, ' '));
create index bank_account_holder_idx on bank_account (holder_canonical text_pattern_ops);

-- The same device, or a bank account in the same name. Phone numbers and account numbers never are
-- two members'.
create or replace function looks_like_one_person(one uuid, other uuid) returns boolean
    language sql stable
    return one = other
        or exists (select from member_device as mine
                   join member_device as theirs on theirs.device = mine.device
                   where mine.member_id = one and theirs.member_id = other)
        or exists (select from bank_account as mine
                   join bank_account as theirs on theirs.holder_canonical = mine.holder_canonical
                   where mine.member_id = one and theirs.member_id = other);

drop trigger refuse_erased on bank_account;
create trigger refuse_erased
    after insert or update of account_no, holder, holder_canonical on bank_account
    for each row execute function refuse_erased('member_id');

-- Staff look through the slips of all players by their status, newest first.
create index on slip_entry (status, position desc);

-- The release before this one writes names without their form.
update schema_floor set migration = 20261201100000;
