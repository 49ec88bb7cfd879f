/**
 * Places where tests kill the process to prove that nothing is lost there. Outside tests they do nothing: the setting is read
 * only when NODE_ENV is `test`.
 */
const points = new Map<string, number>();

if (process.env.NODE_ENV === 'test' && process.env.FAILPOINTS) {
  for (const part of process.env.FAILPOINTS.split(',')) {
    const [name, passing] = part.split(':');
    if (name) points.set(name, Number(passing ?? 1));
  }
}

/** With `FAILPOINTS=name:3` the process dies on its third passing, as if the plug were pulled. */
export function failpoint(name: string): void {
  const left = points.get(name);
  if (left === undefined) return;
  if (left > 1) points.set(name, left - 1);
  else process.kill(process.pid, 'SIGKILL');
}
