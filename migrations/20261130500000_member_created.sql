-- Why: the operations page counts a day's new members, and must not read all of them for it.
create index member_created_idx on member (created_at);
