import { ApiError } from './api-error.ts';

export const CHANGED_MEANWHILE =
  'Someone else changed the same field. Your change was not saved. Please reload and try again.';

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * The edited fields, and the newest values of all others, because someone else may have changed them since they were
 * loaded. Throws if someone else changed an edited field.
 */
export function mergeEdits<T extends object>(loaded: T, edited: T, newest: T): T {
  const merged = { ...edited };
  for (const name of Object.keys(edited) as (keyof T)[]) {
    if (isSame(edited[name], loaded[name])) merged[name] = newest[name];
    else if (!isSame(newest[name], loaded[name]) && !isSame(newest[name], edited[name]))
      throw new ApiError({ status: 0, message: CHANGED_MEANWHILE });
  }
  return merged;
}
