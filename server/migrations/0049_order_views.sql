-- rolling: yes

-- Saved views of the inbox.
CREATE TABLE order_views (
  id         uuid PRIMARY KEY,
  user_id    uuid NOT NULL REFERENCES users (id),
  name       text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 40),
  filters    jsonb NOT NULL CHECK (jsonb_typeof(filters) = 'object'),
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX order_views_name_once ON order_views (user_id, lower(name));
CREATE TRIGGER order_views_of_people BEFORE INSERT ON order_views FOR EACH ROW EXECUTE FUNCTION refuse_erased_owner();
GRANT SELECT, INSERT, DELETE ON order_views TO lading_app;
