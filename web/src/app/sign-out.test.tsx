import { API } from '@lading/contract/routes.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fakeServer, json, networkFailure, RUNTIME_CONFIG } from '../../test/fake-server.ts';
import { draftCipher } from '../lib/draft-cipher.ts';
import { draftStore } from '../lib/draft-store.ts';
import { forgetRuntimeConfig } from '../lib/runtime-config.ts';
import { sessionStore } from '../lib/session-store.ts';
import { signOut } from './sign-out.ts';

const DRAFT = { recipient: { fullName: 'Lena Brandt', phone: '5035550142' } };

function signIn(id: string) {
  const user = { id, name: id, email: `${id}@shop.example`, phone: null, role: 'client' as const };
  sessionStore.signIn({ token: `token-of-${id}`, user, expiresAt: '' }, false);
  onTestFinished(() => sessionStore.clear());
}

/** Every draft in the browser's database. */
async function storedDrafts(): Promise<unknown[]> {
  const opening = indexedDB.open('lading', 1);
  const database = await new Promise<IDBDatabase>((done) => {
    opening.onsuccess = () => done(opening.result);
  });
  const all = database.transaction('drafts').objectStore('drafts').getAll();
  return new Promise((done) => {
    all.onsuccess = () => {
      database.close();
      done(all.result);
    };
  });
}

describe('signing out', () => {
  it.each([
    ['', () => json({ message: 'You are signed out.' })],
    [' even when the server cannot be reached', networkFailure],
  ])('leaves nothing personal in the browser%s (BR08)', async (_name, answer) => {
    fakeServer({ [`POST ${API.logout}`]: answer });
    localStorage.setItem('lading.theme', 'dark');
    await draftStore.clear();
    await draftStore.read('ada', 'create-label');
    await draftStore.write('ada', 'create-label', DRAFT);
    expect(await storedDrafts()).toEqual([DRAFT]);
    await signOut();
    // A page that closes saves its last changes.
    await draftStore.write('ada', 'create-label', DRAFT);
    expect(await storedDrafts()).toEqual([]);
    expect(await draftStore.read('ada', 'create-label')).toBeUndefined();
    expect(localStorage.getItem('lading.session')).toBeNull();
    expect(localStorage.getItem('lading.theme')).toBe('dark');
    localStorage.clear();
  });

  it.each(['theme', 'paper', 'shortcuts', 'keep-notifications', 'test-label'])(
    'keeps the browser setting %j, even though the server clears the storage',
    async (name) => {
      fakeServer({
        [`POST ${API.logout}`]: () => {
          localStorage.clear();
          return json({ message: 'You are signed out.' });
        },
      });
      localStorage.setItem(`lading.${name}`, 'off');
      onTestFinished(() => localStorage.clear());
      await signOut();
      expect(localStorage.getItem(`lading.${name}`)).toBe('off');
    },
  );
});

it('drafts are unreadable in the storage of a browser in strict, and readable for their account', async () => {
  const key = btoa('k'.repeat(32));
  const { callsTo } = fakeServer({
    [`GET ${API.runtimeConfig}`]: () => json({ ...RUNTIME_CONFIG, security: 'strict' }),
    [`GET ${API.draftKey}`]: () => json({ key }),
  });
  signIn('ada');
  await draftStore.clear();
  await draftStore.read('ada', 'create-label');
  await Promise.all([1, 2, 3].map((step) => draftStore.write('ada', 'create-label', { ...DRAFT, step })));
  const [stored] = await storedDrafts();
  expect(stored).toEqual({ iv: expect.any(Uint8Array), sealed: expect.any(ArrayBuffer) });
  expect(await draftStore.read('ada', 'create-label')).toEqual({ ...DRAFT, step: 3 });
  expect(callsTo(`GET ${API.draftKey}`)).toHaveLength(1);
  await draftStore.clear();
});

it('drafts in strict use the key of their own account when another one signs in on the same page', async () => {
  const { callsTo } = fakeServer({
    [`GET ${API.runtimeConfig}`]: () => json({ ...RUNTIME_CONFIG, security: 'strict' }),
    [`GET ${API.draftKey}`]: ({ headers }) => {
      const letter = headers.get('authorization') === 'Bearer token-of-noor' ? 'n' : 'a';
      return json({ key: btoa(letter.repeat(32)) });
    },
  });
  signIn('ada');
  await draftStore.clear();
  await draftStore.read('ada', 'create-label');
  await draftStore.write('ada', 'create-label', DRAFT);
  sessionStore.lose('token-of-ada');
  signIn('noor');
  await draftStore.write('noor', 'create-label', { step: 'package' });
  expect(callsTo(`GET ${API.draftKey}`)).toHaveLength(2);
  // As after a reload.
  draftCipher.forgetKey();
  expect(await draftStore.read('noor', 'create-label')).toEqual({ step: 'package' });
  await draftStore.clear();
});

it('a draft that still waits for its key neither delays the drafts of the next account nor is stored', async () => {
  const config = Promise.withResolvers<Response>();
  const { answer, callsTo } = fakeServer({ [`GET ${API.runtimeConfig}`]: () => config.promise });
  await draftStore.clear();
  await draftStore.read('ada', 'create-label');
  const waiting = draftStore.write('ada', 'create-label', DRAFT);
  await expect.poll(() => callsTo(`GET ${API.runtimeConfig}`)).toHaveLength(1);
  await draftStore.clear();
  forgetRuntimeConfig();
  answer({ [`GET ${API.runtimeConfig}`]: () => json(RUNTIME_CONFIG) });
  await draftStore.read('noor', 'create-label');
  await draftStore.write('noor', 'create-label', { step: 'package' });
  config.resolve(json(RUNTIME_CONFIG));
  await waiting;
  expect(await storedDrafts()).toEqual([{ step: 'package' }]);
  await draftStore.clear();
});
