-- Why: what staff puts right is a line of the statement of its own, in or out.
alter table statement_line
    drop constraint statement_line_kind_check,
    add constraint statement_line_kind_check check (kind in
        ('deposit', 'transfer', 'withdraw', 'bonus', 'finish_bonus', 'correction'));
