import type { Batch } from '@lading/contract/bulk.ts';
import { useEffect, useState } from 'react';
import { addSample, msLeft, type Sample, timeLeftText } from './time-left.ts';

/** “about 1 min left”, or null while unknown. */
export function useTimeLeft({ work, paused }: Pick<Batch, 'work' | 'paused'>): string | null {
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  const running = work !== null && !paused;
  const done = work?.done ?? 0;
  const startedAt = work?.startedAt;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new start is new work, even at the same count.
  useEffect(() => setSamples([]), [startedAt, running]);
  useEffect(() => {
    if (running) setSamples((before) => addSample(before, { at: Date.now(), done }));
  }, [running, done]);
  const ms = running ? msLeft(samples, work.total) : null;
  return ms === null ? null : timeLeftText(ms);
}
