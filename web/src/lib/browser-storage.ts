type StorageArea = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Browsers can block storage or run out of space. Then `read` returns null and the others return false. */
export interface BrowserStorage {
  read: (key: string) => string | null;
  write: (key: string, value: string) => boolean;
  remove: (key: string) => boolean;
}

function attempt<T>(work: () => T): { result: T } | null {
  try {
    return { result: work() };
  } catch {
    return null;
  }
}

/** Takes a function, because accessing `window.localStorage` throws if the browser blocks storage. */
export const createBrowserStorage = (area: () => StorageArea): BrowserStorage => ({
  read: (key) => attempt(() => area().getItem(key))?.result ?? null,
  write: (key, value) => attempt(() => area().setItem(key, value)) !== null,
  remove: (key) => attempt(() => area().removeItem(key)) !== null,
});

/** Shared by all tabs. Lasts until the user clears it. */
export const localStore = createBrowserStorage(() => window.localStorage);

/** Lasts as long as the tab. */
export const tabStore = createBrowserStorage(() => window.sessionStorage);
