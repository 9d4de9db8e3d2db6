-- Why: a picture is stored before its slip is submitted. Where the ledger refuses the submission
-- for good (the key was another command's), nothing will ever refer to the picture: it goes again.
select grant_app('delete', 'slip_file');
