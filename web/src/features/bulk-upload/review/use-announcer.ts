import { formatCount } from '@lading/contract/format-count.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ReviewSummary } from './review-summary.ts';

/** Long enough for a burst of changes to become one announcement. */
const QUIET_MS = 1200;

const figuresText = ({ counts }: ReviewSummary) =>
  [
    `${formatCount(counts.ready)} ready`,
    `${formatCount(counts.fixing)} ${counts.fixing === 1 ? 'needs' : 'need'} fixing`,
    counts.checking > 0 ? `${formatCount(counts.checking)} being checked` : '',
  ]
    .filter(Boolean)
    .join(', ');

/** The text of the live region: actions immediately, totals once they stop changing. */
export function useAnnouncer(summary: ReviewSummary) {
  const [text, setText] = useState('');
  const figures = figuresText(summary);
  const said = useRef(figures);
  useEffect(() => {
    if (figures === said.current) return;
    const timer = setTimeout(() => {
      said.current = figures;
      setText(figures);
    }, QUIET_MS);
    return () => clearTimeout(timer);
  }, [figures]);
  return { text, say: useCallback((what: string) => setText(what), []) };
}
