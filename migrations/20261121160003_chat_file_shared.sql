-- Why: pictures of prepared answers are shown in many conversations: erasing one conversation must
-- not take them from the others.
alter table chat_file add column is_shared boolean not null default false;
