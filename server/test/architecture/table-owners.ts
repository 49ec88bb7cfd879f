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
  clients: ['client_profiles', 'saved_addresses', 'saved_parcels'],
  identity: ['login_failures', 'password_resets', 'sessions', 'users'],
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
  shipments: ['label_leftovers', 'purchase_attempts', 'shipment_labels', 'shipments', 'tracking_events'],
};

/** Tables of other domains that a domain's stores also read. Reconciliation compares all of them. */
export const ALSO_READS: Record<string, readonly string[]> = {
  analytics: ['refunds', 'users'],
  audit: ['users'],
  bulk: ['payment_quotes', 'payments', 'quotes', 'refunds', 'shipment_labels', 'shipments', 'users'],
  clients: ['client_pricing', 'global_pricing', 'shipments_by_client_month', 'users'],
  demo: ['users'],
  notices: ['bulk_batches', 'bulk_rows', 'payment_quotes', 'payments', 'refunds', 'shipments', 'users'],
  payments: ['bulk_batches', 'bulk_rows', 'incidents', 'quotes', 'shipments'],
  pricing: ['payment_quotes', 'shipments', 'users'],
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
};

/** Tables of other domains that a domain's stores also write. */
export const ALSO_WRITES: Record<string, readonly string[]> = {
  // A profile holds the client's name and status, which live in the account.
  clients: ['users'],
  // Erasing a batch unlinks its payments.
  bulk: ['payments'],
  // Demo data has its own statements where a domain has no suitable use case.
  demo: ['client_pricing', 'client_profiles', 'global_pricing'],
};
