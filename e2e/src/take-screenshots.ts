import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { LoginAnswerSchema } from '@lading/contract/identity.ts';
import { API } from '@lading/contract/routes.ts';
import type { Browser } from 'playwright-core';
import { findBrowsers, launchChromium } from './chromium.ts';
import { KNOWN_PAGES, type KnownPage, openKnown } from './pages.ts';
import { type RunningServer, startServer } from './server.ts';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;
const THEMES = ['light', 'dark'] as const;

/** The stored session of a demo account, or nothing for a guest. */
async function sessionOf({ baseUrl, accounts }: RunningServer, who: KnownPage['as']): Promise<string | null> {
  if (who === 'guest') return null;
  const account = accounts.find(({ role }) => role === who);
  const response = await fetch(`${baseUrl}${API.login}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: account?.email, password: account?.password, remember: true }),
  });
  return JSON.stringify(LoginAnswerSchema.parse(await response.json()));
}

async function takeAll(browser: Browser, server: RunningServer, folder: string): Promise<number> {
  let taken = 0;
  for (const who of ['guest', 'client', 'admin'] as const) {
    const session = await sessionOf(server, who);
    for (const viewport of SIZES) {
      const context = await browser.newContext({
        baseURL: server.baseUrl,
        viewport,
        reducedMotion: 'reduce',
      });
      await context.addInitScript((value) => {
        if (value !== null && location.protocol === 'http:') localStorage.setItem('lading.session', value);
      }, session);
      const page = await context.newPage();
      for (const known of KNOWN_PAGES.filter(({ as }) => as === who)) {
        await openKnown(page, known);
        await page.getByRole('heading', { level: 1, name: known.heading }).waitFor();
        await page.waitForLoadState('networkidle');
        await page.evaluate(() => document.fonts.ready);
        for (const colorScheme of THEMES) {
          await page.emulateMedia({ colorScheme });
          const file = join(folder, `${known.name}-${viewport.width}-${colorScheme}.png`);
          await page.screenshot({ path: file, fullPage: true, animations: 'disabled' });
          taken += 1;
        }
      }
      await context.close();
    }
  }
  return taken;
}

const folder = process.argv[2];
if (folder === undefined) {
  console.error('Specify the output folder: node e2e/src/take-screenshots.ts <folder>');
  process.exit(1);
}
mkdirSync(folder, { recursive: true });
const server = await startServer();
try {
  const browser = await launchChromium(findBrowsers().whole);
  const taken = await takeAll(browser, server, folder);
  await browser.close();
  console.log(`${taken} screenshots are in ${resolve(folder)}.`);
} finally {
  await server.stop();
}
