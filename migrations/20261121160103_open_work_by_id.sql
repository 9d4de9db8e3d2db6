-- Why: staff decides about a piece of work by its id alone.
create index on open_work (work_id) where status <> 'ended';
