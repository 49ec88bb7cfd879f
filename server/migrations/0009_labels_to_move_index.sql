-- rolling: yes
-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS shipment_labels_to_move ON shipment_labels (shipment_id) WHERE bytes IS NOT NULL;
