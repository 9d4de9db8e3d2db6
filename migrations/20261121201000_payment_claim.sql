-- Why: one payment is credited once, whatever its reference is spelled like and whichever account
-- it is booked on. What was credited before there was this claim takes it now, as the ledger would
-- spell it: capital letters and digits, without zeros in front. Where two old credits share a name,
-- the first one keeps it: the events stand, and nobody credits it a third time.
insert into claim (kind, reference, wallet_id, sequence)
select 'payment',
       case when named.trimmed = '' then '0' else named.trimmed end,
       named.wallet_id,
       named.sequence
from (select ltrim(
                 upper(regexp_replace(substring(reference from '[^:]*$'), '[^A-Za-z0-9]', '', 'g')),
                 '0'
             ) as trimmed,
             wallet_id,
             sequence
      from claim
      where kind = 'receipt') as named
order by named.wallet_id, named.sequence
on conflict do nothing;
