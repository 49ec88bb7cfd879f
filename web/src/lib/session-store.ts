import type { LoginAnswer, User } from '@lading/contract/identity.ts';
import { createSignal, createStore } from './create-store.ts';
import {
  eraseStoredSession,
  parseStoredSession,
  readStoredSession,
  SESSION_KEY,
  type SessionStorages,
  type StoredSession,
  sessionStorages,
} from './stored-session.ts';

/**
 * `unchecked` carries no user on purpose: anyone can edit the browser's storage, so the app shows nothing from it
 * until the server has confirmed the user.
 */
export type SessionSnapshot =
  | { status: 'none'; reason: 'absent' | 'signed-out' | 'lost' }
  | { status: 'unchecked'; token: string; problem: string | null }
  | { status: 'confirmed'; token: string; user: User; expiresAt: string };

/** A `null` key means that another tab cleared everything. */
const concernsSession = ({ key }: Pick<StorageEvent, 'key'>) => key === SESSION_KEY || key === null;

type Place = keyof SessionStorages | 'memory';

export function createSessionStore(storages: SessionStorages) {
  const store = createStore<SessionSnapshot>({ status: 'none', reason: 'absent' });
  const lost = createSignal();
  const storageRefused = createSignal();
  let place: Place = 'memory';
  let expiresAt = '';

  const current = store.getSnapshot;
  const token = () => {
    const session = current();
    return session.status === 'none' ? null : session.token;
  };
  const persist = (session: LoginAnswer) => {
    if (place === 'memory' || storages[place].write(SESSION_KEY, JSON.stringify(session))) return;
    place = 'memory';
    storageRefused.emit();
  };
  const adopt = (from: keyof SessionStorages, stored: StoredSession) => {
    place = from;
    expiresAt = stored.expiresAt;
    store.set({ status: 'unchecked', token: stored.token, problem: null });
  };
  const end = (reason: 'absent' | 'signed-out' | 'lost') => {
    eraseStoredSession(storages);
    place = 'memory';
    store.set({ status: 'none', reason });
  };

  return {
    getSnapshot: current,
    token,
    subscribe: store.subscribe,
    /** The server rejected the current token. */
    onLost: lost.subscribe,
    /** The browser refused to store the session, so it lives in memory only. */
    onStorageRefused: storageRefused.subscribe,

    restore() {
      const found = readStoredSession(storages);
      if (found) adopt(found.place, found.session);
    },

    signIn(session: LoginAnswer, remember: boolean) {
      eraseStoredSession(storages);
      place = remember ? 'local' : 'tab';
      expiresAt = session.expiresAt;
      persist(session);
      store.set({ status: 'confirmed', ...session });
    },

    /** Ignores a late response for a token that is no longer in use. */
    confirm(confirmed: string, user: User) {
      if (token() !== confirmed) return;
      persist({ token: confirmed, user, expiresAt });
      store.set({ status: 'confirmed', token: confirmed, user, expiresAt });
    },

    reportProblem(checked: string, problem: string | null) {
      const session = current();
      if (session.status === 'unchecked' && session.token === checked) store.set({ ...session, problem });
    },

    lose(rejected: string) {
      if (token() !== rejected) return;
      end('lost');
      lost.emit();
    },

    /** The person chose to leave, so the page to return to is not remembered. */
    signOut: () => end('signed-out'),
    clear: () => end('absent'),

    handleStorageEvent(event: Pick<StorageEvent, 'key' | 'newValue'>) {
      const active = token();
      if (!concernsSession(event) || (active !== null && place !== 'local')) return;
      const stored = event.key === null ? null : parseStoredSession(event.newValue);
      if (stored && stored.token !== active) adopt('local', stored);
      if (!stored && active !== null) end('signed-out');
    },
  };
}

export type SessionStore = ReturnType<typeof createSessionStore>;

export const sessionStore = createSessionStore(sessionStorages);
