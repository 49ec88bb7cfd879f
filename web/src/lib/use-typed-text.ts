import { useEffect, useState } from 'react';

const TYPING_PAUSE_MS = 300;

/**
 * Debounces typing and ignores unfinished text. Changes from outside (Back, 'Clear Filters') apply
 * immediately. The router applies a query with a delay, so a value that was sent from here arrives while the
 * person types on, and must not replace the newer text.
 */
export function useTypedText(
  value: string,
  onChange: (value: string) => void,
  isFinished: (text: string) => boolean = () => true,
) {
  const [text, setText] = useState(value);
  const [settled, setSettled] = useState(value);
  const [sent, setSent] = useState<readonly string[]>([]);
  if (settled !== value) {
    setSettled(value);
    const arrived = sent.indexOf(value);
    setSent(arrived === -1 ? [] : sent.slice(arrived + 1));
    if (arrived === -1 && text.trim() !== value) setText(value);
  }
  const finished = isFinished(text.trim());
  useEffect(() => {
    if (text.trim() === value || !finished) return;
    const timer = setTimeout(() => {
      setSent((earlier) => [...earlier, text.trim()]);
      onChange(text.trim());
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, value, finished, onChange]);
  return [text, setText] as const;
}
