/** A screen reader needs about this long per sentence; the next one would cut it off. */
const SHORTEST_PAUSE_MS = 4000;
const MAX_PAUSE_MS = 10_000;
const ROWS = 10;

interface Said {
  at: number;
  done: number;
}

/** Whether to announce progress: after ten rows or ten seconds, but never faster than it can be read out. */
export function shouldAnnounce(said: Said, done: number, now: number): boolean {
  const quietFor = now - said.at;
  if (done === said.done || quietFor < SHORTEST_PAUSE_MS) return false;
  return done - said.done >= ROWS || quietFor >= MAX_PAUSE_MS;
}
