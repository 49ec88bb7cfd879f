import { type DraftCipher, draftCipher } from './draft-cipher.ts';

/**
 * Stores unfinished work in this browser, separately for each account. Without browser storage, drafts last as
 * long as the page.
 */
interface DraftStore {
  read: (userId: string, name: string) => Promise<unknown>;
  write: (userId: string, name: string, draft: unknown) => Promise<void>;
  /** Deletes everything and ignores late writes of pages that are closing, until the next read. */
  clear: () => Promise<void>;
}

const DATABASE = 'lading';
const TABLE = 'drafts';

const settled = <T>(request: IDBRequest<T>) =>
  new Promise<T>((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });

function openDatabase(): Promise<IDBDatabase> {
  const request = window.indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(TABLE);
  return settled(request);
}

type InTable = <T>(
  mode: IDBTransactionMode,
  work: (table: IDBObjectStore) => IDBRequest<T>,
) => Promise<T | undefined>;

/** Opens the database at the first use. Failures are reported and otherwise ignored. */
function draftTable(open: () => Promise<IDBDatabase>): InTable {
  let opening: Promise<IDBDatabase | null> | null = null;
  const database = () => {
    opening ??= open().then(
      (db) => {
        // The browser closes the database when the site's storage is cleared.
        db.onclose = () => {
          opening = null;
        };
        return db;
      },
      (error: unknown) => {
        console.warn('Browser storage is unavailable; drafts will be lost when this page closes', error);
        return null;
      },
    );
    return opening;
  };
  return async (mode, work) => {
    const db = await database();
    if (!db) return undefined;
    try {
      return await settled(work(db.transaction(TABLE, mode).objectStore(TABLE)));
    } catch (error) {
      // A full or closed database must not interrupt the user's work.
      console.warn('Could not read or save a draft', error);
      return undefined;
    }
  };
}

export function createDraftStore(open: () => Promise<IDBDatabase>, cipher: DraftCipher): DraftStore {
  const inMemory = new Map<string, unknown>();
  const keyOf = (userId: string, name: string) => JSON.stringify([userId, name]);
  let isCleared = false;
  /** A write that began before the last `clear` belongs to an account that signed out. */
  let clears = 0;
  /** Encryption takes time. A newer draft must not be overwritten by an older one. */
  let lastWrite: Promise<void> = Promise.resolve();
  const inTable = draftTable(open);
  const openStored = (userId: string, stored: unknown) =>
    cipher.open(userId, stored).catch((error: unknown) => {
      console.warn('Could not decrypt a draft', error);
      return undefined;
    });
  const store = async (userId: string, name: string, draft: unknown, clearsBefore: number) => {
    if (clears !== clearsBefore) return;
    try {
      const sealed = await cipher.seal(userId, draft);
      if (clears === clearsBefore)
        await inTable('readwrite', (table) => table.put(sealed, keyOf(userId, name)));
    } catch (error) {
      console.warn('Could not encrypt a draft; it will be lost when this page closes', error);
    }
  };

  return {
    async read(userId, name) {
      isCleared = false;
      const key = keyOf(userId, name);
      const found: unknown = await inTable('readonly', (table) => table.get(key));
      return (await openStored(userId, found)) ?? inMemory.get(key);
    },
    write(userId, name, draft) {
      if (isCleared) return Promise.resolve();
      inMemory.set(keyOf(userId, name), draft);
      const clearsBefore = clears;
      lastWrite = lastWrite.then(() => store(userId, name, draft, clearsBefore));
      return lastWrite;
    },
    async clear() {
      isCleared = true;
      clears += 1;
      // The next account's drafts must not wait for a key that may never arrive.
      lastWrite = Promise.resolve();
      inMemory.clear();
      cipher.forgetKey();
      await inTable('readwrite', (table) => table.clear());
    },
  };
}

export const draftStore = createDraftStore(async () => openDatabase(), draftCipher);
