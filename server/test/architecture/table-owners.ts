/** Which domain owns which tables and views: only its stores write them. */
export const OWNED: Record<string, readonly string[]> = {
  analytics: [
    'clients_by_month',
    'shipment_changes',
    'shipments_by_client_day',
    'shipments_by_client_month',
    'shipments_by_day',
    'totals_by_client_day',
    'totals_by_client_month',
    'totals_by_day',
  ],
  audit: [
    'audit_by_day',
    'audit_by_user',
    'audit_logs',
    'audit_seals',
    'audit_totals_by_day',
    'audit_totals_by_user',
    'audit_unsealed',
  ],
  bulk: ['bulk_batches', 'bulk_rows'],
  clients: ['client_notes', 'client_profiles', 'erasures', 'saved_addresses', 'saved_parcels'],
  identity: [
    'account_mails',
    'email_changes',
    'email_links',
    'known_devices',
    'login_failures',
    'password_resets',
    'sessions',
    'users',
  ],
  notices: ['notices'],
  payments: [
    'allocations',
    'disputes',
    'idempotency_keys',
    'ledger_entries',
    'ledger_transactions',
    'payment_events',
    'payment_quotes',
    'payments',
    'refunds',
  ],
  platform: [
    'call_budgets',
    'idempotency_keys',
    'installation_secrets',
    'instances',
    'last_runs',
    'legal_moves',
    'operator_calendar',
    'request_counts',
    'transitions',
  ],
  pricing: ['client_pricing', 'global_pricing', 'quote_requests', 'quotes'],
  'provider-stores': [
    'call_budgets',
    'sandbox.carrier_purchases',
    'sandbox.gateway_events',
    'sandbox.gateway_intents',
    'sandbox.gateway_refunds',
  ],
  reconciliation: ['incidents'],
  'second-factor': ['factor_challenges', 'factor_failures', 'passkeys', 'recovery_codes', 'totp_factors'],
  shipments: ['label_leftovers', 'purchase_attempts', 'shipment_labels', 'shipments', 'tracking_events'],
  staff: ['staff_invitations'],
};

/** Tables of other domains that a domain's stores also read. Reconciliation compares all of them. */
export const ALSO_READS: Record<string, readonly string[]> = {
  analytics: ['ledger_entries', 'ledger_transactions', 'payments', 'refunds', 'shipments', 'users'],
  // To tell attempts on other accounts' data from ids that do not exist.
  audit: [
    'bulk_batches',
    'payments',
    'quotes',
    'refunds',
    'saved_addresses',
    'saved_parcels',
    'sessions',
    'shipments',
    'users',
  ],
  bulk: ['payment_quotes', 'payments', 'quotes', 'refunds', 'shipment_labels', 'shipments', 'users'],
  // The export of a client's own data reads all of it.
  clients: [
    'audit_logs',
    'bulk_batches',
    'bulk_rows',
    'client_pricing',
    'global_pricing',
    'passkeys',
    'payments',
    'refunds',
    'sessions',
    'shipments',
    'shipments_by_client_day',
    'shipments_by_client_month',
    'users',
  ],
  demo: ['shipments', 'users'],
  notices: ['bulk_batches', 'bulk_rows', 'payment_quotes', 'payments', 'refunds', 'shipments', 'users'],
  payments: ['bulk_batches', 'bulk_rows', 'incidents', 'quotes', 'shipments'],
  pricing: ['payment_quotes', 'shipments', 'users'],
  // To find the records of one client.
  'provider-stores': ['payments', 'purchase_attempts', 'shipments'],
  'second-factor': ['users'],
  reconciliation: Object.values(OWNED).flat(),
  shipments: [
    'allocations',
    'disputes',
    'ledger_entries',
    'ledger_transactions',
    'payments',
    'quote_requests',
    'quotes',
    'refunds',
    'shipments_by_client_month',
    'shipments_by_day',
    'transitions',
    'users',
  ],
  staff: ['passkeys', 'sessions', 'totp_factors', 'users'],
};

/** Tables of other domains that a domain's stores also write. */
export const ALSO_WRITES: Record<string, readonly string[]> = {
  // Staff are accounts with a staff role.
  staff: ['users'],
  // A profile holds the client's name and status, which live in the account.
  clients: ['users'],
  // Erasing a batch unlinks its payments.
  bulk: ['payments'],
  // Demo data has its own statements where a domain has no suitable use case.
  demo: ['client_pricing', 'client_profiles', 'global_pricing'],
};
