-- rolling: yes

-- A request that was under way when its account was erased leaves no factor, device, link or change of address behind. A challenge
-- without an account passes.
CREATE TRIGGER email_changes_of_people BEFORE INSERT ON email_changes FOR EACH ROW EXECUTE FUNCTION refuse_erased_owner();
CREATE TRIGGER email_links_of_people BEFORE INSERT ON email_links FOR EACH ROW EXECUTE FUNCTION refuse_erased_owner();
CREATE TRIGGER known_devices_of_people BEFORE INSERT ON known_devices FOR EACH ROW EXECUTE FUNCTION refuse_erased_owner();
CREATE TRIGGER totp_factors_of_people BEFORE INSERT ON totp_factors FOR EACH ROW EXECUTE FUNCTION refuse_erased_owner();
CREATE TRIGGER passkeys_of_people BEFORE INSERT ON passkeys FOR EACH ROW EXECUTE FUNCTION refuse_erased_owner();
CREATE TRIGGER recovery_codes_of_people BEFORE INSERT ON recovery_codes FOR EACH ROW EXECUTE FUNCTION refuse_erased_owner();
CREATE TRIGGER factor_challenges_of_people BEFORE INSERT ON factor_challenges FOR EACH ROW EXECUTE FUNCTION refuse_erased_owner();
CREATE TRIGGER factor_failures_of_people BEFORE INSERT ON factor_failures FOR EACH ROW EXECUTE FUNCTION refuse_erased_owner();
