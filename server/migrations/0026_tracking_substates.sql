-- rolling: yes
-- What the status leaves open, such as out_for_delivery or customs_held. Null if nothing; earlier versions ignore it.
ALTER TABLE tracking_events ADD COLUMN detail text;
