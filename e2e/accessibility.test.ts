import { AUDIT_LOGS, AUTH, LABELS } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { demoAccount, field, logInByToken } from './src/actions.ts';
import { useBrowser } from './src/browser.ts';
import { expectHeading, expectSeen, expectToast, expectUnseen } from './src/expectations.ts';
import { KNOWN_PAGES, type KnownPage } from './src/pages.ts';
import { type ScanOptions, scanPage } from './src/scan.ts';

const openPage = useBrowser();

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

/** Scans see the page as people do: with its data and its fonts. */
const arrive = async (page: Page, who: KnownPage['as']) => {
  if (who === 'admin') await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
};

describe('every page in both themes and at every width', () => {
  it.each(KNOWN_PAGES)('has no violation when it opens: $name', async (known) => {
    const { page, watch, scan, problems } = await openFor(known.as);
    if (known.heading === LABELS.pageNotFound) watch.allow(/status of 404/);
    await page.goto(known.path);
    await expectHeading(page, known.heading);
    await arrive(page, known.as);
    await scan(known.name);
    expect(problems).toEqual([]);
  });
});

describe('the states of the pages', () => {
  it('have no violation in refused forms', async () => {
    const { page, scan, problems } = await openFor('guest');
    await page.goto(PAGES.login);
    await page.getByRole('button', { name: LABELS.signIn }).click();
    await expectToast(page, AUTH.loginFieldsRequired);
    // The focus on a toast stops its time.
    await page.getByRole('button', { name: 'Dismiss notification' }).focus();
    await scan('refused login with its toast');
    await expectToast(page, AUTH.loginFieldsRequired);

    await page.goto(PAGES.signup);
    await page.getByRole('button', { name: LABELS.createAccount }).click();
    await field(page, 'Email').fill('not an address');
    await field(page, 'Password').fill('short');
    await field(page, 'Confirm password').fill('other');
    await field(page, 'Full name').focus();
    await expectSeen(page.getByText(AUTH.passwordsDiffer, { exact: true }));
    await scan('refused sign-up');

    await page.goto(PAGES.forgotPassword);
    await page.getByRole('button', { name: LABELS.sendResetLink }).click();
    await expectToast(page, AUTH.emailRequired);
    await scan('refused reset request');
    await field(page, 'Email').fill('noor@shop.example');
    await page.getByRole('button', { name: LABELS.sendResetLink }).click();
    await expectHeading(page, AUTH.resetMailSent);
    await scan('reset mail sent');
    expect(problems).toEqual([]);
  });

  it('have no violation in open dialogs and menus', async () => {
    const { page, scan, problems } = await openFor('client');
    await page.goto(PAGES.clientDashboard);
    await expectHeading(page, LABELS.dashboard);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Open navigation' }).click();
    await expectSeen(page.getByRole('dialog'));
    await scan('navigation drawer', { widths: [390] });
    await expectUnseen(page.getByRole('dialog'));

    const layers = [
      ['notification list', () => page.getByRole('button', { name: 'Notifications' }).click()],
      ['shortcut sheet', () => page.keyboard.press('?')],
      [
        'help',
        async () => {
          await page.getByRole('button', { name: /^Account:/ }).click();
          await page.getByRole('menuitem', { name: 'Help' }).click();
        },
      ],
    ] as const;
    for (const [label, open] of layers) {
      await open();
      await expectSeen(page.getByRole('dialog'));
      await scan(label);
      await page.keyboard.press('Escape');
      await expectUnseen(page.getByRole('dialog'));
    }
    await page.getByRole('button', { name: /^Account:/ }).click();
    await expectSeen(page.getByRole('menu'));
    await scan('account menu');
    expect(problems).toEqual([]);
  });

  it('have no violation in empty, loading and failed lists', async () => {
    const { page, watch, scan, problems } = await openFor('admin');
    watch.allow(/status of 403/, /console: ApiError/);
    await page.goto(`${PAGES.adminAuditLogs}?status=pending&userEmail=nobody`);
    await expectSeen(page.getByText(AUDIT_LOGS.empty, { exact: true }));
    await scan('empty audit logs');

    await page.route(`**${API.adminAuditLogs}*`, (route) => route.fulfill({ status: 403, json: {} }));
    await page.goto(PAGES.adminAuditLogs);
    await expectSeen(page.getByRole('button', { name: 'Try again' }));
    await scan('failed audit logs');
    await page.goto(PAGES.adminDashboard);
    await expectSeen(page.getByRole('button', { name: 'Try again' }));
    await scan('failed dashboard');
    await page.unroute(`**${API.adminAuditLogs}*`);

    await page.route(`**${API.adminAuditLogs}*`, () => {});
    await page.goto(PAGES.adminAuditLogs);
    await expectSeen(page.locator('.animate-pulse'));
    await scan('waiting audit logs');
    expect(problems).toEqual([]);
  });
});

describe('with reduced motion', () => {
  interface Motion {
    name: string;
    duration: number;
  }

  /** Every animation and transition that begins, except what says that work goes on. */
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
    // Without the wish there is such motion; else the recorder would prove nothing.
    expect(long(usual)).not.toEqual([]);
    expect(long(reduced)).toEqual([]);
  });
});
