import { localStore } from './browser-storage.ts';
import { createSignal } from './create-store.ts';

export type Theme = 'system' | 'light' | 'dark';

/** `public/boot.js` reads the same key before the first paint. */
const THEME_KEY = 'lading.theme';

const changed = createSignal();
/** Keeps the choice if the browser blocks storage. */
let chosen: Theme | null = null;
let followsOtherTabs = false;

const asTheme = (text: string | null): Theme => (text === 'light' || text === 'dark' ? text : 'system');

export const readTheme = (): Theme => chosen ?? asTheme(localStore.read(THEME_KEY));

function show(theme: Theme) {
  chosen = theme;
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  changed.emit();
}

export function setTheme(theme: Theme) {
  if (theme === 'system') localStore.remove(THEME_KEY);
  else localStore.write(THEME_KEY, theme);
  show(theme);
}

export function subscribeTheme(listener: () => void) {
  if (!followsOtherTabs) {
    followsOtherTabs = true;
    window.addEventListener('storage', ({ key, newValue }) => {
      if (key === THEME_KEY) show(asTheme(newValue));
    });
  }
  return changed.subscribe(listener);
}
