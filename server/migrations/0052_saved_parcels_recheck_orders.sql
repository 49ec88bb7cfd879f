-- rolling: yes

-- Rules can use a package that is saved in the profile. Open orders follow its size.
CREATE TRIGGER saved_parcels_recheck_orders AFTER UPDATE ON saved_parcels FOR EACH ROW EXECUTE FUNCTION recheck_orders_of_list();
