-- rolling: yes
-- Customs documents of a shipment, besides its label. They are written with the label and go with it; no other right is granted.
CREATE TABLE shipment_documents (
  shipment_id uuid NOT NULL REFERENCES shipment_labels (shipment_id) ON DELETE CASCADE,
  position    smallint NOT NULL CHECK (position >= 0),
  kind        text NOT NULL,
  format      text NOT NULL CHECK (format IN ('lading-page', 'pdf')),
  bytes       bytea NOT NULL,
  sha256      bytea NOT NULL CHECK (octet_length(sha256) = 32),
  PRIMARY KEY (shipment_id, position)
);
-- Compressed already.
ALTER TABLE shipment_documents ALTER COLUMN bytes SET STORAGE EXTERNAL;
GRANT SELECT, INSERT ON shipment_documents TO lading_app;

-- How many documents were bought with the label, so that a missing one is noticed.
ALTER TABLE shipment_labels ADD COLUMN documents smallint NOT NULL DEFAULT 0;

-- The built-in label provider keeps its document like its label.
ALTER TABLE sandbox.carrier_purchases
  ADD COLUMN document_kind  text,
  ADD COLUMN document_bytes bytea;
ALTER TABLE sandbox.carrier_purchases ALTER COLUMN document_bytes SET STORAGE EXTERNAL;
GRANT UPDATE (document_bytes) ON sandbox.carrier_purchases TO lading_app;
