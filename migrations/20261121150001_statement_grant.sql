-- Why: the house gives money now. A grant has a line when it is credited (bonus) and one when it
-- ends (finish_bonus); each says what it was given for. A grant that ends without anything being
-- taken moves nothing: its line has the amount 0. Lines from before keep their meaning.
alter table statement_line
    add column grant_kind text
        check (grant_kind in ('bonus', 'promotion', 'refund', 'invite', 'coupon')),
    add column grant_reference text,
    add column grant_outcome text
        check (grant_outcome in ('SUCCESS', 'FAIL', 'EXPIRED', 'EXCLUDED')),
    drop constraint statement_line_kind_check,
    drop constraint statement_line_amount_check,
    add check (kind in ('deposit', 'transfer', 'withdraw', 'bonus', 'finish_bonus')),
    add check (amount > 0 or (kind = 'finish_bonus' and amount = 0 and balance is null)),
    add check ((grant_kind is not null) = (kind in ('bonus', 'finish_bonus'))),
    add check ((grant_kind is null) = (grant_reference is null)),
    add check ((grant_outcome is not null) = (kind = 'finish_bonus'));
