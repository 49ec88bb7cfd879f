import { DraftKeyAnswerSchema } from '@lading/contract/account.ts';
import { API } from '@lading/contract/routes.ts';
import { apiRequest } from './api-client.ts';
import { loadRuntimeConfig } from './runtime-config.ts';
import { sessionStore } from './session-store.ts';

/** Encrypts and decrypts an account's drafts in the browser's storage. */
export interface DraftCipher {
  seal: (userId: string, draft: unknown) => Promise<unknown>;
  /** Rejects when the draft cannot be decrypted. */
  open: (userId: string, stored: unknown) => Promise<unknown>;
  forgetKey: () => void;
}

interface SealedDraft {
  iv: Uint8Array<ArrayBuffer>;
  sealed: ArrayBuffer;
}

const ALGORITHM = 'AES-GCM';
const IV_BYTES = 12;

const isSealed = (stored: unknown): stored is SealedDraft =>
  stored instanceof Object && 'iv' in stored && 'sealed' in stored;

/** Without a key, drafts are stored as they are. */
export function createDraftCipher(loadKey: (userId: string) => Promise<CryptoKey | null>): DraftCipher {
  let current: { userId: string; key: Promise<CryptoKey | null> } | null = null;
  /** Each account has its own key. The next account may sign in without a reload of the page. */
  const keyOf = (userId: string) => {
    if (current?.userId === userId) return current.key;
    const loading = { userId, key: loadKey(userId) };
    current = loading;
    loading.key.catch(() => {
      if (current === loading) current = null;
    });
    return loading.key;
  };
  return {
    async seal(userId, draft) {
      const secret = await keyOf(userId);
      if (!secret) return draft;
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
      const text = new TextEncoder().encode(JSON.stringify(draft));
      return { iv, sealed: await crypto.subtle.encrypt({ name: ALGORITHM, iv }, secret, text) };
    },
    async open(userId, stored) {
      // Also in `strict`: the draft may be older than the setting.
      if (!isSealed(stored)) return stored;
      const secret = await keyOf(userId);
      if (!secret) throw new Error('The draft is encrypted, and this server provides no key');
      const text = await crypto.subtle.decrypt({ name: ALGORITHM, iv: stored.iv }, secret, stored.sealed);
      return JSON.parse(new TextDecoder().decode(text));
    },
    forgetKey: () => {
      current = null;
    },
  };
}

/** In `strict`, drafts need a key that the server returns only to a signed-in user. It is never stored. */
async function loadDraftKey(userId: string): Promise<CryptoKey | null> {
  const { security } = await loadRuntimeConfig();
  if (security !== 'strict') return null;
  // The server answers with the key of the account that is signed in now.
  const session = sessionStore.getSnapshot();
  if (session.status !== 'confirmed' || session.user.id !== userId)
    throw new Error('The account of the draft is not signed in');
  const { key } = await apiRequest(DraftKeyAnswerSchema, API.draftKey);
  const bytes = Uint8Array.from(atob(key), (letter) => letter.charCodeAt(0));
  return crypto.subtle.importKey('raw', bytes, ALGORITHM, false, ['encrypt', 'decrypt']);
}

export const draftCipher = createDraftCipher(loadDraftKey);
