import type { ReactNode } from 'react';
import { onTestFinished } from 'vitest';
import { cleanup, render as renderPure } from 'vitest-browser-react/pure';

/** Files share modules, so the cleanup belongs to the test: a hook of the library's own would be set in the first file only. */
export async function render(ui: ReactNode): Promise<void> {
  onTestFinished(cleanup);
  await renderPure(ui);
}
