import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../test/build-test-app.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { NotSentError } from './not-sent.ts';

const COOLDOWN_MS = 10_000;

function breakerOn(clock = new ManualClock()) {
  const breaker = new CircuitBreaker('the carrier', clock, {
    limits: { windowSize: 10, minCalls: 4, failureRate: 0.5, cooldownMs: COOLDOWN_MS },
  });
  let reached = 0;
  const call = (answer: 'good' | 'bad' | Promise<'good' | 'bad'>) =>
    breaker.run(
      async () => {
        reached += 1;
        return answer;
      },
      (text) => text === 'bad',
    );
  const broken = () =>
    breaker.run(
      () => {
        reached += 1;
        return Promise.reject(new Error('cut'));
      },
      () => false,
    );
  const open = async () => {
    for (let count = 0; count < 4; count++) await call('bad');
    expect(breaker.state).toBe('open');
  };
  return { breaker, clock, call, broken, open, reached: () => reached };
}

describe('circuit breaker', () => {
  it('returns and throws what the calls return and throw', async () => {
    const { call, broken, breaker } = breakerOn();
    expect(await call('good')).toBe('good');
    expect(await call('bad')).toBe('bad');
    await expect(broken()).rejects.toThrow('cut');
    expect(breaker.state).toBe('closed');
  });

  it('stays closed until it has seen enough calls', async () => {
    const { call, breaker } = breakerOn();
    for (let count = 0; count < 3; count++) await call('bad');
    expect(breaker.state).toBe('closed');
  });

  it('opens when half of the calls fail, by a bad answer or by an exception', async () => {
    const { call, broken, breaker } = breakerOn();
    await call('good');
    await call('good');
    await call('bad');
    await expect(broken()).rejects.toThrow('cut');
    expect(breaker.state).toBe('open');
  });

  it('looks only at the latest calls', async () => {
    const { call, breaker } = breakerOn();
    for (let count = 0; count < 30; count++) await call('good');
    for (let count = 0; count < 4; count++) await call('bad');
    expect(breaker.state).toBe('closed');
    await call('bad');
    expect(breaker.state).toBe('open');
  });

  it('rejects calls with NotSentError while it is open', async () => {
    const { call, open, clock, reached } = breakerOn();
    await open();
    const before = reached();
    clock.advance(COOLDOWN_MS - 1);
    await expect(call('good')).rejects.toThrow(NotSentError);
    expect(reached()).toBe(before);
  });

  it('allows one trial call after the cooldown and closes when it succeeds', async () => {
    const { breaker, call, open, clock } = breakerOn();
    await open();
    clock.advance(COOLDOWN_MS);
    const { promise, resolve } = Promise.withResolvers<'good'>();
    const trial = call(promise);
    await expect(call('good')).rejects.toThrow(NotSentError);
    resolve('good');
    await trial;
    expect(breaker.state).toBe('closed');
    // Earlier failures no longer count.
    await call('bad');
    expect(breaker.state).toBe('closed');
  });

  it('starts another cooldown when the trial call fails', async () => {
    const { breaker, call, broken, open, clock } = breakerOn();
    await open();
    clock.advance(COOLDOWN_MS);
    await call('bad');
    expect(breaker.state).toBe('open');
    clock.advance(COOLDOWN_MS);
    await expect(broken()).rejects.toThrow('cut');
    expect(breaker.state).toBe('open');
    clock.advance(COOLDOWN_MS);
    expect(breaker.state).toBe('half-open');
  });

  it('ignores calls that started before it opened', async () => {
    const { breaker, call, open, clock } = breakerOn();
    const early = Array.from({ length: 3 }, () => Promise.withResolvers<'good' | 'bad'>());
    const calls = early.map(({ promise }) => call(promise));
    const end = async (index: number, answer: 'good' | 'bad') => {
      early[index]?.resolve(answer);
      await calls[index];
    };
    await open();
    await end(0, 'good');
    expect(breaker.state).toBe('open');
    clock.advance(COOLDOWN_MS / 2);
    await end(1, 'bad');
    clock.advance(COOLDOWN_MS / 2);
    expect(breaker.state).toBe('half-open');
    const { promise, resolve } = Promise.withResolvers<'good'>();
    const trial = call(promise);
    await end(2, 'good');
    await expect(call('good')).rejects.toThrow(NotSentError);
    resolve('good');
    await trial;
    expect(breaker.state).toBe('closed');
  });
});
