import type { User } from '@lading/contract/identity.ts';
import { mayDo, type Permission, type StaffRole } from '@lading/contract/permissions.ts';
import { useSession } from './use-session.ts';

/** A server of the previous version names no role, and all of its admins are owners. */
export const staffRoleOf = ({ role, staffRole }: User): StaffRole | null =>
  role === 'admin' ? (staffRole ?? 'owner') : null;

export function mayUser(user: User, permission: Permission): boolean {
  const role = staffRoleOf(user);
  return role !== null && mayDo(role, permission);
}

/** Whether the signed-in person may do something. Only hides controls: the server decides. */
export function useMay(permission: Permission): boolean {
  const session = useSession();
  return session.status === 'confirmed' && mayUser(session.user, permission);
}
