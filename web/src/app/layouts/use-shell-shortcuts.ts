import { useNavigate } from 'react-router';
import { useShortcuts } from '../../lib/shortcuts.ts';
import type { NavigationEntry } from '../navigation.ts';

const focusSearch = () => document.querySelector<HTMLInputElement>('[data-page-search]')?.focus();

export function useShellShortcuts(navigation: readonly NavigationEntry[], showSheet: () => void) {
  const navigate = useNavigate();
  useShortcuts([
    { keys: '?', label: 'Show keyboard shortcuts', run: showSheet },
    { keys: '/', label: 'Focus the search field', run: focusSearch },
    ...navigation.map(({ keys, label, to }) => ({
      keys,
      label: `Go to ${label}`,
      run: () => void navigate(to),
    })),
  ]);
}
