-- Why: the verification reads one wallet's events through this view, and an id as text has no index.
create or replace view event_by_aggregate as
select 'wallet'::text  as aggregate_type,
       wallet_id::text as aggregate_id,
       sequence,
       event_type,
       event_version,
       payload,
       metadata,
       wallet_id
from event;
