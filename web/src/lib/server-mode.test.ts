import { describe, expect, it, vi } from 'vitest';
import { createServerModeStore, type ServerMode } from './server-mode.ts';

function setUp() {
  const answers: (ServerMode | null)[] = [];
  const waiting: (() => void)[] = [];
  const store = createServerModeStore({
    probe: async () => answers.shift() ?? null,
    later: (work) => waiting.push(work),
  });
  /** Runs the next probe with this answer. */
  const runProbe = async (answer: ServerMode | null) => {
    answers.push(answer);
    expect(waiting).toHaveLength(1);
    await waiting.shift()?.();
  };
  const recovered = vi.fn();
  store.onRecovered(recovered);
  return { store, runProbe, recovered, waiting };
}

describe('the server mode', () => {
  it('is ready and is not probed while responses are normal', () => {
    const { store, waiting } = setUp();
    store.note(null, true);
    store.note({ code: 'VALIDATION_FAILED' }, false);
    store.note({ code: 'INTERNAL' }, false);
    expect([store.getSnapshot(), waiting.length]).toEqual(['ready', 0]);
  });

  it.each([
    ['READ_ONLY', 'read-only'],
    ['NOT_READY', 'unavailable'],
  ])('after %s is %s until the server reports that it is ready', async (code, mode) => {
    const { store, runProbe, recovered } = setUp();
    const listener = vi.fn();
    store.subscribe(listener);
    store.note({ code }, false);
    store.note({ code }, false);
    expect([store.getSnapshot(), listener.mock.calls.length]).toEqual([mode, 1]);
    await runProbe(null);
    await runProbe(mode as ServerMode);
    expect(store.getSnapshot()).toBe(mode);
    await runProbe('ready');
    expect([store.getSnapshot(), recovered.mock.calls.length]).toEqual(['ready', 1]);
  });

  it('stays read-only after a successful read and ends after a successful write', () => {
    const { store } = setUp();
    store.note({ code: 'READ_ONLY' }, false);
    store.note(null, true);
    expect(store.getSnapshot()).toBe('read-only');
    store.note(null, false);
    expect(store.getSnapshot()).toBe('ready');
  });

  it('is no longer unavailable after any successful response', () => {
    const { store } = setUp();
    store.note({ code: 'NOT_READY' }, true);
    store.note(null, true);
    expect(store.getSnapshot()).toBe('ready');
  });

  it('trusts a newer response over an older probe', async () => {
    const { store, runProbe, waiting } = setUp();
    store.note({ code: 'READ_ONLY' }, false);
    store.note(null, false);
    await runProbe('read-only');
    expect([store.getSnapshot(), waiting.length]).toEqual(['ready', 0]);
  });
});
