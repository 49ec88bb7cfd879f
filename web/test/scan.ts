import axe from 'axe-core';
import { page } from 'vitest/browser';
import { findingsOf, findProblems, type ScanOptions } from './scan-checks.ts';

/**
 * Returns every accessibility problem of the screen in its current state. Without widths, the state exists at all
 * widths. After the scan, the screen is 1440 px wide and light again.
 */
export async function scanScreen(options: ScanOptions = {}): Promise<string[]> {
  const root = document.documentElement;
  try {
    return await findProblems(
      {
        resize: ({ width, height }) => page.viewport(width, height),
        setColorScheme: (scheme) => {
          root.dataset.theme = scheme;
        },
        runAxe: async (scope, settings) => findingsOf(await axe.run(scope, settings)),
        evaluate: async (check) => check(),
      },
      options,
      import.meta.env.LADING_TEST_TIER,
    );
  } finally {
    delete root.dataset.theme;
    await page.viewport(1440, 900);
  }
}
