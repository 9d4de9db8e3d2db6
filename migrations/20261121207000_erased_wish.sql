-- Why: whether a wallet is at rest is asked before a member is erased, and a request that was under
-- way then could still begin something: a payout to an account that is nobody's any more. What only
-- the player begins waits for an erasure that is under way, and is refused behind it. What others
-- begin or end (a late payment, a game's answer) is money, and is written down for whomever.
create trigger refuse_erased
    after insert on event
    for each row
    when (new.event_type in ('WithdrawalRequested', 'SlipSubmitted', 'QrOrdered', 'GiftSubmitted',
                             'ManualDepositRequested', 'TransferStarted'))
execute function refuse_erased('aggregate_id');
