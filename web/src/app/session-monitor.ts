import { SESSION_RECHECK_MS } from '@lading/contract/constants.ts';
import { draftStore } from '../lib/draft-store.ts';
import { serverMode } from '../lib/server-mode.ts';
import { checkSession } from '../lib/session-check.ts';
import { sessionStore } from '../lib/session-store.ts';

/** How soon a failed check is repeated. */
const REPEAT_MS = 30_000;

/**
 * Checks a stored session at startup, every five minutes, and when the tab is shown or the network returns. After a
 * failed check, the session stays unchanged and the check is repeated.
 */
export function startSessionMonitor() {
  let lastCheck = 0;
  let repeat: ReturnType<typeof setTimeout> | undefined;
  const check = () => {
    lastCheck = Date.now();
    clearTimeout(repeat);
    void checkSession().then((answered) => {
      if (!answered) repeat = setTimeout(check, REPEAT_MS);
    });
  };
  // Another tab may have signed in with a different token.
  let lastToken: string | null = null;
  const checkNewToken = () => {
    const session = sessionStore.getSnapshot();
    if (session.status === 'unchecked' && session.token !== lastToken) {
      lastToken = session.token;
      check();
    }
    if (session.status === 'none') lastToken = null;
  };

  window.addEventListener('storage', (event) => {
    if (event.storageArea !== null && event.storageArea !== safeLocalStorage()) return;
    const before = sessionStore.token();
    sessionStore.handleStorageEvent(event);
    const session = sessionStore.getSnapshot();
    if (session.status === 'confirmed' && session.token !== before) check();
  });
  const checkPending = () => {
    if (sessionStore.getSnapshot().status === 'unchecked') check();
  };
  window.addEventListener('online', checkPending);
  serverMode.onRecovered(checkPending);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && Date.now() - lastCheck > SESSION_RECHECK_MS) check();
  });
  window.setInterval(check, SESSION_RECHECK_MS);
  sessionStore.subscribe(checkNewToken);
  sessionStore.subscribe(forgetDrafts);
  sessionStore.restore();
}

/** Also after signing out in another tab. */
function forgetDrafts() {
  const session = sessionStore.getSnapshot();
  if (session.status === 'none' && session.reason === 'signed-out') void draftStore.clear();
}

function safeLocalStorage() {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}
