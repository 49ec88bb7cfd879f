import type { LoginAnswer, User } from '@lading/contract/identity.ts';

export const SESSION_KEY = 'lading.session';

/**
 * `unchecked` carries no user on purpose: what lies in the browser's storage can be edited, so nothing is drawn from it before the
 * server has named the user.
 */
export type SessionSnapshot =
  | { status: 'none'; reason: 'absent' | 'signed-out' | 'lost' }
  | { status: 'unchecked'; token: string; problem: string | null }
  | { status: 'confirmed'; token: string; user: User; expiresAt: string };

export type SessionStorageArea = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
type Place = 'local' | 'session' | 'memory';
type Areas = Record<'local' | 'session', () => SessionStorageArea>;

/** Anything else could not be sent as a header and would look like a network failure for ever. */
const TOKEN_PATTERN = /^[\x21-\x7e]{1,512}$/;

export function parseStoredSession(text: string | null): { token: string; expiresAt: string } | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return null;
    const { token, expiresAt } = value as Record<string, unknown>;
    if (typeof token !== 'string' || !TOKEN_PATTERN.test(token)) return null;
    return { token, expiresAt: typeof expiresAt === 'string' ? expiresAt : '' };
  } catch {
    return null;
  }
}

export function createSessionStore(areas: Areas) {
  const changeListeners = new Set<() => void>();
  const lostListeners = new Set<() => void>();
  const refusedListeners = new Set<() => void>();
  let snapshot: SessionSnapshot = { status: 'none', reason: 'absent' };
  let place: Place = 'memory';
  let expiresAt = '';

  const attempt = <T>(work: () => T): T | null => {
    try {
      return work();
    } catch {
      return null;
    }
  };
  const emit = (listeners: Set<() => void>) => {
    for (const listener of [...listeners]) listener();
  };
  const set = (next: SessionSnapshot) => {
    snapshot = next;
    emit(changeListeners);
  };
  const erase = () => {
    attempt(() => areas.local().removeItem(SESSION_KEY));
    attempt(() => areas.session().removeItem(SESSION_KEY));
  };
  const persist = (session: LoginAnswer) => {
    if (place === 'memory') return;
    const area = areas[place];
    const kept = attempt(() => {
      area().setItem(SESSION_KEY, JSON.stringify(session));
      return true;
    });
    if (kept) return;
    place = 'memory';
    emit(refusedListeners);
  };
  const adopt = (from: 'local' | 'session', stored: { token: string; expiresAt: string }) => {
    place = from;
    expiresAt = stored.expiresAt;
    set({ status: 'unchecked', token: stored.token, problem: null });
  };
  const listen = (listeners: Set<() => void>, listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };
  const end = (reason: 'absent' | 'signed-out' | 'lost') => {
    erase();
    place = 'memory';
    set({ status: 'none', reason });
  };

  return {
    getSnapshot: () => snapshot,
    token: () => (snapshot.status === 'none' ? null : snapshot.token),
    subscribe: (listener: () => void) => listen(changeListeners, listener),
    /** The server refused the token in use. */
    onLost: (listener: () => void) => listen(lostListeners, listener),
    /** The browser would not keep the session, which goes on in memory. */
    onRefused: (listener: () => void) => listen(refusedListeners, listener),

    /** The tab's own session comes before the remembered one. */
    restore() {
      for (const from of ['session', 'local'] as const) {
        const text = attempt(() => areas[from]().getItem(SESSION_KEY));
        const stored = parseStoredSession(text);
        if (stored) return adopt(from, stored);
        if (text !== null) attempt(() => areas[from]().removeItem(SESSION_KEY));
      }
    },

    signIn(session: LoginAnswer, remember: boolean) {
      erase();
      place = remember ? 'local' : 'session';
      expiresAt = session.expiresAt;
      persist(session);
      set({ status: 'confirmed', ...session });
    },

    /** Ignored when the answer belongs to a token that is not in use any more. */
    confirm(token: string, user: User) {
      if (snapshot.status === 'none' || snapshot.token !== token) return;
      persist({ token, user, expiresAt });
      set({ status: 'confirmed', token, user, expiresAt });
    },

    reportProblem(token: string, problem: string | null) {
      if (snapshot.status === 'unchecked' && snapshot.token === token) set({ ...snapshot, problem });
    },

    lose(token: string) {
      if (snapshot.status === 'none' || snapshot.token !== token) return;
      end('lost');
      emit(lostListeners);
    },

    /** On purpose: the page that was left is not remembered. */
    signOut: () => end('signed-out'),
    clear: () => end('absent'),

    /** `null` as key means that another tab cleared everything. */
    handleStorageEvent(event: Pick<StorageEvent, 'key' | 'newValue'>) {
      if (event.key !== SESSION_KEY && event.key !== null) return;
      if (snapshot.status !== 'none' && place !== 'local') return;
      const stored = event.key === null ? null : parseStoredSession(event.newValue);
      if (!stored) {
        if (snapshot.status !== 'none') end('signed-out');
      } else if (snapshot.status === 'none' || snapshot.token !== stored.token) {
        adopt('local', stored);
      }
    },
  };
}

export type SessionStore = ReturnType<typeof createSessionStore>;

export const sessionStore = createSessionStore({
  local: () => window.localStorage,
  session: () => window.sessionStorage,
});
