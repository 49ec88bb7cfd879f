import { afterEach, expect, it, vi } from 'vitest';
import { createBrowserSwitch } from './browser-switch.ts';

afterEach(() => vi.unstubAllGlobals());

function giveStorage(kept: Record<string, string> = {}) {
  const entries = new Map(Object.entries(kept));
  const localStorage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => entries.set(key, value),
    removeItem: (key: string) => entries.delete(key),
  };
  vi.stubGlobal('window', { localStorage });
  return entries;
}

it.each([true, false])('a switch that is %s by default is stored only while it differs', (byDefault) => {
  const entries = giveStorage();
  const setting = createBrowserSwitch('setting', byDefault);
  expect(setting.isOn()).toBe(byDefault);
  setting.set(!byDefault);
  expect(entries.size).toBe(1);
  expect(createBrowserSwitch('setting', byDefault).isOn()).toBe(!byDefault);
  setting.set(byDefault);
  expect(entries.size).toBe(0);
});

it('notifies listeners until they unsubscribe', () => {
  giveStorage();
  const setting = createBrowserSwitch('setting', false);
  const listener = vi.fn();
  const leave = setting.subscribe(listener);
  setting.set(true);
  leave();
  setting.set(false);
  expect(listener).toHaveBeenCalledTimes(1);
});

it('keeps its value for the visit if storage is forbidden', () => {
  const setting = createBrowserSwitch('setting', false);
  expect(setting.isOn()).toBe(false);
  setting.set(true);
  expect(setting.isOn()).toBe(true);
});
