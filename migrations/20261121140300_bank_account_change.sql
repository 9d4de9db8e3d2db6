-- Why: a member may change the bank account. Which account is in force is the ledger's word alone,
-- so that no two stores can disagree about where money goes; here stand the particulars of every
-- account that a member has ever named, so that an old withdrawal still shows, and is paid, where
-- it was asked to go. A number stays its member's: nobody frees it for a second registration by
-- changing away from it, and its owner can change back.
alter table bank_account drop constraint bank_account_member_key;

-- The account of the registration: in force until the ledger says otherwise.
alter table bank_account add column is_first boolean not null default true;

create unique index bank_account_first_key on bank_account (member_id) where is_first;

create index bank_account_member_idx on bank_account (member_id);
