import type { Role } from '@lading/contract/constants.ts';

/** The account on whose behalf a use case runs, and the request it came with. */
export interface Actor {
  userId: string;
  role: Role;
  ip: string | null;
  requestId: string | null;
}

/** What the session lookup of a request also knows about the account. */
export interface SignedInActor extends Actor {
  name: string;
  email: string;
  phone: string | null;
  lastActiveAt: Date | null;
}
