-- rolling: yes
ALTER TABLE order_sources VALIDATE CONSTRAINT order_sources_kind_check;
