import type { BreaksAnswer } from '@lading/contract/breaks.ts';
import { LABELS } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { demoAccount, logInByToken } from './src/actions.ts';
import { useBrowser } from './src/browser.ts';
import { expectFocused, expectHeading, expectSeen } from './src/expectations.ts';
import { scanPage } from './src/scan.ts';

const openPage = useBrowser();

const seen = { firstSeen: '2026-11-14T10:42:07.000Z', lastSeen: '2026-11-14T11:00:00.000Z' };
const TWO_BREAKS: BreaksAnswer['data']['breaks'] = [
  {
    kind: 'refund_refused',
    title: 'A refund was refused by the card provider',
    objectId: '0199c1f4-55aa-7c3e-9d0b-3f2b5a9c1e77',
    detail: 'The charge is disputed.',
    ...seen,
  },
  {
    kind: 'invariant_I2',
    title: 'The books do not balance',
    objectId: 'ledger',
    detail: `I2 the ledger balances: off by ${'9'.repeat(120)}`,
    ...seen,
  },
];

const answerWith = (page: Page, breaks: BreaksAnswer['data']['breaks'], total = breaks.length) =>
  page.route(`**${API.adminBreaks}`, (route) => route.fulfill({ json: { data: { breaks, total } } }));

const panel = (page: Page) => page.getByRole('region', { name: /in the books need/ });
const activity = (page: Page) => page.getByRole('region', { name: 'Recent activity' });

/** Opens the dashboard and waits until its calls are answered and shown, so that what is not there then is not on its way. */
async function openDashboard(page: Page) {
  const answer = page.waitForResponse((response) => response.url().endsWith(API.adminBreaks));
  await page.goto(PAGES.adminDashboard);
  await expectHeading(page, LABELS.adminDashboard);
  await expectSeen(activity(page).getByRole('listitem'));
  await page.waitForLoadState('networkidle');
  return answer;
}

describe('what does not add up, on the admin dashboard', () => {
  it('is shown above the other panels with its title, detail and time, and readable for everyone', async () => {
    const { storage } = await logInByToken(demoAccount('admin'));
    const { page } = await openPage({ storage, reducedMotion: 'reduce' });
    await answerWith(page, TWO_BREAKS);
    await openDashboard(page);
    await expectSeen(panel(page).getByRole('heading', { name: '2 things in the books need a look' }));
    const entries = panel(page).getByRole('listitem');
    expect(await entries.count()).toBe(2);
    for (const [index, { title, detail, objectId }] of TWO_BREAKS.entries())
      for (const text of [title, detail, objectId, 'Nov 14, 2026, 10:42:07 AM'])
        await expectSeen(entries.nth(index).getByText(text, { exact: true }));
    expect(await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()).toEqual([
      '2 things in the books need a look',
      'Recent activity',
      'No figures yet',
    ]);
    expect(await scanPage(page, 'open breaks')).toEqual([]);
  });

  it('stays a short list until the rest is asked for', async () => {
    const { storage } = await logInByToken(demoAccount('admin'));
    const { page } = await openPage({ storage });
    const many = Array.from({ length: 7 }, (_, index) => ({
      kind: 'event_unknown',
      title: 'The card provider sent news of a payment that is not ours',
      objectId: `event-${index}`,
      detail: 'news of a stranger',
      ...seen,
    }));
    await answerWith(page, many, 130);
    await openDashboard(page);
    await expectSeen(panel(page).getByRole('heading', { name: '130 things in the books need a look' }));
    const entries = panel(page).getByRole('listitem');
    expect(await entries.count()).toBe(5);
    await panel(page).getByRole('button', { name: 'Show the newest 7' }).press('Enter');
    await expect.poll(() => entries.count()).toBe(7);
    await expectFocused(panel(page).getByRole('button', { name: 'Show fewer' }));
  });

  it('is nothing at all when the books are sound, or when nobody can tell', async () => {
    const { storage } = await logInByToken(demoAccount('admin'));
    const { page, watch } = await openPage({ storage });
    const sound = await openDashboard(page);
    expect(await sound.json()).toEqual({ data: { breaks: [], total: 0 } });
    expect(await panel(page).count()).toBe(0);

    watch.allow(/status of 403/);
    await page.route(`**${API.adminBreaks}`, (route) => route.fulfill({ status: 403, json: {} }));
    expect((await openDashboard(page)).status()).toBe(403);
    expect(await panel(page).count()).toBe(0);
    expect(await page.getByRole('region', { name: 'Notifications' }).textContent()).toBe('');
  });
});
