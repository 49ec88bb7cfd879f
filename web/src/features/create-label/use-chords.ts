import { useEffect, useRef } from 'react';
import { useShortcuts } from '../../lib/shortcuts.ts';

interface Chord {
  /** As shown on the shortcut sheet. */
  keys: 'Ctrl+Enter' | 'Alt+←';
  label: string;
  /** Returns false to leave the key to the browser. */
  run: () => boolean;
}

const chordOf = (event: KeyboardEvent): Chord['keys'] | null => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.altKey) return 'Ctrl+Enter';
  return event.key === 'ArrowLeft' && event.altKey && !event.ctrlKey && !event.metaKey ? 'Alt+←' : null;
};

/** Shortcuts with a modifier key; they also work while typing, but not while a dialog is open. */
export function useChords(chords: readonly Chord[]) {
  useShortcuts(chords.map(({ keys, label, run }) => ({ keys, label, run })));
  const latest = useRef(chords);
  useEffect(() => {
    latest.current = chords;
  });
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      const keys = chordOf(event);
      const inDialog =
        event.target instanceof Element && event.target.closest('[role=dialog], [role=alertdialog]') !== null;
      if (keys === null || inDialog || event.repeat) return;
      if (latest.current.find((chord) => chord.keys === keys)?.run()) event.preventDefault();
    };
    window.addEventListener('keydown', handle);
    return () => window.removeEventListener('keydown', handle);
  }, []);
}
