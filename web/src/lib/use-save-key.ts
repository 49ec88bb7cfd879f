import { useEffect, useRef } from 'react';

/** Saves on Ctrl+S and ⌘S instead of downloading the page. */
export function useSaveKey(save: () => void) {
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const pressed = event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey);
      const inDialog =
        event.target instanceof Element && event.target.closest('[role=dialog], [role=alertdialog]');
      if (!pressed || event.altKey || event.shiftKey || inDialog) return;
      event.preventDefault();
      if (!event.repeat) latest.current();
    };
    window.addEventListener('keydown', handleKey);
    return () => window.removeEventListener('keydown', handleKey);
  }, []);
}
