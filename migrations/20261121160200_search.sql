-- Why: staff finds a player by whatever a complaint names: a piece of the name, the phone, the bank
-- account, a reference of the bank, the id of a movement, an amount. Each way is one walk along an
-- index, however many players and lines there are.
create index member_name_idx on member (lower(name) text_pattern_ops);
create index member_words_idx on member using gin (string_to_array(lower(name), ' '));
create index member_username_idx on member (username text_pattern_ops);
create index bank_account_number_idx on bank_account (account_no);
create index bank_account_holder_idx on bank_account (holder text_pattern_ops);
-- A rebuilt view gives its indexes the names that the database makes up, so they have no others.
create index on statement_line (reference) where reference is not null;
create index on statement_line (amount, position desc);
create index on slip_entry (slip_id);
create index on slip_entry (trans_ref) where trans_ref is not null;
