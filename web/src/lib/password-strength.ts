import {
  loadCommonPasswords,
  ownWordsOf,
  type PasswordWeakness,
  weaknessOf,
} from '@lading/contract/password-strength.ts';
import { useEffect, useState } from 'react';

/** Kept outside the component, so that the list is loaded once. */
let loading: ReturnType<typeof loadCommonPasswords> | null = null;

/** Why a password is easy to guess, once the list has loaded. The check runs in the browser and sends nothing. */
export function usePasswordWeakness(
  password: string,
  { email, name }: { email: string; name: string },
): PasswordWeakness | null {
  const [isCommon, setIsCommon] = useState<((password: string) => boolean) | null>(null);
  const isWanted = password !== '';
  useEffect(() => {
    if (!isWanted) return;
    let mounted = true;
    loading ??= loadCommonPasswords();
    loading.then(
      (found) => mounted && setIsCommon(() => found),
      // Without the list there is no hint; the server checks anyway.
      () => {
        loading = null;
      },
    );
    return () => {
      mounted = false;
    };
  }, [isWanted]);
  return isCommon && isWanted ? weaknessOf(password, ownWordsOf({ email, name }), isCommon) : null;
}
