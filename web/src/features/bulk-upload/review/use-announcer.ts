import { useCallback, useEffect, useRef, useState } from 'react';
import { figure } from './figure.ts';
import type { ReviewSummary } from './review-summary.ts';

/** Long enough for a burst of changes to become one sentence. */
const REST_MS = 1200;

const figuresText = ({ counts }: ReviewSummary) =>
  [
    `${figure(counts.ready)} ready`,
    `${figure(counts.fixing)} need fixing`,
    counts.checking > 0 ? `${figure(counts.checking)} being checked` : '',
  ]
    .filter(Boolean)
    .join(', ');

/** What the one polite region says: what was done at once, and how the rows stand when they have come to rest. */
export function useAnnouncer(summary: ReviewSummary) {
  const [text, setText] = useState('');
  const figures = figuresText(summary);
  const said = useRef(figures);
  useEffect(() => {
    if (figures === said.current) return;
    const timer = setTimeout(() => {
      said.current = figures;
      setText(figures);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [figures]);
  return { text, say: useCallback((what: string) => setText(what), []) };
}
