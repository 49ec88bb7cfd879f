import type { PricingImpact } from '@lading/contract/global-pricing.ts';
import { CLIENTS, LABELS, PRICING } from '@lading/contract/messages.ts';
import { centsOf, formatMoney } from '@lading/contract/money.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { demoAccount, logInByToken } from './src/actions.ts';
import { type PageOptions, useBrowser } from './src/browser.ts';
import { expectFocused, expectHeading, expectSeen, expectToast, expectUnseen } from './src/expectations.ts';
import { scanPage } from './src/scan.ts';
import { tabTo } from './src/tabbing.ts';

const openPage = useBrowser();

async function openPricing(options: PageOptions = {}) {
  const { storage } = await logInByToken(demoAccount('admin'));
  const opened = await openPage({ ...options, storage, path: PAGES.adminPricing });
  await expectHeading(opened.page, LABELS.globalCommissionSettings);
  await expect.poll(() => percentage(opened.page).inputValue()).toBe('8');
  return opened;
}

const percentage = (page: Page) =>
  page.getByRole('spinbutton', { name: CLIENTS.fields.commissionPercentage });
const flatRate = (page: Page) => page.getByRole('spinbutton', { name: CLIENTS.fields.commissionAmount });
const type = (page: Page) => page.getByRole('combobox', { name: CLIENTS.fields.commissionType });
const save = (page: Page) => page.getByRole('button', { name: PRICING.save });
const current = (page: Page) => page.getByRole('region', { name: 'Current commission' });
const impact = (page: Page) => page.getByRole('region', { name: PRICING.impact });
const preview = (page: Page) => page.getByRole('region', { name: 'Preview this change' });
/** The figures of the three cards, without what stands under them. */
const figures = (page: Page) => impact(page).locator('dd > span:first-child').allTextContents();
const nothing = ['—Not available', '—Not available', '—Not available'];

/** The data of other journeys in this file begin with what the demo set. */
async function restore(page: Page) {
  await type(page).selectOption('percentage');
  await percentage(page).fill('8');
  await save(page).click();
  await expectSeen(current(page).getByText('8.00%', { exact: true }));
}

describe('the global commission settings', () => {
  it('show the current commission and the six rules, and no forecast before a change', async () => {
    const { page } = await openPricing();
    await expectSeen(current(page).getByText('Percentage (%)', { exact: true }));
    await expectSeen(current(page).getByText('8.00%', { exact: true }));
    await expectSeen(current(page).locator('time'));
    expect(await type(page).locator('option').allTextContents()).toEqual(['Percentage (%)', 'Flat Rate ($)']);
    expect(await percentage(page).getAttribute('step')).toBe('0.01');
    expect(await percentage(page).getAttribute('min')).toBe('0');
    const rules = page.getByRole('region', { name: 'Commission rules' });
    expect(await rules.getByRole('listitem').count()).toBe(6);
    expect(await impact(page).locator('dt').allTextContents()).toEqual([
      'Clients Using Global Rate',
      'Clients with Custom Rates',
      'Estimated Monthly Impact',
    ]);
    expect(await figures(page)).toEqual(nothing);
    await expectUnseen(preview(page));
    await rules.getByRole('link', { name: LABELS.clientManagement }).click();
    await expectHeading(page, LABELS.clientManagement);
  });

  it('show the effect of a change, save it, and say since when it applies', async () => {
    const { page } = await openPricing();
    const answer = page.waitForResponse((response) =>
      response.url().includes(`${API.adminPricingImpact}?markupType=percentage&markupAmount=15.00`),
    );
    await percentage(page).fill('15');
    await expectSeen(page.getByText('On a $10.00 label, the client pays $11.50'));
    const forecast = (await (await answer).json()) as PricingImpact;
    expect(forecast.monthlyImpact).toBeGreaterThan(0);
    await expect
      .poll(() => figures(page))
      .toEqual([
        String(forecast.clientsOnGlobal),
        String(forecast.clientsOnCustom),
        `+${formatMoney(centsOf(forecast.monthlyImpact))}`,
      ]);
    expect(await preview(page).getByRole('row').allTextContents()).toEqual([
      'Carrier costNowAfterDifference',
      '$5.00$5.40$5.75+$0.35',
      '$10.00$10.80$11.50+$0.70',
      '$25.00$27.00$28.75+$1.75',
      '$100.00$108.00$115.00+$7.00',
    ]);

    await type(page).selectOption('flat_rate');
    await expectSeen(page.getByText('The number hasn’t changed. It now means $15.00 per shipment.'));
    expect(await flatRate(page).inputValue()).toBe('15');
    await flatRate(page).fill('0.5');
    await save(page).click();
    await expectToast(page, 'Global commission settings updated successfully');
    await expectSeen(page.getByText(/^Saved \d\d:\d\d$/));
    await expectSeen(current(page).getByText('$0.50', { exact: true }));
    await expect.poll(() => figures(page)).toEqual(nothing);
    await restore(page);
  });

  it('work by keyboard, and do not save an empty or negative amount', async () => {
    const { page } = await openPricing();
    await tabTo(page, percentage(page));
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    await expectSeen(page.getByText('Enter an amount to save.', { exact: true }));
    expect(await save(page).isDisabled()).toBe(true);
    await page.keyboard.type('-1');
    await expectSeen(page.getByText(CLIENTS.commissionInvalid, { exact: true }));
    expect(await save(page).isDisabled()).toBe(true);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('8.5');
    await page.keyboard.press('Enter');
    await expectToast(page, PRICING.saved);
    await expectFocused(percentage(page));
    await expectSeen(current(page).getByText('8.50%', { exact: true }));
    await restore(page);
  });

  it('say what failed, keep what was typed, and are disabled until the current commission is known', async () => {
    const { page, watch } = await openPricing();
    watch.allow(/status of 403/, /console: ApiError/);
    await page.route(`**${API.adminGlobalPricing}`, (route) => route.fulfill({ status: 403, json: {} }));
    await percentage(page).fill('20');
    await save(page).click();
    await expectToast(page, 'Failed to update global commission settings');
    expect(await percentage(page).inputValue()).toBe('20');
    await page.reload();
    await expectToast(page, 'Failed to load global pricing settings');
    expect(await percentage(page).isDisabled()).toBe(true);
    expect(await save(page).isDisabled()).toBe(true);
    await page.unroute(`**${API.adminGlobalPricing}`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => percentage(page).inputValue()).toBe('8');
  });

  it('work on a phone, and have no violation with a change or without an amount', async () => {
    const { page } = await openPricing({ width: 390, height: 844, reducedMotion: 'reduce' });
    const problems: string[] = [];
    await type(page).selectOption('flat_rate');
    await expectSeen(preview(page));
    await expect.poll(() => figures(page)).not.toEqual(nothing);
    problems.push(...(await scanPage(page, 'changed pricing', { widths: [1440, 390] })));
    await flatRate(page).fill('');
    problems.push(...(await scanPage(page, 'pricing without an amount', { widths: [390] })));
    expect(problems).toEqual([]);
  });
});
