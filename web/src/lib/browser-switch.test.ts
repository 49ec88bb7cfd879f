import { afterEach, expect, it, vi } from 'vitest';
import { createBrowserSwitch } from './browser-switch.ts';

afterEach(() => vi.unstubAllGlobals());

function stubStorage() {
  const entries = new Map<string, string>();
  const localStorage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => entries.set(key, value),
    removeItem: (key: string) => entries.delete(key),
  };
  vi.stubGlobal('window', { localStorage });
  return entries;
}

it.each([true, false])('stores its value only while it differs from the default %s', (byDefault) => {
  const entries = stubStorage();
  const setting = createBrowserSwitch('setting', byDefault);
  expect(setting.isOn()).toBe(byDefault);
  setting.set(!byDefault);
  expect(entries.size).toBe(1);
  expect(createBrowserSwitch('setting', byDefault).isOn()).toBe(!byDefault);
  setting.set(byDefault);
  expect(entries.size).toBe(0);
});

it('notifies listeners until they unsubscribe', () => {
  stubStorage();
  const setting = createBrowserSwitch('setting', false);
  const listener = vi.fn();
  const unsubscribe = setting.subscribe(listener);
  setting.set(true);
  unsubscribe();
  setting.set(false);
  expect(listener).toHaveBeenCalledTimes(1);
});

it('keeps its value in memory if the browser blocks storage', () => {
  const setting = createBrowserSwitch('setting', false);
  expect(setting.isOn()).toBe(false);
  setting.set(true);
  expect(setting.isOn()).toBe(true);
});
