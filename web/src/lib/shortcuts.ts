import { useEffect, useRef, useSyncExternalStore } from 'react';
import { createBrowserSwitch, useBrowserSwitch } from './browser-switch.ts';
import { createShortcutMatcher, type Shortcut } from './shortcut-matcher.ts';

const matcher = createShortcutMatcher(() => performance.now());

const setting = createBrowserSwitch('lading.shortcuts', true);
export const setShortcutsEnabled = setting.set;
export const useShortcutsEnabled = () => useBrowserSwitch(setting);

/** Single letters belong to whoever is typing or choosing from an open layer. */
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

/** The set of keys and labels is read once per mount; what they do may change with every render. */
export function useShortcuts(shortcuts: readonly Shortcut[]) {
  const latest = useRef(shortcuts);
  useEffect(() => {
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

export const useRegisteredShortcuts = (): readonly Shortcut[] =>
  useSyncExternalStore(matcher.subscribe, matcher.getLayers).flat();
