/** Who on the operator's staff may do what. Routes, screens, the access tests and OPERATIONS.md follow it. */

export const STAFF_ROLES = ['owner', 'finance', 'support', 'read_only'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

export const STAFF_ROLE_NAMES: Record<StaffRole, string> = {
  owner: 'Owner',
  finance: 'Finance',
  support: 'Support',
  read_only: 'Read-only',
};

interface Rule {
  /** Ends the sentence "A person with this role may …". */
  allows: string;
  roles: readonly StaffRole[];
}

const EVERYONE = STAFF_ROLES;

export const PERMISSIONS = {
  'clients.read': { allows: 'see clients and the revenue of each', roles: EVERYONE },
  'clients.write': {
    allows: 'change the name, phone number and address of a client',
    roles: ['owner', 'finance', 'support'],
  },
  'clients.suspend': { allows: 'suspend and activate clients', roles: ['owner', 'support'] },
  'clients.email': { allows: 'change the email address that a client signs in with', roles: ['owner'] },
  'clients.delete': { allows: 'delete clients', roles: ['owner'] },
  'sessions.end': {
    allows: 'sign a client out everywhere and delete their API keys',
    roles: ['owner', 'support'],
  },
  'pricing.read': { allows: 'see commissions and price rules', roles: EVERYONE },
  'pricing.write': {
    allows: 'change commissions, price rules and client groups',
    roles: ['owner', 'finance'],
  },
  'shipments.read': {
    allows: 'see shipments with their costs and ledger entries, and open their labels',
    roles: EVERYONE,
  },
  'refunds.read': { allows: 'see refunds and unspent money', roles: EVERYONE },
  'refunds.create': {
    allows: 'refund shipments and void unused labels',
    roles: ['owner', 'finance'],
  },
  'balances.read': { allows: "see clients' balances and credit terms", roles: EVERYONE },
  'balances.write': {
    allows:
      "record deposits and withdrawals, credit clients, write off debts and change clients' credit terms",
    roles: ['owner', 'finance'],
  },
  'adjustments.read': { allows: 'see carrier invoices and adjustments', roles: EVERYONE },
  'adjustments.write': {
    allows: 'import carrier invoices, decide adjustment disputes and change who pays adjustments',
    roles: ['owner', 'finance'],
  },
  'billing.read': { allows: 'see billing documents and billing settings', roles: EVERYONE },
  'billing.write': {
    allows: "issue billing documents, change billing settings and clients' billing details",
    roles: ['owner', 'finance'],
  },
  'analytics.read': {
    allows: 'see the dashboard and analytics',
    roles: ['owner', 'finance', 'read_only'],
  },
  'money.read': {
    allows: 'see revenue, costs, fees and payouts of the whole business',
    roles: ['owner', 'finance', 'read_only'],
  },
  'attention.snooze': {
    allows: 'snooze what needs attention until the next day',
    roles: ['owner', 'finance'],
  },
  'incidents.read': { allows: 'see incidents', roles: ['owner', 'finance', 'read_only'] },
  'incidents.resolve': { allows: 'close incidents', roles: ['owner', 'finance'] },
  'audit.read': { allows: 'see the audit log', roles: ['owner', 'finance', 'read_only'] },
  'exports.read': { allows: 'download CSV files', roles: ['owner', 'finance', 'read_only'] },
  'staff.manage': {
    allows: 'invite, change, suspend and remove staff',
    roles: ['owner'],
  },
} as const satisfies Record<string, Rule>;

export type Permission = keyof typeof PERMISSIONS;

export const rolesWith = (permission: Permission): readonly StaffRole[] => PERMISSIONS[permission].roles;

export const mayDo = (role: StaffRole, permission: Permission): boolean =>
  rolesWith(permission).includes(role);

/** Names the roles that would be allowed, so that the reader knows whom to ask. */
export function permissionMessage(role: StaffRole, permission: Permission): string {
  const names = rolesWith(permission).map((allowed) => STAFF_ROLE_NAMES[allowed]);
  const last = names.pop();
  const needed = names.length > 0 ? `${names.join(', ')} or ${last}` : last;
  return `Your role (${STAFF_ROLE_NAMES[role]}) doesn’t allow this. The required role is ${needed}.`;
}
