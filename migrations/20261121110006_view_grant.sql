-- Views are written by the application; unlike the journal they may be changed and emptied, since
-- every one of them can be made again from the events.
select grant_app('select, insert, update', 'projection_checkpoint');
select grant_app('select, insert, update, delete', 'wallet_balance');
select grant_app('select, insert, update, delete', 'game_account');
select grant_app('select, insert, update, delete', 'statement_line');
select grant_app('select, insert, update, delete', 'statement_head');
select grant_app('select, insert, update, delete', 'statement_count');
select grant_app('select, insert, update, delete', 'slip_entry');
select grant_app('select, insert, update, delete', 'slip_head');
select grant_app('select, insert, update, delete', 'trial_balance');
select grant_app('select, insert, update, delete', 'open_transfer');
select grant_app('select, insert, update, delete', 'open_withdrawal');
select grant_app('select, insert, update, delete', 'open_slip');
