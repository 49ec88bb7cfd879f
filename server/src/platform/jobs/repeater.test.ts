import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLog } from '../log.ts';
import { Repeater } from './repeater.ts';

const task = vi.fn(async () => {});
let repeater: Repeater;
beforeEach(() => {
  vi.useFakeTimers();
  task.mockReset();
  repeater = new Repeater(1_000, createLog('silent'), task);
});
afterEach(async () => {
  await repeater.stop();
  vi.useRealTimers();
});

it('runs the task immediately and then repeatedly', async () => {
  repeater.start();
  expect(task).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1_100);
  expect(task).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1_100);
  expect(task).toHaveBeenCalledTimes(3);
});

it('can start later', async () => {
  repeater.start(300);
  await vi.advanceTimersByTimeAsync(299);
  expect(task).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(task).toHaveBeenCalledTimes(1);
});

it('does not run the task if it is stopped before', async () => {
  repeater.start(300);
  await repeater.stop();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(task).not.toHaveBeenCalled();
});

it('continues after a failure', async () => {
  task.mockRejectedValueOnce(new Error('The database is unavailable'));
  repeater.start();
  await vi.advanceTimersByTimeAsync(1_100);
  expect(task).toHaveBeenCalledTimes(2);
});
