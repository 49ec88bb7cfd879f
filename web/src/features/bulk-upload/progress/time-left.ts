export interface Sample {
  at: number;
  done: number;
}

/** Averages over this many steps: stable, but quick to follow a change of pace. */
const STEPS = 10;

export function addSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const last = samples.at(-1);
  if (last?.done === sample.done) return samples;
  // A smaller count means new work.
  if (last && sample.done < last.done) return [sample];
  return [...samples, sample].slice(-(STEPS + 1));
}

/** Estimated from the pace of the last steps; null while there is none. */
export function msLeft(samples: readonly Sample[], total: number): number | null {
  const first = samples[0];
  const last = samples.at(-1);
  if (!first || !last || last.at <= first.at) return null;
  return ((total - last.done) * (last.at - first.at)) / (last.done - first.done);
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Rounded, so that the text does not change with every row. */
export function timeLeftText(ms: number): string {
  if (ms < 10 * SECOND) return 'a few seconds left';
  if (ms < 50 * SECOND) return `about ${Math.ceil(ms / (10 * SECOND)) * 10} sec left`;
  const minutes = Math.max(1, Math.round(ms / MINUTE));
  if (minutes < 60) return `about ${minutes} min left`;
  const rest = minutes % 60;
  return `about ${Math.floor(minutes / 60)} hr${rest > 0 ? ` ${rest} min` : ''} left`;
}
