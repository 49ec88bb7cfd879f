-- rolling: yes
-- Why a card was declined. Null while the payment has no declined card.
ALTER TABLE payments ADD COLUMN last_error text CHECK (length(last_error) <= 500);

-- Notes that admins keep about a client. They are personal data, so they go when the client is erased.
CREATE TABLE client_notes (
  id         uuid PRIMARY KEY,
  user_id    uuid NOT NULL REFERENCES users (id),
  author_id  uuid NOT NULL REFERENCES users (id),
  text       text NOT NULL CHECK (length(text) BETWEEN 1 AND 2000),
  created_at timestamptz NOT NULL
);
CREATE INDEX client_notes_of_client ON client_notes (user_id, created_at DESC);
CREATE TRIGGER client_notes_of_people BEFORE INSERT ON client_notes FOR EACH ROW EXECUTE FUNCTION refuse_erased_owner();
GRANT SELECT, INSERT, DELETE ON client_notes TO lading_app;
