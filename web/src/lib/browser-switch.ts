import { localStore } from './browser-storage.ts';
import { createSignal, type ReadableStore, useStore } from './create-store.ts';

/** An on/off setting stored in this browser. The default value is not stored. */
export function createBrowserSwitch(key: string, byDefault: boolean) {
  const changed = createSignal();
  let on: boolean | null = null;

  const isOn = () => {
    if (on === null) {
      const stored = localStore.read(key);
      on = stored === null ? byDefault : stored === 'on';
    }
    return on;
  };
  return {
    isOn,
    getSnapshot: isOn,
    subscribe: changed.subscribe,
    set(value: boolean) {
      on = value;
      if (value === byDefault) localStore.remove(key);
      else localStore.write(key, value ? 'on' : 'off');
      changed.emit();
    },
  };
}

export const useBrowserSwitch = (setting: ReadableStore<boolean>) => useStore(setting);
