import { useEffect, useRef } from 'react';

/** Ctrl S and ⌘ S, which would otherwise offer to save the page as a file. */
export function useSaveKey(save: () => void) {
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const pressed = event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey);
      const elsewhere =
        event.target instanceof Element && event.target.closest('[role=dialog], [role=alertdialog]');
      if (!pressed || event.altKey || event.shiftKey || elsewhere) return;
      event.preventDefault();
      if (!event.repeat) latest.current();
    };
    window.addEventListener('keydown', handleKey);
    return () => window.removeEventListener('keydown', handleKey);
  }, []);
}
