import { type SessionStore, userIdOf } from './session-store.ts';

/**
 * What this page knows of one account must never appear for the next. A new token for the same account clears nothing:
 * that would reset the page, and with it the dialog that asked for a proof of identity.
 */
export function clearBetweenAccounts(
  { getSnapshot, subscribe }: Pick<SessionStore, 'getSnapshot' | 'subscribe'>,
  /** Called with the account that was signed in before, if any. */
  clear: (left: string | null) => void,
) {
  let knownFor = userIdOf(getSnapshot());
  return subscribe(() => {
    const userId = userIdOf(getSnapshot());
    if (userId === undefined || userId === knownFor) return;
    const left = knownFor ?? null;
    knownFor = userId;
    clear(left);
  });
}
