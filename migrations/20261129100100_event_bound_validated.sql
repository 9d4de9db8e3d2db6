-- Why: see 20261129100000. This reads every event once, under a lock that keeps nobody from writing.
alter table event validate constraint event_bound;
