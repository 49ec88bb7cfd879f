import { API } from '@lading/contract/routes.ts';
import * as z from 'zod/mini';
import { apiRequest } from '../lib/api-client.ts';
import { leaveAccount } from '../lib/leave-account.ts';
import { eraseStoredSession, sessionStorages } from '../lib/stored-session.ts';

const TIME_LIMIT_MS = 5000;

/** Signs out locally even if the server cannot be reached. Nothing personal stays in the browser. */
export const signOut = () =>
  leaveAccount(async () => {
    // Before the response clears all storage, which other tabs may not notice.
    eraseStoredSession(sessionStorages);
    try {
      await apiRequest(z.unknown(), API.logout, {
        method: 'POST',
        on401: 'plain',
        timeLimitMs: TIME_LIMIT_MS,
        clearsStorage: true,
      });
    } catch (error) {
      console.warn('Could not end the session on the server', error);
    }
  });
