import { describe, expect, it } from 'vitest';
import { clearBetweenAccounts } from './clear-between-accounts.ts';
import { createQueryClient } from './query-client.ts';
import { createSessionStore } from './session-store.ts';
import { SESSION_KEY } from './stored-session.ts';

const sessionOf = (id: string, token: string) => ({
  token,
  expiresAt: '2027-01-01T00:00:00.000Z',
  user: { id, name: 'Noor Haddad', email: 'noor@shop.example', phone: null, role: 'client' as const },
});
const storage = { read: () => null, write: () => true, remove: () => true };

function signedIn() {
  const session = createSessionStore({ local: storage, tab: storage });
  session.signIn(sessionOf('noor', 'token-1'), true);
  const client = createQueryClient();
  clearBetweenAccounts(session, () => client.clear());
  client.setQueryData(['balance'], 100);
  return { session, cached: () => client.getQueryData(['balance']) };
}

describe('cached data', () => {
  it('stays for a new token of the same account', async () => {
    const { session, cached } = signedIn();
    await session.renew(Promise.resolve({ token: 'token-2', expiresAt: '2027-01-02T00:00:00.000Z' }));
    expect(cached()).toBe(100);
  });

  it('is cleared when the session ends', () => {
    const { session, cached } = signedIn();
    session.lose('token-1');
    expect(cached()).toBeUndefined();
  });

  it('is cleared when another account signs in', () => {
    const { session, cached } = signedIn();
    session.signIn(sessionOf('lena', 'token-2'), true);
    expect(cached()).toBeUndefined();
  });

  it('is cleared when another tab has signed in to another account', () => {
    const { session, cached } = signedIn();
    const stored = sessionOf('lena', 'token-2');
    session.handleStorageEvent({ key: SESSION_KEY, newValue: JSON.stringify(stored) });
    session.confirm('token-2', stored.user);
    expect(cached()).toBeUndefined();
  });

  it('names the account that was left, or none at the first sign-in', () => {
    const session = createSessionStore({ local: storage, tab: storage });
    const left: (string | null)[] = [];
    clearBetweenAccounts(session, (id) => left.push(id));
    session.signIn(sessionOf('noor', 'token-1'), true);
    session.signOut();
    session.signIn(sessionOf('lena', 'token-2'), true);
    expect(left).toEqual([null, 'noor', null]);
  });
});
