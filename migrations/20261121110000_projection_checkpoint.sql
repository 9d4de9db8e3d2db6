-- How far each view has read the journal. A view's rows and its row here change in one
-- transaction, so a view is always the fold of exactly the events up to its checkpoint; the row
-- is also the lock by which several processes on one database apply each event once.
create table projection_checkpoint (
    view text primary key,
    position bigint not null default 0 check (position >= 0)
) with (fillfactor = 50);

insert into projection_checkpoint (view)
values ('wallet'), ('statement'), ('slip'), ('trial_balance'), ('open_work');
