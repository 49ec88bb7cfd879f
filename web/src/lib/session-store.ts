import type { LoginAnswer, ProveAnswer, User } from '@lading/contract/identity.ts';
import { createSignal, createStore } from './create-store.ts';
import {
  eraseStoredSession,
  parseStoredSession,
  readStoredSession,
  SESSION_KEY,
  type SessionStorages,
  SIGNED_OUT,
  type StoredSession,
  sessionStorages,
} from './stored-session.ts';

/**
 * `unchecked` has no user, because anyone can edit the browser's storage. The app shows a user only after the
 * server has confirmed it.
 */
export type SessionSnapshot =
  | { status: 'none'; reason: EndReason }
  | { status: 'unchecked'; token: string; problem: string | null }
  | { status: 'confirmed'; token: string; user: User; expiresAt: string };

type EndReason = 'absent' | 'signed-out' | 'lost';
type Place = keyof SessionStorages | 'memory';

/** The remembered session may belong to another tab. */
function eraseOwnSession(storages: SessionStorages, place: Place) {
  storages.tab.remove(SESSION_KEY);
  if (place === 'local') storages.local.remove(SESSION_KEY);
}

/** `undefined` while the server has not said whose session it is. */
export function userIdOf(session: SessionSnapshot): string | null | undefined {
  if (session.status === 'unchecked') return undefined;
  return session.status === 'confirmed' ? session.user.id : null;
}

/** The session of this tab, with its copy in the browser's storage. */
function createTabSession(storages: SessionStorages) {
  const { getSnapshot, subscribe, set } = createStore<SessionSnapshot>({ status: 'none', reason: 'absent' });
  const storageRefused = createSignal();
  let place: Place = 'memory';
  let expiresAt = '';

  const confirm = (session: LoginAnswer) => {
    if (place !== 'memory' && !storages[place].write(SESSION_KEY, JSON.stringify(session))) {
      place = 'memory';
      storageRefused.emit();
    }
    set({ status: 'confirmed', ...session });
  };

  const leave = (reason: EndReason) => {
    place = 'memory';
    set({ status: 'none', reason });
  };

  const adoptStored = (where: keyof SessionStorages, stored: StoredSession) => {
    place = where;
    expiresAt = stored.expiresAt;
    set({ status: 'unchecked', token: stored.token, problem: null });
  };

  return {
    getSnapshot,
    subscribe,
    onStorageRefused: storageRefused.subscribe,
    isIn: (where: Place) => place === where,
    token() {
      const session = getSnapshot();
      return session.status === 'none' ? null : session.token;
    },

    start(session: LoginAnswer, where: keyof SessionStorages) {
      if (place !== where) eraseOwnSession(storages, place);
      place = where;
      expiresAt = session.expiresAt;
      confirm(session);
    },

    adoptStored,

    /** Another tab replaced the token. For the same account the page stays as it is. */
    follow(stored: StoredSession) {
      const session = getSnapshot();
      if (session.status !== 'confirmed' || session.user.id !== stored.userId)
        return adoptStored('local', stored);
      expiresAt = stored.expiresAt;
      set({ ...session, token: stored.token, expiresAt });
    },

    confirm: (token: string, user: User) => confirm({ token, user, expiresAt }),

    renew(renewed: ProveAnswer) {
      const session = getSnapshot();
      if (session.status !== 'confirmed') return;
      expiresAt = renewed.expiresAt;
      confirm({ ...renewed, user: session.user });
    },

    reportProblem(problem: string | null) {
      const session = getSnapshot();
      if (session.status === 'unchecked') set({ ...session, problem });
    },

    end(reason: Exclude<EndReason, 'signed-out'>) {
      eraseOwnSession(storages, place);
      leave(reason);
    },

    /** Another tab ended the session and removed it from the storage. */
    leave,
  };
}

/** Replaces the token of the session, here or in another tab. */
function createRenewals(session: ReturnType<typeof createTabSession>, storages: SessionStorages) {
  let running: Promise<void> | null = null;
  let replaced: { token: string; userId: string } | null = null;

  const replace = (work: () => void) => {
    const before = session.getSnapshot();
    work();
    if (before.status === 'confirmed') replaced = { token: before.token, userId: before.user.id };
  };
  const follow = (stored: StoredSession) => replace(() => session.follow(stored));

  return {
    isRunning: () => running !== null,
    follow,

    /** A new proof of identity replaces the token. The server refuses the old one before the answer arrives. */
    renew(proof: Promise<ProveAnswer>): Promise<void> {
      const done = proof
        .then((renewed) => replace(() => session.renew(renewed)))
        .finally(() => {
          running = null;
        });
      running = done;
      return done;
    },

    /** Whether the same account has a newer token, so that a refused call can be repeated with it. */
    async wasRenewed(token: string): Promise<boolean> {
      await running?.catch(() => {});
      if (session.token() === token && session.isIn('local')) {
        // Another tab may have replaced it a moment ago.
        const stored = parseStoredSession(storages.local.read(SESSION_KEY));
        if (stored && stored.token !== token) follow(stored);
      }
      const now = session.getSnapshot();
      if (now.status !== 'confirmed' || now.token === token) return false;
      return replaced?.token === token && replaced.userId === now.user.id;
    },
  };
}

/** A `null` key means that another tab cleared everything. */
const concernsSession = ({ key }: Pick<StorageEvent, 'key'>) => key === SESSION_KEY || key === null;

/** Ignores late responses for a token that is no longer in use. */
export function createSessionStore(storages: SessionStorages) {
  const session = createTabSession(storages);
  const lost = createSignal();
  const renewals = createRenewals(session, storages);

  return {
    getSnapshot: session.getSnapshot,
    token: session.token,
    userId: () => userIdOf(session.getSnapshot()),
    subscribe: session.subscribe,
    /** The server rejected the current token. */
    onLost: lost.subscribe,
    /** The browser refused to store the session, so it lasts as long as the page. */
    onStorageRefused: session.onStorageRefused,

    restore() {
      const found = readStoredSession(storages);
      if (found) session.adoptStored(found.place, found.session);
    },

    signIn: (answer: LoginAnswer, remember: boolean) => session.start(answer, remember ? 'local' : 'tab'),

    confirm(token: string, user: User) {
      if (session.token() === token) session.confirm(token, user);
    },

    renew: renewals.renew,
    wasRenewed: renewals.wasRenewed,

    reportProblem(token: string, problem: string | null) {
      if (session.token() === token) session.reportProblem(problem);
    },

    lose(token: string) {
      if (session.token() !== token) return;
      session.end('lost');
      lost.emit();
    },

    /** The user chose to sign out, so the app does not return to this page after the next sign-in. */
    signOut() {
      eraseStoredSession(storages);
      session.leave('signed-out');
    },
    clear: () => session.end('absent'),

    handleStorageEvent(event: Pick<StorageEvent, 'key' | 'newValue'>) {
      const active = session.token();
      if (!concernsSession(event) || (active !== null && !session.isIn('local'))) return;
      const stored = event.key === null ? null : parseStoredSession(event.newValue);
      if (stored && stored.token !== active) renewals.follow(stored);
      if (stored || active === null) return;
      if (event.key === null || event.newValue === SIGNED_OUT) return session.leave('signed-out');
      // Another tab was refused while this one replaces the token.
      if (renewals.isRunning()) return;
      session.leave('lost');
      lost.emit();
    },
  };
}

export type SessionStore = ReturnType<typeof createSessionStore>;

export const sessionStore = createSessionStore(sessionStorages);
