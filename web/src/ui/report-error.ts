import { isSessionLoss, messageOf, reasonOf } from '../lib/api-error.ts';
import { toast } from './toast/toast.ts';

/**
 * Logs a failed action and shows it as a toast. Ignores a lost session, which the sign-in page announces. Returns
 * whether it reported the failure.
 */
export function reportError(error: unknown, message: string = reasonOf(error)): boolean {
  if (isSessionLoss(error)) return false;
  console.error(error);
  toast.error(message);
  return true;
}

/** Reports an error with the server's reason, or with the fallback if there is none. */
export const reportFailure = (error: unknown, fallback: string): boolean =>
  reportError(error, messageOf(error, fallback));
