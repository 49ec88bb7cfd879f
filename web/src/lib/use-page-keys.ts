import { useShortcuts } from './shortcuts.ts';

/** `[` and `]` page through a list. `page` is the requested page, which may still be loading. */
export const usePageKeys = (page: number, totalPages: number, turnTo: (page: number) => void) =>
  useShortcuts([
    { keys: '[', label: 'Previous page', run: () => page > 1 && turnTo(page - 1) },
    { keys: ']', label: 'Next page', run: () => page < totalPages && turnTo(page + 1) },
  ]);
