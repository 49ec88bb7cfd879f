/**
 * Places where tests kill the process to prove that nothing is lost there. Outside tests they do nothing: the setting is read
 * only when NODE_ENV is `test`.
 */
const setting = process.env.NODE_ENV === 'test' ? process.env.FAILPOINTS : undefined;
const points = new Map<string, number>();

for (const part of setting?.split(',') ?? []) {
  const [name, nthHit] = part.split(':');
  if (name) points.set(name, Number(nthHit ?? 1));
}

/**
 * With `FAILPOINTS=name:3` the process dies on its third passing, as if the plug were pulled. Every passing is told while the
 * setting is there, so that a test can count them.
 */
export function failpoint(name: string): void {
  if (setting === undefined) return;
  process.stderr.write(`reached ${name}\n`);
  const left = points.get(name);
  if (left === undefined) return;
  if (left > 1) points.set(name, left - 1);
  else process.kill(process.pid, 'SIGKILL');
}
