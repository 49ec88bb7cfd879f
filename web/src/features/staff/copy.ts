import type { StaffRole } from '@lading/contract/permissions.ts';
import type { Delivery } from '@lading/contract/staff.ts';

/** Text of the staff page. */
export const COPY = {
  title: 'Staff',
  intro: 'People who may use the admin area, and what they may do there.',
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
    finance: 'Prices, refunds, incidents, dashboard, analytics and exports.',
    support:
      'Clients and shipments. Sees prices, but can’t make refunds or open the dashboard and analytics.',
    read_only: 'Sees everything except staff, and changes nothing.',
  } satisfies Record<StaffRole, string>,

  invite: 'Invite someone',
  inviteTitle: 'Invite to your staff',
  sendInvitation: 'Send invitation',
  email: 'Email',
  role: 'Role',
  inviteHint: 'The person chooses their own name and password. The link works once, for seven days.',
  linkTitle: 'Invitation link',
  linkOnce: 'We show this link only now. Anyone who has it can accept the invitation.',
  link: 'Link',
  done: 'Done',
  deliveries: {
    sent: 'We sent the link by email. You can also pass it on yourself.',
    not_configured: 'Email is not configured on this server. Please pass the link on yourself.',
    limited:
      'We already sent three emails to this address in the last hour. Please pass the link on yourself.',
    failed: 'The email could not be sent. Please pass the link on yourself.',
  } satisfies Record<Delivery, string>,

  invitations: 'Open invitations',
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
  suspendText: 'They will be signed out immediately. Open invitations that they sent will be revoked.',
  suspended: 'Person suspended',
  activated: 'Person activated',
  endTitle: 'Sign this person out everywhere?',
  endText: 'All of their sessions end. They can sign in again.',
  ended: 'Signed out everywhere',
  resetTitle: 'Reset the second factors of this person?',
  resetText:
    'All of their passkeys, authenticator apps and recovery codes are removed, and their password alone is enough to sign in. Please make sure that the request really comes from them. We tell them by email.',
  reset: 'Second factors removed',
  removeTitle: 'Remove this person?',
  removeText:
    'They will be signed out immediately and can’t sign in or reset their password. Open invitations that they sent will be revoked. Their name stays in the audit log.',
  removed: 'Person removed',
} as const;
