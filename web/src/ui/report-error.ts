import { isSessionLoss, reasonOf } from '../lib/api-error.ts';
import { toast } from './toast/toast.ts';

/**
 * Logs a failed action and shows it as a toast. A lost session is announced by the sign-in page instead.
 * Returns whether the failure was reported.
 */
export function reportError(error: unknown, message: string = reasonOf(error)): boolean {
  if (isSessionLoss(error)) return false;
  console.error(error);
  toast.error(message);
  return true;
}
