/** A sentence takes about this long to be read out; one that comes sooner cuts the last one off. */
export const SHORTEST_PAUSE_MS = 4000;
export const LONGEST_PAUSE_MS = 10_000;
const ROWS = 10;

export interface Said {
  at: number;
  done: number;
}

/** Whether progress is worth a sentence: after ten rows or ten seconds, and never faster than it can be heard. */
export function isTimeToSpeak(said: Said, done: number, now: number): boolean {
  const quietFor = now - said.at;
  if (done === said.done || quietFor < SHORTEST_PAUSE_MS) return false;
  return done - said.done >= ROWS || quietFor >= LONGEST_PAUSE_MS;
}
