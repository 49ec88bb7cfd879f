import { API, PAGES } from '@lading/contract/routes.ts';
import { parseStoredSession, SESSION_KEY } from '../../lib/stored-session.ts';

const TIME_LIMIT_MS = 5000;

type StartDecision = { go: string } | { stay: 'keep' | 'clear' };

interface Deps {
  fetch: typeof fetch;
  signal?: AbortSignal;
}

const STAY: StartDecision = { stay: 'keep' };

async function readJson(response: Response): Promise<unknown> {
  return response.json().catch(() => null);
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

/** Asks the server who owns the token. Without a response, the user stays on the landing page. */
export async function decideStart(token: string, { fetch, signal }: Deps): Promise<StartDecision> {
  const options = { credentials: 'omit', ...(signal && { signal }) } as const;
  try {
    const config = await readJson(await fetch(API.runtimeConfig, options));
    const base = field(config, 'verifyBaseUrl');
    const response = await fetch(`${typeof base === 'string' ? base : ''}${API.verify}`, {
      ...options,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${token}`,
      },
    });
    if (response.status === 401 || response.status === 403) return { stay: 'clear' };
    if (!response.ok) return STAY;
    const role = field(field(await readJson(response), 'user'), 'role');
    // The admin area knows which page a staff role starts with.
    if (role === 'admin') return { go: PAGES.admin };
    return role === 'client' ? { go: PAGES.clientDashboard } : STAY;
  } catch {
    return STAY;
  }
}

const AREAS = [() => sessionStorage, () => localStorage];

function fromStorage<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

/** The tab's own session takes precedence over the remembered one, as in the app. */
export function readStoredToken(): string | null {
  for (const area of AREAS) {
    const stored = parseStoredSession(fromStorage(() => area().getItem(SESSION_KEY)));
    if (stored) return stored.token;
  }
  return null;
}

/** If a session was stored, `public/boot.js` has hidden the page before the first paint. */
export async function redirectIfSignedIn() {
  const token = readStoredToken();
  const decision =
    token === null
      ? STAY
      : await decideStart(token, {
          fetch,
          signal: AbortSignal.timeout(TIME_LIMIT_MS),
        });
  if ('go' in decision) {
    location.replace(decision.go);
    return;
  }
  if (decision.stay === 'clear') {
    for (const area of AREAS) fromStorage(() => area().removeItem(SESSION_KEY));
  }
  delete document.documentElement.dataset.session;
}
