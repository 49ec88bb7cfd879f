import { setTimeout as sleep } from 'node:timers/promises';
import axe, { type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { findingsOf, findProblems, type ScanOptions, type ScanScope } from '../../web/test/scan-checks.ts';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Returns every accessibility problem of the page in its current state, contrast included. */
export async function scanPage(page: Page, label: string, options: ScanOptions = {}): Promise<string[]> {
  const problems = await findProblems(
    {
      resize: (size) => page.setViewportSize(size),
      setColorScheme: (colorScheme) => page.emulateMedia({ colorScheme }),
      runAxe: async (scope, settings) => {
        await injectAxe(page);
        return findingsOf(await page.evaluate(runShown, { scope, settings }));
      },
      evaluate: (check) => page.evaluate(check),
    },
    { ...options, contrast: true },
    process.env.LADING_TEST_TIER,
  );
  return problems.map((problem) => `${label}, ${problem}`);
}

/** Text that is not drawn has no contrast, so the style of `drawNothing` is removed during the scan. */
async function runShown({ scope, settings }: { scope: ScanScope; settings: RunOptions }) {
  const hiding = document.adoptedStyleSheets;
  document.adoptedStyleSheets = [];
  try {
    return await window.axe.run(scope, settings);
  } finally {
    document.adoptedStyleSheets = hiding;
  }
}

/** Once per document, because it takes as long as a scan. Frames of other origins are not scanned. */
async function injectAxe(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    const isMain = frame === page.mainFrame();
    const injecting = frame
      .evaluate(() => Reflect.has(window, 'axe'))
      .then((present) => (present ? undefined : frame.evaluate(axe.source)));
    // A frame such as a PDF viewer runs no scripts.
    await (isMain ? injecting : Promise.race([injecting.catch(() => undefined), sleep(1000)]));
  }
}
