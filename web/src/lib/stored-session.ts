import { type BrowserStorage, localStore, tabStore } from './browser-storage.ts';

export const SESSION_KEY = 'lading.session';

export interface StoredSession {
  token: string;
  expiresAt: string;
  /** Not trusted: it only tells whether the token is for the account that is already signed in. */
  userId: string | null;
}

/** A header cannot contain any other token: every request would fail like a network error. */
const TOKEN_PATTERN = /^[\x21-\x7e]{1,512}$/;

function idOf(user: unknown): string | null {
  const id = typeof user === 'object' && user !== null && 'id' in user ? user.id : null;
  return typeof id === 'string' ? id : null;
}

export function parseStoredSession(text: string | null): StoredSession | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return null;
    const { token, expiresAt, user } = value as Record<string, unknown>;
    if (typeof token !== 'string' || !TOKEN_PATTERN.test(token)) return null;
    return { token, expiresAt: typeof expiresAt === 'string' ? expiresAt : '', userId: idOf(user) };
  } catch {
    return null;
  }
}

export interface SessionStorages {
  local: BrowserStorage;
  tab: BrowserStorage;
}

export const sessionStorages: SessionStorages = { local: localStore, tab: tabStore };

/** The tab's own session takes precedence over the remembered one. Removes entries that cannot be read. */
export function readStoredSession(storages: SessionStorages) {
  for (const place of ['tab', 'local'] as const) {
    const text = storages[place].read(SESSION_KEY);
    const session = parseStoredSession(text);
    if (session) return { place, session };
    if (text !== null) storages[place].remove(SESSION_KEY);
  }
  return null;
}

/** Tells other tabs that the user signed out. Without it, a removed session was lost. */
export const SIGNED_OUT = JSON.stringify({ signedOut: true });

/** Only for a deliberate sign-out: it ends the remembered session in all tabs. */
export function eraseStoredSession(storages: SessionStorages) {
  if (storages.local.read(SESSION_KEY) !== null) storages.local.write(SESSION_KEY, SIGNED_OUT);
  storages.local.remove(SESSION_KEY);
  storages.tab.remove(SESSION_KEY);
}
