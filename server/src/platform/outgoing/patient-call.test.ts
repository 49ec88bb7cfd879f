import { describe, expect, it } from 'vitest';
import { callPatiently } from './patient-call.ts';

/** Makes the call with these waits, then answers with null, and returns how long it took. */
async function make(mostMs: number, ...waits: number[]) {
  const startedAt = performance.now();
  let calls = 0;
  const call = async () => {
    calls += 1;
    return waits[calls - 1] ?? null;
  };
  const answer = await callPatiently(call, { mostMs, waitOf: (wait) => wait });
  return { answer, calls, tookMs: performance.now() - startedAt };
}

describe('a call that the host refuses because of its limits', () => {
  it('is repeated after the wait that the host asks for', async () => {
    const { tookMs, ...outcome } = await make(10_000, 300);
    expect(outcome).toEqual({ answer: null, calls: 2 });
    expect(tookMs).toBeGreaterThanOrEqual(295);
  });

  it('is repeated a few times with pauses when the host asks for no wait', async () => {
    const { tookMs, ...outcome } = await make(10_000, ...Array<number>(1_000).fill(0));
    expect(outcome).toEqual({ answer: 0, calls: 5 });
    expect(tookMs).toBeGreaterThanOrEqual(4 * 245);
  });

  it.each([
    ['the wait', 400, 401],
    ['the pause', 100, 0],
  ])('is not repeated when %s is longer than allowed', async (_, mostMs, wait) => {
    expect(await make(mostMs, wait)).toMatchObject({ answer: wait, calls: 1 });
  });
});
