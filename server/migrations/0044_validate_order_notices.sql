-- rolling: yes
ALTER TABLE notices VALIDATE CONSTRAINT notices_kind_check;
