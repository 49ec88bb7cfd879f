import { useShortcuts } from './shortcuts.ts';

/** `[` and `]` turn the pages of a list. They follow the page that was asked for, which may be ahead of the one that has come. */
export const usePageKeys = (page: number, totalPages: number, turnTo: (page: number) => void) =>
  useShortcuts([
    { keys: '[', label: 'Previous page', run: () => page > 1 && turnTo(page - 1) },
    { keys: ']', label: 'Next page', run: () => page < totalPages && turnTo(page + 1) },
  ]);
