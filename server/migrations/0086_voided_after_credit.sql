-- rolling: yes

-- The carrier credited the label before it was voided.
ALTER TABLE adjustments DROP CONSTRAINT adjustments_reason_check,
  ADD CONSTRAINT adjustments_reason_check CHECK (reason IN ('weight', 'size', 'packaging', 'service', 'zone', 'origin_zip', 'address_correction', 'residential',
    'delivery_area', 'handling', 'oversize', 'duplicate_use', 'refunded_label_used', 'return', 'duties_taxes', 'fuel', 'credit', 'voided_after_credit',
    'unknown')) NOT VALID;
