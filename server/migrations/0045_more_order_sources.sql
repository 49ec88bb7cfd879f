-- rolling: yes

-- Validated in 0046, so that the table is not locked while it is read.
ALTER TABLE order_sources DROP CONSTRAINT order_sources_kind_check,
  ADD CONSTRAINT order_sources_kind_check
    CHECK (kind IN ('shopify', 'woocommerce', 'etsy', 'ebay', 'amazon', 'custom_store', 'api', 'file')) NOT VALID;
