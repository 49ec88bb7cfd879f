import type { ApiKeyScope } from '@lading/contract/api-keys.ts';
import type { Role } from '@lading/contract/constants.ts';
import type { StaffRole } from '@lading/contract/permissions.ts';

/** The account that runs a use case, with the IP address and id of its request. */
export interface Actor {
  userId: string;
  role: Role;
  /** Null for clients. */
  staffRole?: StaffRole | null;
  ip: string | null;
  requestId: string | null;
}

/** With the account fields that the session lookup of a request also returns. */
export interface SignedInActor extends Actor {
  staffRole: StaffRole | null;
  name: string;
  email: string;
  phone: string | null;
  lastActiveAt: Date | null;
  /** Null until the account holder has verified the address. */
  emailVerifiedAt: Date | null;
  /** Null for an API key. */
  sessionId: string | null;
  /** Null for a session, which may call everything. */
  apiKeyScope: ApiKeyScope | null;
  /** The last proof of identity in this session: sign-in, or a later check of password or factor. Long ago for an API key, which proves nothing. */
  authenticatedAt: Date;
}

/** How long a session may stay unused. Null: no limit. */
export interface SessionLimits {
  idleMs: number | null;
  /** With "Remember me". */
  rememberedIdleMs: number | null;
}
