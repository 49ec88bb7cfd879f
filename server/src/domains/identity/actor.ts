import type { Role } from '@lading/contract/constants.ts';
import type { Origin } from '../audit/audit.events.ts';

/** Who acts. Made only by `authenticate`, from the database. */
export interface Actor extends Origin {
  userId: string;
  role: Role;
  name: string;
  email: string;
  phone: string | null;
  lastActiveAt: Date | null;
  tokenHash: Buffer;
}
