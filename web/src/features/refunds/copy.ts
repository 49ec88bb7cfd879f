import { counted } from '@lading/contract/format-count.ts';

/** Text of the list of refunds. */
export const COPY = {
  title: 'Refunds',
  intro:
    'Money returned to clients: by admins, for failed purchases, for payments that were not used, and as payouts of balances.',
  loadFailed: 'Failed to load refunds',
  empty: 'No refunds found',
  export: 'Export Refunds',
  exported: 'Refunds exported successfully',
  exportFailed: 'Failed to export data',
  allKinds: 'All kinds',
  kinds: {
    by_admin: 'By an admin',
    failed_purchase: 'Failed purchase',
    surplus: 'Unspent payment',
    payout: 'Balance payout',
  },
  states: {
    requested: 'Requested',
    submitted: 'In progress',
    succeeded: 'Refunded',
    failed: 'Failed',
  },
  anyone: 'Anyone',
  automatic: 'Automatic',
  client: 'Client',
  total: (count: number, amount: string, byAdmins: string) =>
    `${counted(count, 'refund')}, ${amount} in total, of which ${byAdmins} by admins.`,
  unspent: 'View unspent money',
  clientFilter: (name: string | undefined) => `Client: ${name ?? 'selected'}`,
} as const;
