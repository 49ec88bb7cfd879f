import type { StaffRole } from '@lading/contract/permissions.ts';
import type { Immutable } from '../../platform/db/column-types.ts';

export interface StaffTables {
  staff_invitations: StaffInvitationsTable;
}

/** Open invitations only: an accepted or revoked one is deleted. */
export interface StaffInvitationsTable {
  id: Immutable<string>;
  token_hash: Buffer;
  email: Immutable<string>;
  email_key: Immutable<string>;
  role: StaffRole;
  invited_by: string;
  sent_at: Date;
  expires_at: Date;
  /** Emails since `mails_from`. */
  mails: number;
  mails_from: Date;
}
