import { useShortcuts } from '../../lib/shortcuts.ts';

/** Marks the buttons that the cursor moves through, one in each row. */
export const ROW_MARK = 'data-audit-log';

/** The cursor is the focus itself, so that Enter opens a row without a word of ours. */
export function moveRowCursor(step: 1 | -1) {
  const buttons = [...document.querySelectorAll<HTMLElement>(`[${ROW_MARK}]`)];
  const at = buttons.findIndex((button) => button.matches(':focus'));
  buttons[at < 0 ? 0 : Math.min(Math.max(at + step, 0), buttons.length - 1)]?.focus();
}

export const useRowCursor = () =>
  useShortcuts([
    { keys: 'j', label: 'Next entry', run: () => moveRowCursor(1) },
    { keys: 'k', label: 'Previous entry', run: () => moveRowCursor(-1) },
  ]);
