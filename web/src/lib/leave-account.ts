import { localStore } from './browser-storage.ts';
import { draftStore } from './draft-store.ts';
import { sessionStore } from './session-store.ts';

/** Settings of this browser. They contain nothing about the account, so they are kept. */
const PREFERENCES = [
  'lading.theme',
  'lading.paper',
  'lading.shortcuts',
  'lading.keep-notifications',
  'lading.test-label',
];

/**
 * Ends the session in this browser after `end` has ended it on the server. Nothing personal stays. The
 * response of `end` may clear all storage. If it throws, everything stays as it is.
 */
export async function leaveAccount(end: () => Promise<unknown>): Promise<void> {
  const preferences = PREFERENCES.map((key) => [key, localStore.read(key)] as const);
  await end();
  sessionStore.signOut();
  await draftStore.clear();
  for (const [key, value] of preferences) if (value !== null) localStore.write(key, value);
}
