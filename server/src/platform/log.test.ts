import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { RepeatedProblems } from './log.ts';

it('a repeated problem is written once per period, with the number of times', async () => {
  const problems = new RepeatedProblems(50);
  const written: string[] = [];
  const note = (cause: string) => problems.note(cause, (times) => written.push(`${times} × ${cause}`));
  note('database');
  note('database');
  note('disk');
  note('database');
  expect(written).toEqual(['1 × database', '1 × disk']);
  await sleep(60);
  note('database');
  expect(written).toEqual(['1 × database', '1 × disk', '3 × database']);
});
