import { expect, it } from 'vitest';
import { RefusalDelays } from './refusal-delays.ts';

it('doubles the delay of each refusal after the third, up to two seconds', () => {
  const delays = new RefusalDelays();
  const waits = Array.from({ length: 10 }, (_, second) => delays.count('192.0.2.1', second * 1_000));
  expect(waits).toEqual([0, 0, 0, 100, 200, 400, 800, 1_600, 2_000, 2_000]);
  expect(delays.count('192.0.2.2', 10_000)).toBe(0);
});

it('forgets an address after a minute without a refusal', () => {
  const delays = new RefusalDelays();
  for (let sent = 0; sent < 9; sent += 1) delays.count('192.0.2.1', 0);
  expect(delays.count('192.0.2.1', 59_999)).toBe(2_000);
  expect(delays.count('192.0.2.1', 59_999 + 60_000)).toBe(0);
});

it('lets at most two hundred refusals wait', async () => {
  const delays = new RefusalDelays();
  for (let sent = 0; sent < 3; sent += 1) delays.count('192.0.2.1', performance.now());
  const waits = Array.from({ length: 201 }, () => delays.wait('192.0.2.1'));
  expect(await waits[200]).toBe(false);
  expect(await waits[0]).toBe(true);
});
