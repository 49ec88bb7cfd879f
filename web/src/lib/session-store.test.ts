import type { LoginAnswer } from '@lading/contract/identity.ts';
import { describe, expect, it, vi } from 'vitest';
import { createBrowserStorage } from './browser-storage.ts';
import { createSessionStore } from './session-store.ts';
import { parseStoredSession, SESSION_KEY, SIGNED_OUT } from './stored-session.ts';

function fakeStorage(mode: 'works' | 'full' | 'forbidden' = 'works') {
  const values = new Map<string, string>();
  const area = {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (mode === 'full') throw new DOMException('full', 'QuotaExceededError');
      values.set(key, value);
    },
    removeItem: (key: string) => {
      values.delete(key);
    },
  };
  const open = () => {
    if (mode === 'forbidden') throw new DOMException('forbidden', 'SecurityError');
    return area;
  };
  return { values, open };
}

const answer = (token = 'token-1', role: 'client' | 'admin' = 'client'): LoginAnswer => ({
  token,
  expiresAt: '2026-01-01T00:00:00Z',
  user: { id: 'u1', name: 'Ada Park', email: 'ada@example.com', phone: null, role },
});

function setUp(local = fakeStorage(), session = fakeStorage()) {
  const store = createSessionStore({
    local: createBrowserStorage(local.open),
    tab: createBrowserStorage(session.open),
  });
  return { store, local, session };
}

describe('the session store', () => {
  it('stores a remembered session in local storage and any other in session storage', () => {
    const { store, local, session } = setUp();
    store.signIn(answer(), true);
    expect(JSON.parse(local.values.get(SESSION_KEY) ?? '')).toEqual(answer());
    expect(session.values.size).toBe(0);
    store.signIn(answer('token-2'), false);
    expect(local.values.size).toBe(0);
    expect(JSON.parse(session.values.get(SESSION_KEY) ?? '').token).toBe('token-2');
  });

  it('restores the token without the stored user until the server confirms one', () => {
    const { store, local } = setUp();
    local.values.set(SESSION_KEY, JSON.stringify(answer('token-1', 'admin')));
    store.restore();
    expect(store.getSnapshot()).toEqual({ status: 'unchecked', token: 'token-1', problem: null });
    store.confirm('token-1', answer().user);
    expect(store.getSnapshot()).toMatchObject({ status: 'confirmed', user: { role: 'client' } });
    expect(JSON.parse(local.values.get(SESSION_KEY) ?? '').user.role).toBe('client');
  });

  it('prefers the tab’s session over the remembered one', () => {
    const { store, local, session } = setUp();
    local.values.set(SESSION_KEY, JSON.stringify(answer('remembered')));
    session.values.set(SESSION_KEY, JSON.stringify(answer('of-the-tab')));
    store.restore();
    expect(store.token()).toBe('of-the-tab');
  });

  it.each([
    '',
    '{',
    'null',
    '7',
    '"text"',
    '[]',
    '{"token":7}',
    '{"token":""}',
    '{"token":"a\\nb"}',
    '{"token":"a b"}',
    '{"token":"é"}',
    `{"token":"${'a'.repeat(600)}"}`,
  ])('removes garbage from storage: %s', (text) => {
    const { store, local } = setUp();
    local.values.set(SESSION_KEY, text);
    store.restore();
    expect(parseStoredSession(text)).toBeNull();
    expect(store.getSnapshot()).toEqual({ status: 'none', reason: 'absent' });
    expect(local.values.size).toBe(0);
  });

  it.each(['full', 'forbidden'] as const)(
    'continues in memory and reports it when storage is %s (BR07)',
    (mode) => {
      const { store } = setUp(fakeStorage(mode), fakeStorage(mode));
      const refused = vi.fn();
      store.onStorageRefused(refused);
      store.restore();
      store.signIn(answer(), true);
      store.confirm('token-1', answer().user);
      expect(store.getSnapshot().status).toBe('confirmed');
      expect(refused).toHaveBeenCalledTimes(1);
      store.signOut();
      expect(store.token()).toBeNull();
    },
  );

  it('reports a lost session once, and only for the token in use', () => {
    const { store, session } = setUp();
    const lost = vi.fn();
    store.onLost(lost);
    store.signIn(answer('new'), false);
    store.lose('old');
    expect(store.getSnapshot().status).toBe('confirmed');
    store.lose('new');
    store.lose('new');
    expect(lost).toHaveBeenCalledTimes(1);
    expect(store.getSnapshot()).toEqual({ status: 'none', reason: 'lost' });
    expect(session.values.size).toBe(0);
  });

  it('ignores a late confirmation after signing out', () => {
    const { store } = setUp();
    store.signIn(answer(), true);
    store.signOut();
    store.confirm('token-1', answer().user);
    expect(store.getSnapshot()).toEqual({ status: 'none', reason: 'signed-out' });
  });

  it.each([
    { key: SESSION_KEY, newValue: SIGNED_OUT },
    { key: null, newValue: null },
  ])('signs out when another tab did (%j)', (event) => {
    const { store } = setUp();
    const changed = vi.fn();
    store.signIn(answer(), true);
    store.subscribe(changed);
    store.handleStorageEvent(event);
    expect(store.getSnapshot()).toEqual({ status: 'none', reason: 'signed-out' });
    expect(changed).toHaveBeenCalledTimes(1);
  });

  it('counts as lost when another tab lost the remembered session, so that drafts stay', () => {
    const { store } = setUp();
    const lost = vi.fn();
    store.onLost(lost);
    store.signIn(answer(), true);
    store.handleStorageEvent({ key: SESSION_KEY, newValue: null });
    expect(store.getSnapshot()).toEqual({ status: 'none', reason: 'lost' });
    expect(lost).toHaveBeenCalledTimes(1);
  });

  it('announces only a deliberate sign-out to other tabs', () => {
    const local = fakeStorage();
    const written = vi.spyOn(local.values, 'set');
    const { store } = setUp(local);
    store.signIn(answer(), true);
    store.lose('token-1');
    expect(written.mock.calls.map(([, value]) => value)).not.toContain(SIGNED_OUT);
    store.signIn(answer('token-2'), true);
    store.signOut();
    expect(written.mock.lastCall).toEqual([SESSION_KEY, SIGNED_OUT]);
    expect(local.values.size).toBe(0);
  });

  it.each(['lose', 'clear', 'signIn'] as const)(
    'keeps the remembered session of another tab after %s of the tab’s own',
    (action) => {
      const { store, local, session } = setUp();
      store.signIn(answer('of-the-tab'), false);
      local.values.set(SESSION_KEY, JSON.stringify(answer('remembered')));
      if (action === 'lose') store.lose('of-the-tab');
      if (action === 'clear') store.clear();
      if (action === 'signIn') store.signIn(answer('next-of-the-tab'), false);
      expect(parseStoredSession(local.values.get(SESSION_KEY) ?? null)?.token).toBe('remembered');
      expect(session.values.size).toBe(action === 'signIn' ? 1 : 0);
    },
  );

  it('checks with the server again when another tab signs in to a different account', () => {
    const { store } = setUp();
    store.signIn(answer(), true);
    const other = { ...answer('token-2', 'admin'), user: { ...answer().user, id: 'u2' } };
    store.handleStorageEvent({ key: SESSION_KEY, newValue: JSON.stringify(other) });
    expect(store.getSnapshot()).toEqual({ status: 'unchecked', token: 'token-2', problem: null });
  });

  it('stays confirmed when another tab gets a new token for the same account', () => {
    const { store } = setUp();
    store.signIn(answer(), true);
    const stored = { ...answer('token-2', 'admin'), expiresAt: '2026-01-02T00:00:00Z' };
    store.handleStorageEvent({ key: SESSION_KEY, newValue: JSON.stringify(stored) });
    expect(store.getSnapshot()).toEqual({
      status: 'confirmed',
      token: 'token-2',
      expiresAt: stored.expiresAt,
      // The stored user is never trusted.
      user: answer().user,
    });
  });

  it('uses the new token that another tab stored a moment ago, but only for the same account', async () => {
    const { store, local } = setUp();
    store.signIn(answer('old'), true);
    expect(await store.wasRenewed('old')).toBe(false);
    local.values.set(SESSION_KEY, JSON.stringify(answer('new')));
    expect(await store.wasRenewed('old')).toBe(true);
    expect(store.getSnapshot()).toMatchObject({ status: 'confirmed', token: 'new' });
    const other = { ...answer('of-another'), user: { ...answer().user, id: 'u2' } };
    local.values.set(SESSION_KEY, JSON.stringify(other));
    expect(await store.wasRenewed('new')).toBe(false);
    expect(store.getSnapshot()).toMatchObject({ status: 'unchecked', token: 'of-another' });
  });

  it('survives the loss in another tab while it replaces the token, and stores the new one', async () => {
    const { store, local } = setUp();
    store.signIn(answer('old'), true);
    const proof = Promise.withResolvers<{ token: string; expiresAt: string }>();
    const renewed = store.renew(proof.promise);
    local.values.clear();
    store.handleStorageEvent({ key: SESSION_KEY, newValue: null });
    proof.resolve({ token: 'new', expiresAt: '2026-01-02T00:00:00Z' });
    await renewed;
    expect(store.getSnapshot()).toMatchObject({ status: 'confirmed', token: 'new' });
    expect(parseStoredSession(local.values.get(SESSION_KEY) ?? null)?.token).toBe('new');
  });

  it('keeps the tab’s own session when another tab changes the remembered one', () => {
    const { store } = setUp();
    store.signIn(answer(), false);
    store.handleStorageEvent({ key: SESSION_KEY, newValue: null });
    store.handleStorageEvent({ key: 'something.else', newValue: null });
    expect(store.getSnapshot().status).toBe('confirmed');
  });

  it('stays unchanged when another tab stores the same session again', () => {
    const { store } = setUp();
    store.signIn(answer(), true);
    const before = store.getSnapshot();
    store.handleStorageEvent({ key: SESSION_KEY, newValue: JSON.stringify(answer()) });
    expect(store.getSnapshot()).toBe(before);
  });
});
