import { ApiError, reasonOf } from '../../lib/api-error.ts';
import { toast } from '../../ui/toast/toast.ts';

/** A lost session has its own sentence and its own way out. */
export const isSessionLoss = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

/** Says why something that was asked for did not happen. */
export function complain(error: unknown) {
  if (isSessionLoss(error)) return;
  console.error(error);
  toast.error(reasonOf(error));
}
