-- Why: staff finds a player by whatever a complaint names: a piece of the name, the phone, the bank
-- account, a reference of the bank, the id of a movement, an amount. Each way is one walk along an
-- index, however many players and lines there are.
create index member_name_idx on member (lower(name) text_pattern_ops);
create index member_words_idx on member using gin (string_to_array(lower(name), ' '));
create index member_username_idx on member (username text_pattern_ops);
create index bank_account_number_idx on bank_account (account_no);
create index bank_account_holder_idx on bank_account (holder text_pattern_ops);
create index statement_line_operation_idx on statement_line (operation_id);
create index statement_line_reference_idx on statement_line (reference)
    where reference is not null;
create index statement_line_amount_idx on statement_line (amount, position desc);
create index slip_entry_slip_idx on slip_entry (slip_id);
create index slip_entry_reference_idx on slip_entry (trans_ref) where trans_ref is not null;
