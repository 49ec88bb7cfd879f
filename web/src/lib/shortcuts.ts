import { useEffect, useRef, useSyncExternalStore } from 'react';
import { createShortcutMatcher, type Shortcut } from './shortcut-matcher.ts';

const SETTING_KEY = 'lading.shortcuts';
const matcher = createShortcutMatcher(() => performance.now());
const settingListeners = new Set<() => void>();
let enabled: boolean | null = null;

function shortcutsEnabled() {
  if (enabled === null) {
    try {
      enabled = window.localStorage.getItem(SETTING_KEY) !== 'off';
    } catch {
      enabled = true;
    }
  }
  return enabled;
}

export function setShortcutsEnabled(value: boolean) {
  enabled = value;
  try {
    if (value) window.localStorage.removeItem(SETTING_KEY);
    else window.localStorage.setItem(SETTING_KEY, 'off');
  } catch {
    // Holds for this visit only.
  }
  for (const listener of [...settingListeners]) listener();
}

export const useShortcutsEnabled = () =>
  useSyncExternalStore((listener) => {
    settingListeners.add(listener);
    return () => {
      settingListeners.delete(listener);
    };
  }, shortcutsEnabled);

/** Single letters belong to whoever is typing or choosing from an open layer. */
const BUSY =
  'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable=true], [role=dialog], [role=alertdialog], [role=menu]';

function handleKey(event: KeyboardEvent) {
  const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing && !event.repeat;
  const busy = event.target instanceof Element && event.target.closest(BUSY) !== null;
  if (!plain || busy || event.defaultPrevented || event.key.length !== 1 || !shortcutsEnabled()) {
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
