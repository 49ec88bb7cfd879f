-- rolling: yes
-- What admins do not want to see on the dashboard until the next day. `subject` is the client's id, a kind of incident, or empty for
-- all rows of a kind.
CREATE TABLE attention_snoozes (
  kind       text NOT NULL,
  subject    text NOT NULL CHECK (length(subject) <= 100),
  snoozed_at timestamptz NOT NULL,
  until      timestamptz NOT NULL,
  PRIMARY KEY (kind, subject)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON attention_snoozes TO lading_app;
