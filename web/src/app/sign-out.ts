import { API } from '@lading/contract/routes.ts';
import * as z from 'zod/mini';
import { apiRequest } from '../lib/api-client.ts';
import { sessionStore } from '../lib/session-store.ts';

const TIME_LIMIT_MS = 5000;

/** Signs out locally even if the server cannot be reached. */
export async function signOut() {
  try {
    await apiRequest(z.unknown(), API.logout, { method: 'POST', on401: 'plain', timeLimitMs: TIME_LIMIT_MS });
  } catch (error) {
    console.warn('Could not end the session on the server', error);
  }
  sessionStore.signOut();
}
