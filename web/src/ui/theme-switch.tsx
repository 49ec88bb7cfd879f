import { useSyncExternalStore } from 'react';
import { readTheme, setTheme, subscribeTheme, type Theme } from '../lib/theme.ts';
import { Segmented } from './segmented.tsx';

const OPTIONS: readonly { value: Theme; label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

export function ThemeSwitch({ className }: { className?: string }) {
  const theme = useSyncExternalStore(subscribeTheme, readTheme, () => 'system' as const);
  return (
    <Segmented
      legend="Theme"
      value={theme}
      onChange={setTheme}
      options={OPTIONS}
      {...(className !== undefined && { className })}
    />
  );
}
