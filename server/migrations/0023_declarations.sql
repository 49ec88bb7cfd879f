-- rolling: yes
-- Customs declaration and extras of a shipment. Null for a domestic parcel without extras. Earlier versions ignore it.
ALTER TABLE quote_requests ADD COLUMN declaration jsonb;
ALTER TABLE shipments ADD COLUMN declaration jsonb;
GRANT UPDATE (declaration) ON quote_requests TO lading_app;
