export type Theme = 'system' | 'light' | 'dark';

/** `public/boot.js` reads the same key before the first paint. */
export const THEME_KEY = 'lading.theme';

const listeners = new Set<() => void>();
/** Holds the choice where the browser forbids storage. */
let remembered: Theme | null = null;

const asTheme = (text: string | null): Theme => (text === 'light' || text === 'dark' ? text : 'system');

export function readTheme(): Theme {
  if (remembered) return remembered;
  try {
    return asTheme(localStorage.getItem(THEME_KEY));
  } catch {
    return 'system';
  }
}

function show(theme: Theme) {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
}

export function setTheme(theme: Theme) {
  remembered = theme;
  try {
    if (theme === 'system') localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, theme);
  } catch {
    // The choice then lasts as long as the page.
  }
  show(theme);
}

function followOtherTabs(event: StorageEvent) {
  if (event.key !== THEME_KEY) return;
  remembered = asTheme(event.newValue);
  show(remembered);
}

export function subscribeTheme(listener: () => void) {
  if (listeners.size === 0) window.addEventListener('storage', followOtherTabs);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', followOtherTabs);
  };
}
