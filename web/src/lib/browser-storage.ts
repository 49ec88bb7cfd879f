type StorageArea = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Browsers may forbid storage or run out of room. `read` then gives null, the others false. */
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

/** Takes a function, because merely naming `window.localStorage` throws where storage is forbidden. */
export const createBrowserStorage = (area: () => StorageArea): BrowserStorage => ({
  read: (key) => attempt(() => area().getItem(key))?.result ?? null,
  write: (key, value) => attempt(() => area().setItem(key, value)) !== null,
  remove: (key) => attempt(() => area().removeItem(key)) !== null,
});

/** Lasts until the person clears it and is shared by all tabs. */
export const localStore = createBrowserStorage(() => window.localStorage);

/** Lasts as long as the tab. */
export const tabStore = createBrowserStorage(() => window.sessionStorage);
