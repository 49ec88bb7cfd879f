-- rolling: yes
-- Reserves one mail to an address in one round trip; false when its limit is reached. One at a time per address, so that
-- concurrent mails cannot pass the limit together: each statement of a volatile function sees what was committed before it.
CREATE FUNCTION reserve_mail(new_id uuid, email_key text, to_address bytea, of_kind text, counts_all boolean, most integer, since timestamptz, at timestamptz)
RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(email_key, 15));
  IF (SELECT count(*) FROM account_mails m
      WHERE m.address = to_address AND m.sent_at > since AND (counts_all OR m.kind = of_kind)) >= most THEN
    RETURN false;
  END IF;
  INSERT INTO account_mails (id, address, kind, sent_at) VALUES (new_id, to_address, of_kind, at);
  RETURN true;
END $$;
