-- rolling: yes
-- outside a transaction
-- The price history of one client among all changes of prices.
CREATE INDEX CONCURRENTLY IF NOT EXISTS audit_logs_of_prices ON audit_logs ((details ->> 'clientId'), recorded_at DESC)
  WHERE event_type = 'UPDATE_PRICING';
