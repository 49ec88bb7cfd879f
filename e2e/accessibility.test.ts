import { LABELS } from '@lading/contract/messages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import type { Page, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { ScanOptions } from '../web/test/scan-checks.ts';
import { demoAccount, logInByToken } from './src/actions.ts';
import { useBrowser } from './src/browser.ts';
import { expectHeading, expectSeen, expectUnseen } from './src/expectations.ts';
import { KNOWN_PAGES, type KnownPage, openKnown } from './src/pages.ts';
import { scanPage } from './src/scan.ts';

const openPage = useBrowser();

/** Generous, because the full matrix of a dozen pages takes minutes on a busy machine. */
const ALL_PAGES_LIMIT_MS = 600_000;

/** Reduced motion, so that no scan runs during a color transition. */
async function openFor(who: KnownPage['as']) {
  const storage = who === 'guest' ? {} : (await logInByToken(demoAccount(who))).storage;
  const opened = await openPage({ storage, reducedMotion: 'reduce' });
  const problems: string[] = [];
  const scan = async (label: string, options?: ScanOptions) => {
    problems.push(...(await scanPage(opened.page, label, options)));
    await opened.page.setViewportSize({ width: 1440, height: 900 });
  };
  return { ...opened, scan, problems };
}

/** Returns a function that waits for all requests, so that scans see the page as users do: with its data and fonts. */
function watchLoading(page: Page) {
  const open = new Set<Request>();
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return async () => {
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    await expect.poll(() => open.size).toBe(0);
    await expectUnseen(page.locator('main .animate-pulse'));
    await page.evaluate(() => document.fonts.ready);
  };
}

const headingsOf = (page: Page) => page.getByRole('heading', { level: 1 }).allTextContents();

/** Inside the application where possible, because a new document would have to load the checker again. */
async function follow(page: Page, known: KnownPage) {
  const isInApp = page.url().startsWith('http') && new URL(page.url()).pathname !== PAGES.landing;
  // At the same path the previous page may keep its state, and an identical heading could still belong to it.
  const isElsewhere = isInApp && new URL(known.path, page.url()).pathname !== new URL(page.url()).pathname;
  if (!isElsewhere || (await headingsOf(page)).includes(known.heading)) return openKnown(page, known);
  return openKnown(page, known, (path) =>
    page.evaluate((to) => {
      history.pushState({ idx: Number(history.state?.idx ?? 0) + 1 }, '', to);
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    }, path),
  );
}

/** `npm test` scans every second page in the light theme on a wide screen, the others in the dark theme on a narrow one. */
describe('every page in both themes and at every width', () => {
  it.each(['guest', 'client', 'admin'] as const)(
    'has no accessibility problem when it opens: %s pages',
    async (who) => {
      const { page, scan, problems } = await openFor(who);
      const loaded = watchLoading(page);
      for (const [index, known] of KNOWN_PAGES.filter(({ as }) => as === who).entries()) {
        await follow(page, known);
        await expectHeading(page, known.heading);
        await loaded();
        await scan(known.name, { quickWidth: index % 2 === 0 ? 1440 : 390 });
      }
      expect(problems).toEqual([]);
    },
    ALL_PAGES_LIMIT_MS,
  );
});

describe('with reduced motion', () => {
  interface Motion {
    name: string;
    duration: number;
  }

  /** Records every animation and transition that starts, except progress indicators. */
  const record = (page: Page) =>
    page.addInitScript(() => {
      const motions: { name: string; duration: number }[] = [];
      Reflect.set(window, 'motions', motions);
      const note = () => {
        for (const animation of document.getAnimations()) {
          const name =
            animation instanceof CSSAnimation
              ? animation.animationName
              : animation instanceof CSSTransition
                ? animation.transitionProperty
                : 'script';
          const duration = Number(animation.effect?.getComputedTiming().duration ?? 0);
          if (!['spin', 'progress'].includes(name)) motions.push({ name, duration });
        }
      };
      for (const type of ['animationstart', 'transitionrun']) document.addEventListener(type, note, true);
    });

  async function motionsOf(reducedMotion: 'reduce' | 'no-preference'): Promise<Motion[]> {
    const { storage } = await logInByToken(demoAccount('admin'));
    const { page } = await openPage({ storage, reducedMotion, width: 390, height: 844 });
    await record(page);
    await page.goto(PAGES.adminDashboard);
    await expectHeading(page, LABELS.adminDashboard);
    await page.getByRole('button', { name: 'Open navigation' }).click();
    await page.getByRole('dialog').getByRole('link', { name: LABELS.auditLogs }).click();
    await expectUnseen(page.getByRole('dialog'));
    await page.getByRole('button', { name: 'Notifications' }).click();
    await expectSeen(page.getByRole('dialog'));
    await page.keyboard.press('Escape');
    await expectUnseen(page.getByRole('dialog'));
    await page.getByRole('button', { name: /^Account:/ }).click();
    await page.getByRole('menuitem', { name: 'Help' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await expectSeen(page.getByRole('dialog', { name: 'Keyboard shortcuts' }));
    return (await page.evaluate(() => Reflect.get(window, 'motions'))) as Motion[];
  }

  it('nothing moves for longer than 150 ms', async () => {
    const long = (motions: Motion[]) => motions.filter(({ duration }) => duration > 150);
    const [usual, reduced] = await Promise.all([motionsOf('no-preference'), motionsOf('reduce')]);
    // Without the preference there is such motion. Otherwise an empty recording would prove nothing.
    expect(long(usual)).not.toEqual([]);
    expect(long(reduced)).toEqual([]);
  });
});
