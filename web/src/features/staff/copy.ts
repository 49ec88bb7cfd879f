import type { StaffRole } from '@lading/contract/permissions.ts';
import type { Delivery } from '@lading/contract/staff.ts';

/** Text of the staff page. */
export const COPY = {
  title: 'Staff',
  intro: 'People who can use the admin area, and what they can do there.',
  columns: {
    person: 'Person',
    role: 'Role',
    status: 'Status',
    lastActive: 'Last active',
    sessions: 'Sessions',
    secondFactor: 'Second factor',
    actions: 'Actions',
  },
  statuses: { active: 'Active', suspended: 'Suspended' },
  you: 'You',
  loadFailed: 'Failed to load staff',
  roles: {
    owner: 'Can do everything, including managing staff.',
    finance:
      'Can see everything except staff. Can manage prices, refunds, balances, adjustments, billing and incidents. Can edit client details, but can’t suspend or delete clients.',
    support:
      'Can edit and suspend clients. Can see shipments, prices, refunds, balances, adjustments and billing, but can’t change them. Can’t see the dashboard, analytics, money, incidents or audit log, or export data.',
    read_only: 'Can see everything except staff, but can’t change anything.',
  } satisfies Record<StaffRole, string>,

  invite: 'Invite someone',
  inviteTitle: 'Invite a staff member',
  sendInvitation: 'Send invitation',
  email: 'Email',
  role: 'Role',
  inviteHint:
    'The person chooses their own name and password. The link works once and expires after seven days.',
  linkTitle: 'Invitation link',
  linkOnce: 'We show this link only once. Anyone who has it can accept the invitation.',
  link: 'Link',
  done: 'Done',
  deliveries: {
    sent: 'We sent the link by email. You can also share it yourself.',
    not_configured: 'Email is not configured on this server. Please share the link yourself.',
    limited: 'We already sent three emails to this address in the last hour. Please share the link yourself.',
    failed: 'The email could not be sent. Please share the link yourself.',
  } satisfies Record<Delivery, string>,

  invitations: 'Invitations',
  invitationColumns: { email: 'Email', role: 'Role', sent: 'Sent', state: 'Status', actions: 'Actions' },
  pending: 'Pending',
  expired: 'Expired',
  by: (name: string) => `by ${name}`,
  resend: 'Resend',
  revoke: 'Revoke',
  revokeTitle: 'Revoke this invitation?',
  revokeText: 'The link stops working immediately.',
  revoked: 'Invitation revoked',

  changeRole: 'Change role',
  roleChanged: 'Role changed',
  suspendTitle: 'Suspend this person?',
  suspendText: 'They will be signed out immediately. Pending invitations that they sent will be revoked.',
  suspended: 'Person suspended',
  activated: 'Person activated',
  endTitle: 'Sign this person out everywhere?',
  endText: 'All of their sessions end. They can sign in again.',
  ended: 'Signed out everywhere',
  resetTitle: 'Reset this person’s second factors?',
  resetText:
    'This removes all of their passkeys, authenticator apps and recovery codes. Their password alone is then enough to sign in. Please make sure that the request really comes from them. We notify them by email.',
  reset: 'Second factors removed',
  removeTitle: 'Remove this person?',
  removeText:
    'They will be signed out immediately and can’t sign in or reset their password. Pending invitations that they sent will be revoked. Their name stays in the audit log.',
  removed: 'Person removed',
} as const;
