import { VerifyAnswerSchema } from '@lading/contract/identity.ts';
import { API } from '@lading/contract/routes.ts';
import { apiRequest } from './api-client.ts';
import { ApiError, reasonOf } from './api-error.ts';
import { sessionStore } from './session-store.ts';

/** Only these responses mean that the session is invalid. Any other failure leaves it unchanged. */
const isRefusal = (error: unknown) => error instanceof ApiError && [401, 403].includes(error.status);

let running: { token: string; done: Promise<boolean> } | null = null;

async function check(token: string): Promise<boolean> {
  sessionStore.reportProblem(token, null);
  try {
    const { user } = await apiRequest(VerifyAnswerSchema, API.verify, { area: 'auth' });
    sessionStore.confirm(token, user);
    return true;
  } catch (error) {
    if (isRefusal(error)) {
      sessionStore.lose(token);
      return true;
    }
    sessionStore.reportProblem(token, reasonOf(error));
    return false;
  }
}

/**
 * Verifies the session with the server. Concurrent calls share one request. False if the server gave no answer
 * about the session, so that the check should be repeated.
 */
export async function checkSession(): Promise<boolean> {
  const token = sessionStore.token();
  if (token === null) return true;
  if (running?.token !== token) {
    const done = check(token).finally(() => {
      if (running?.done === done) running = null;
    });
    running = { token, done };
  }
  return (await running?.done) ?? true;
}
