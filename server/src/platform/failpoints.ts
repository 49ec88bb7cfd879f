/**
 * Points at which tests kill the process to prove that nothing is lost. Inactive unless NODE_ENV is `test`.
 */
const setting = process.env.NODE_ENV === 'test' ? process.env.FAILPOINTS : undefined;
const points = new Map<string, number>();

for (const part of setting?.split(',') ?? []) {
  const [name, nthHit] = part.split(':');
  if (name) points.set(name, Number(nthHit ?? 1));
}

/**
 * With `FAILPOINTS=name:3` the process kills itself at the third hit. While set, every hit is printed, so
 * that tests can count.
 */
export function failpoint(name: string): void {
  if (setting === undefined) return;
  process.stderr.write(`reached ${name}\n`);
  const left = points.get(name);
  if (left === undefined) return;
  if (left > 1) points.set(name, left - 1);
  else process.kill(process.pid, 'SIGKILL');
}
