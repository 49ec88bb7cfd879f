import type { Role } from '@lading/contract/constants.ts';
import type { User } from '@lading/contract/identity.ts';
import type { StaffRole } from '@lading/contract/permissions.ts';

interface UserFacts {
  id: string;
  full_name: string;
  email: string;
  phone: string | null;
  role: Role;
  staff_role: StaffRole | null;
}

/** The account fields that the browser gets. */
export const toUser = (row: UserFacts): User => ({
  id: row.id,
  name: row.full_name,
  email: row.email,
  phone: row.phone,
  role: row.role,
  ...(row.staff_role ? { staffRole: row.staff_role } : {}),
});
