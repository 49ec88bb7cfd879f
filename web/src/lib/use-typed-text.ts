import { useEffect, useState } from 'react';

const TYPING_PAUSE_MS = 300;

/**
 * Debounces typing and ignores unfinished text. Changes from outside (Back, 'Clear Filters') apply
 * immediately.
 */
export function useTypedText(
  value: string,
  onChange: (value: string) => void,
  isFinished: (text: string) => boolean = () => true,
) {
  const [text, setText] = useState(value);
  const [settled, setSettled] = useState(value);
  if (settled !== value) {
    setSettled(value);
    if (text.trim() !== value) setText(value);
  }
  const finished = isFinished(text.trim());
  useEffect(() => {
    if (text.trim() === value || !finished) return;
    const timer = setTimeout(() => onChange(text.trim()), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, value, finished, onChange]);
  return [text, setText] as const;
}
