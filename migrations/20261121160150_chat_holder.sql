-- Why: a conversation is looked after by one member of staff at a time, whose name colleagues see
-- and whose conversations are a list of their own. Everybody's list goes by the last message; both
-- are read page by page, with the id as what decides between two of the same moment.
alter table chat_conversation
    add constraint chat_conversation_assigned_fkey
        foreign key (assigned_to) references staff (id);

create index chat_conversation_assigned_idx
    on chat_conversation (assigned_to, last_message_at desc, id desc)
    where assigned_to is not null;

drop index chat_conversation_waiting_idx;
create index chat_conversation_waiting_idx on chat_conversation (waiting_since, id)
    where waiting_since is not null;

drop index chat_conversation_last_idx;
create index chat_conversation_last_idx on chat_conversation (last_message_at desc, id desc)
    where last_message_at is not null;
