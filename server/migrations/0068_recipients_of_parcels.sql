-- rolling: yes

-- The address that the row of the parcel was made for, as in orders.recipient_key. Null for parcels of earlier versions.
ALTER TABLE order_parcels ADD COLUMN recipient_key bytea;
