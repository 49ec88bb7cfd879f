import { PAGES } from '@lading/contract/routes.ts';
import { matchPath } from 'react-router';
import { tabStore } from './browser-storage.ts';

const STORAGE_KEY = 'lading.return-path';
const MAX_LENGTH = 2000;

/** The pages that need a session. Any other page would loop, or is not ours. */
const PROTECTED_PAGES = Object.values(PAGES).filter((page) => /^\/(?:client|admin)(?:\/|$)/.test(page));

/** Accepts only paths to pages of this origin that need a session. */
export function safeReturnPath(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return null;
  // Browsers treat a backslash as a slash and drop tabs and line breaks, so "/\evil" and "/\t/evil" leave the
  // site.
  if (!/^\/[^\\\s\p{Cc}]*$/u.test(value) || value.startsWith('//')) return null;
  const origin = 'https://origin.invalid';
  let url: URL;
  try {
    url = new URL(value, origin);
  } catch {
    return null;
  }
  if (url.origin !== origin || url.pathname.startsWith('//')) return null;
  const isOurs = PROTECTED_PAGES.some((page) => matchPath(page, url.pathname) !== null);
  return isOurs ? `${url.pathname}${url.search}${url.hash}` : null;
}

/** Kept in addition to the history state, which is lost when the user signs up first. */
export const rememberReturnPath = (path: string) => void tabStore.write(STORAGE_KEY, path);

export function rememberedReturnPath(state: unknown): string | null {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  return safeReturnPath(from) ?? safeReturnPath(tabStore.read(STORAGE_KEY));
}

export const forgetReturnPath = () => void tabStore.remove(STORAGE_KEY);
