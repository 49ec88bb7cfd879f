import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../test/build-test-app.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { NotSentError } from './not-sent.ts';

const REST_MS = 10_000;

function breakerOn(clock = new ManualClock()) {
  const breaker = new CircuitBreaker('the carrier', clock, {
    remembered: 10,
    enough: 4,
    openAt: 0.5,
    restMs: REST_MS,
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

describe('a circuit breaker', () => {
  it('lets calls through and hands on what they answer and throw', async () => {
    const { call, broken, breaker } = breakerOn();
    expect(await call('good')).toBe('good');
    expect(await call('bad')).toBe('bad');
    await expect(broken()).rejects.toThrow('cut');
    expect(breaker.state).toBe('closed');
  });

  it('concludes nothing from a few calls', async () => {
    const { call, breaker } = breakerOn();
    for (let count = 0; count < 3; count++) await call('bad');
    expect(breaker.state).toBe('closed');
  });

  it('opens when half of the calls fail, whether by their answer or without one', async () => {
    const { call, broken, breaker } = breakerOn();
    await call('good');
    await call('good');
    await call('bad');
    await expect(broken()).rejects.toThrow('cut');
    expect(breaker.state).toBe('open');
  });

  it('stays closed as long as most calls succeed, and does not let old ones hide the present', async () => {
    const { call, breaker } = breakerOn();
    for (let count = 0; count < 30; count++) await call('good');
    for (let count = 0; count < 4; count++) await call('bad');
    expect(breaker.state).toBe('closed');
    await call('bad');
    expect(breaker.state).toBe('open');
  });

  it('lets nobody through while it is open, and says that nothing was sent', async () => {
    const { call, open, clock, reached } = breakerOn();
    await open();
    const before = reached();
    clock.advance(REST_MS - 1);
    await expect(call('good')).rejects.toThrow(NotSentError);
    expect(reached()).toBe(before);
  });

  it('lets one call find out after the rest, and closes when it succeeds', async () => {
    const { breaker, call, open, clock } = breakerOn();
    await open();
    clock.advance(REST_MS);
    const { promise, resolve } = Promise.withResolvers<'good'>();
    const trial = call(promise);
    await expect(call('good')).rejects.toThrow(NotSentError);
    resolve('good');
    await trial;
    expect(breaker.state).toBe('closed');
    // What was before counts no more.
    await call('bad');
    expect(breaker.state).toBe('closed');
  });

  it('rests again when that call fails', async () => {
    const { breaker, call, broken, open, clock } = breakerOn();
    await open();
    clock.advance(REST_MS);
    await call('bad');
    expect(breaker.state).toBe('open');
    clock.advance(REST_MS);
    await expect(broken()).rejects.toThrow('cut');
    expect(breaker.state).toBe('open');
    clock.advance(REST_MS);
    expect(breaker.state).toBe('trying');
  });

  it('hears nothing of calls from before it opened: neither do they end the rest nor let in a second trial', async () => {
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
    clock.advance(REST_MS / 2);
    await end(1, 'bad');
    clock.advance(REST_MS / 2);
    expect(breaker.state).toBe('trying');
    const { promise, resolve } = Promise.withResolvers<'good'>();
    const trial = call(promise);
    await end(2, 'good');
    await expect(call('good')).rejects.toThrow(NotSentError);
    resolve('good');
    await trial;
    expect(breaker.state).toBe('closed');
  });
});
