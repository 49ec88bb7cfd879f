-- rolling: yes

-- A quote is inserted together with its request, which refers to the account. Accounts are never deleted. The check took a fifth of the
-- time of storing the quotes. Locks accounts first, so that it does not
-- wait for them while it holds the lock on quotes.
LOCK TABLE users IN ACCESS EXCLUSIVE MODE;
ALTER TABLE quotes DROP CONSTRAINT quotes_user_id_fkey;
