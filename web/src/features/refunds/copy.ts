import { counted } from '@lading/contract/format-count.ts';

/** Text of the list of refunds. */
export const COPY = {
  title: 'Refunds',
  intro: 'Money returned to clients: by admins, for failed purchases, and for payments that were not used.',
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
  },
  states: {
    requested: 'Requested',
    submitted: 'In progress',
    succeeded: 'Refunded',
    failed: 'Failed',
  },
  anyone: 'Anyone',
  automatic: 'Automatic',
  total: (count: number, amount: string, byAdmins: string) =>
    `${counted(count, 'refund')}, ${amount} in total, of which ${byAdmins} by admins.`,
  unspent: 'View unspent money',
  clientFilter: 'One client only',
} as const;
