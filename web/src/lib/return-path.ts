import { PAGES } from '@lading/contract/routes.ts';

const STORAGE_KEY = 'lading.return-path';
const MAX_LENGTH = 2000;

/** Going back to one of these after signing in would lead nowhere or in a circle. */
const NEVER = new Set<string>([
  PAGES.landing,
  PAGES.login,
  PAGES.signup,
  PAGES.forgotPassword,
  PAGES.resetPassword,
]);

/** The path itself when it leads to a page of this origin that needs a session, else null. */
export function safeReturnPath(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return null;
  // Browsers read a backslash as a slash and drop tabs and line breaks, so "/\evil" and "/\t/evil" leave the site.
  if (!/^\/[^\\\s\p{Cc}]*$/u.test(value) || value.startsWith('//')) return null;
  const origin = 'https://origin.invalid';
  let url: URL;
  try {
    url = new URL(value, origin);
  } catch {
    return null;
  }
  if (url.origin !== origin || url.pathname.startsWith('//')) return null;
  const pathname = url.pathname.replace(/\/+$/, '') || '/';
  return NEVER.has(pathname) ? null : `${url.pathname}${url.search}${url.hash}`;
}

/** Kept beside the history state, which does not survive the way over the sign-up page. */
export function rememberReturnPath(path: string) {
  try {
    window.sessionStorage.setItem(STORAGE_KEY, path);
  } catch {
    // The history state still carries it.
  }
}

export function rememberedReturnPath(state: unknown): string | null {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  const fromState = safeReturnPath(from);
  if (fromState !== null) return fromState;
  try {
    return safeReturnPath(window.sessionStorage.getItem(STORAGE_KEY));
  } catch {
    return null;
  }
}

export function forgetReturnPath() {
  try {
    window.sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Nothing could be kept, so nothing needs forgetting.
  }
}
