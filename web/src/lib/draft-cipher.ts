import { DraftKeyAnswerSchema } from '@lading/contract/account.ts';
import { API } from '@lading/contract/routes.ts';
import { apiRequest } from './api-client.ts';
import { loadRuntimeConfig } from './runtime-config.ts';

/** Decides how drafts look in the browser's storage. */
export interface DraftCipher {
  seal: (draft: unknown) => Promise<unknown>;
  /** Rejects when the draft cannot be decrypted. */
  open: (stored: unknown) => Promise<unknown>;
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
export function createDraftCipher(loadKey: () => Promise<CryptoKey | null>): DraftCipher {
  let loading: Promise<CryptoKey | null> | null = null;
  const key = () => {
    loading ??= loadKey().catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
  return {
    async seal(draft) {
      const secret = await key();
      if (!secret) return draft;
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
      const text = new TextEncoder().encode(JSON.stringify(draft));
      return { iv, sealed: await crypto.subtle.encrypt({ name: ALGORITHM, iv }, secret, text) };
    },
    async open(stored) {
      // Also in `strict`: the draft may be older than the setting.
      if (!isSealed(stored)) return stored;
      const secret = await key();
      if (!secret) throw new Error('The draft is encrypted, and this server provides no key');
      const text = await crypto.subtle.decrypt({ name: ALGORITHM, iv: stored.iv }, secret, stored.sealed);
      return JSON.parse(new TextDecoder().decode(text));
    },
    forgetKey: () => {
      loading = null;
    },
  };
}

/** In `strict`, drafts need a key that the server returns only to a signed-in user. It is never stored. */
async function loadDraftKey(): Promise<CryptoKey | null> {
  const { security } = await loadRuntimeConfig();
  if (security !== 'strict') return null;
  const { key } = await apiRequest(DraftKeyAnswerSchema, API.draftKey);
  const bytes = Uint8Array.from(atob(key), (letter) => letter.charCodeAt(0));
  return crypto.subtle.importKey('raw', bytes, ALGORITHM, false, ['encrypt', 'decrypt']);
}

export const draftCipher = createDraftCipher(loadDraftKey);
