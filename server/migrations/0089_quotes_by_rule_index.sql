-- rolling: yes
-- outside a transaction
-- For the impact of a commission, which leaves out labels that a price rule has priced.
CREATE INDEX CONCURRENTLY IF NOT EXISTS quotes_priced_by_rule ON quotes (id) WHERE priced_by = 'rule';
