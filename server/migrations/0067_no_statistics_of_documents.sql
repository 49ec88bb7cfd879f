-- rolling: yes

-- No statement filters by these columns. Sorting them took up to 85% of the time of an ANALYZE, and quotes are analyzed often.
ALTER TABLE quotes ALTER carrier_rate SET STATISTICS 0;
ALTER TABLE quote_requests ALTER sender SET STATISTICS 0, ALTER receiver SET STATISTICS 0, ALTER parcel SET STATISTICS 0;
ALTER TABLE shipments ALTER sender SET STATISTICS 0, ALTER receiver SET STATISTICS 0, ALTER parcel SET STATISTICS 0;
ALTER TABLE audit_logs ALTER details SET STATISTICS 0;
