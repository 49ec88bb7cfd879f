/**
 * Stores unfinished work in this browser, separately for each account. Without browser storage, drafts last as
 * long as the page.
 */
interface DraftStore {
  read: (userId: string, name: string) => Promise<unknown>;
  write: (userId: string, name: string, draft: unknown) => Promise<void>;
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

export function createDraftStore(open: () => Promise<IDBDatabase>): DraftStore {
  const inMemory = new Map<string, unknown>();
  const keyOf = (userId: string, name: string) => JSON.stringify([userId, name]);
  let opening: Promise<IDBDatabase | null> | null = null;
  const database = () => {
    opening ??= open().catch((error: unknown) => {
      console.warn('Browser storage is unavailable; drafts last as long as this page', error);
      return null;
    });
    return opening;
  };
  const inTable = async <T>(
    mode: IDBTransactionMode,
    work: (table: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T | undefined> => {
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

  return {
    async read(userId, name) {
      const key = keyOf(userId, name);
      const found: unknown = await inTable('readonly', (table) => table.get(key));
      return found ?? inMemory.get(key);
    },
    async write(userId, name, draft) {
      const key = keyOf(userId, name);
      inMemory.set(key, draft);
      await inTable('readwrite', (table) => table.put(draft, key));
    },
  };
}

export const draftStore = createDraftStore(async () => openDatabase());
