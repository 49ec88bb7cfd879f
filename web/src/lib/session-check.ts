import { VerifyAnswerSchema } from '@lading/contract/identity.ts';
import { API } from '@lading/contract/routes.ts';
import { apiRequest } from './api-client.ts';
import { ApiError, reasonOf } from './api-error.ts';
import { sessionStore } from './session-store.ts';

/** A refusal ends the session; timeouts, rate limits and server errors do not. */
const isRefusal = (error: unknown) =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  ![408, 429].includes(error.status);

let running: { token: string; done: Promise<void> } | null = null;

async function check(token: string) {
  sessionStore.reportProblem(token, null);
  try {
    const { user } = await apiRequest(VerifyAnswerSchema, API.verify, { area: 'auth' });
    sessionStore.confirm(token, user);
  } catch (error) {
    if (isRefusal(error)) sessionStore.lose(token);
    else sessionStore.reportProblem(token, reasonOf(error));
  }
}

/** Verifies the session with the server. Concurrent calls share one request. */
export async function checkSession() {
  const token = sessionStore.token();
  if (token === null) return;
  if (running?.token !== token) {
    const done = check(token).finally(() => {
      if (running?.done === done) running = null;
    });
    running = { token, done };
  }
  await running?.done;
}
