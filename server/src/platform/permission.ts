import { mayDo, type Permission, permissionMessage } from '@lading/contract/permissions.ts';
import type { Actor } from './actor.ts';
import { AppError } from './app-error.ts';

/** The refusal to show and record, or null if the actor has the permission. */
export function permissionProblem({ staffRole }: Pick<Actor, 'staffRole'>, permission: Permission) {
  if (!staffRole) return new AppError('ADMIN_REQUIRED');
  if (mayDo(staffRole, permission)) return null;
  return new AppError('PERMISSION_DENIED', { message: permissionMessage(staffRole, permission) });
}

/** For rules that depend on the input. A route's own permission is checked by its guard. */
export function requirePermission(actor: Pick<Actor, 'staffRole'>, permission: Permission): void {
  const problem = permissionProblem(actor, permission);
  if (problem) throw problem;
}
