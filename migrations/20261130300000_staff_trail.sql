-- The trail of staff's acts by time: a period's first act is found without reading what is before it.
create index staff_act_at_idx on staff_act (at);

-- Which players one member of staff has opened, and how often one has searched, in the last hour.
create index staff_act_counted_idx on staff_act (staff_id, kind, at) where kind in ('search', 'look');
