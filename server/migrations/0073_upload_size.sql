-- rolling: yes

-- What the client has sent for the rows of an upload. Processes of the previous version do not count.
ALTER TABLE bulk_batches ADD COLUMN received_bytes integer NOT NULL DEFAULT 0;
