-- Why: files of visitors take disk for as long as they are kept. What an owner or, of guests, an
-- address has uploaded within a day is counted from the rows; what all of a kind hold is counted
-- in one row for each kind, whose lock also puts the uploads of that kind in a row.
alter table chat_file add column address_key bytea;

create index chat_file_address_idx on chat_file (address_key, uploaded_at)
    where address_key is not null;

create table chat_file_total (
    owner_kind text primary key check (owner_kind in ('member', 'guest', 'staff')),
    byte_count bigint not null check (byte_count >= 0)
);

insert into chat_file_total (owner_kind, byte_count)
select kind, coalesce((select sum(byte_count) from chat_file where owner_kind = kind), 0)
from unnest(array['member', 'guest', 'staff']) kind;

create function count_chat_file() returns trigger language plpgsql as $$
begin
    if tg_op <> 'INSERT' then
        update chat_file_total set byte_count = byte_count - old.byte_count
        where owner_kind = old.owner_kind;
    end if;
    if tg_op <> 'DELETE' then
        update chat_file_total set byte_count = byte_count + new.byte_count
        where owner_kind = new.owner_kind;
    end if;
    return null;
end
$$;

create trigger chat_file_count
    after insert or delete or update of owner_kind, byte_count on chat_file
    for each row execute function count_chat_file();

select grant_app('select, update', 'chat_file_total');

-- Why: a sender's own id of a message is text of the sender's making. Of an erased message only a
-- keyed hash of it stays, which still finds a repeat.
update chat_message set client_id = null where erased_at is not null;

alter table chat_message add constraint chat_message_erased_client_check
    check (erased_at is null or client_id is null or client_id like 'erased-%');
