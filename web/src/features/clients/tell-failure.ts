import { ApiError } from '../../lib/api-error.ts';
import { toast } from '../../ui/toast/toast.ts';

/** A lost session has its own sentence and its own way out. */
export function tellFailure(error: unknown, sentence: string) {
  if (error instanceof ApiError && error.status === 401) return;
  console.error(error);
  toast.error(sentence);
}
