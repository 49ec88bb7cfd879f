import type { Role } from '@lading/contract/constants.ts';
import type { User } from '@lading/contract/identity.ts';

interface UserFacts {
  id: string;
  full_name: string;
  email: string;
  phone: string | null;
  role: Role;
}

/** The account fields that the browser gets. */
export const toUser = (row: UserFacts): User => ({
  id: row.id,
  name: row.full_name,
  email: row.email,
  phone: row.phone,
  role: row.role,
});
