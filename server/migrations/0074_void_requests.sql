-- rolling: yes

-- Who asked the carrier to void the label last, and when. NULL if the system did, or a process of the previous version.
ALTER TABLE shipments ADD COLUMN void_requested_by uuid, ADD COLUMN void_requested_at timestamptz;
UPDATE shipments s SET void_requested_by = r.requested_by, void_requested_at = r.created_at
FROM (
  SELECT DISTINCT ON (shipment_id) shipment_id, requested_by, created_at
  FROM refunds WHERE kind = 'by_admin' AND shipment_id IS NOT NULL ORDER BY shipment_id, created_at DESC
) r
WHERE s.state = 'void_requested' AND r.shipment_id = s.id;
