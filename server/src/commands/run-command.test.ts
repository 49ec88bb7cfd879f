import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onInterrupt, runCommand } from './run-command.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('an interrupted command says that it stops, and ends although its clean-up hangs', () => {
  const printed = vi.spyOn(console, 'error').mockReturnValue();
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  const on = vi.spyOn(process, 'on').mockReturnValue(process);
  runCommand(() => new Promise(() => {}));
  onInterrupt(() => new Promise(() => {}));
  const interrupt = on.mock.calls.find(([event]) => event === 'SIGTERM')?.[1];
  interrupt?.('SIGTERM');
  interrupt?.('SIGTERM');
  expect(printed.mock.calls).toEqual([['Stopping …']]);
  vi.advanceTimersByTime(44_000);
  expect(exit).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(exit.mock.calls).toEqual([[143]]);
});
