import type { Role } from '@lading/contract/constants.ts';

/** The account that runs a use case, with the IP address and id of its request. */
export interface Actor {
  userId: string;
  role: Role;
  ip: string | null;
  requestId: string | null;
}

/** With the account fields that the session lookup of a request also returns. */
export interface SignedInActor extends Actor {
  name: string;
  email: string;
  phone: string | null;
  lastActiveAt: Date | null;
}
