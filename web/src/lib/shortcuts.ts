import { useEffect, useLayoutEffect, useRef } from 'react';
import { createBrowserSwitch, useBrowserSwitch } from './browser-switch.ts';
import { useStore } from './create-store.ts';
import { createShortcutMatcher, type Shortcut } from './shortcut-matcher.ts';

const matcher = createShortcutMatcher(() => performance.now());

const setting = createBrowserSwitch('lading.shortcuts', true);
export const setShortcutsEnabled = setting.set;
export const useShortcutsEnabled = () => useBrowserSwitch(setting);

/** Shortcuts are off while the user types or a dialog or menu is open. */
const BUSY =
  'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable=true], [role=dialog], [role=alertdialog], [role=menu]';

function handleKey(event: KeyboardEvent) {
  const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing && !event.repeat;
  const busy = event.target instanceof Element && event.target.closest(BUSY) !== null;
  if (!plain || busy || event.defaultPrevented || event.key.length !== 1 || !setting.isOn()) {
    if (event.key !== 'Shift') matcher.reset();
    return;
  }
  const found = matcher.press(event.key);
  if (!found) return;
  event.preventDefault();
  found.run();
}

export function listenForShortcuts() {
  window.addEventListener('keydown', handleKey);
  return () => window.removeEventListener('keydown', handleKey);
}

/** Keys and labels are read once per mount; `run` may change with every render. */
export function useShortcuts(shortcuts: readonly Shortcut[]) {
  const latest = useRef(shortcuts);
  // Before the browser handles the next key: it must act on what the screen shows.
  useLayoutEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(
    () =>
      matcher.register(
        latest.current.map(({ keys, label }) => ({
          keys,
          label,
          run: () => latest.current.find((shortcut) => shortcut.keys === keys)?.run(),
        })),
      ),
    [],
  );
}

export const useRegisteredShortcuts = (): readonly Shortcut[] => useStore(matcher).flat();
