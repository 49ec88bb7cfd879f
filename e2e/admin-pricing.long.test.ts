import type { PricingImpact } from '@lading/contract/global-pricing.ts';
import { CLIENTS, LABELS, PRICING } from '@lading/contract/messages.ts';
import { centsOf, formatMoney } from '@lading/contract/money.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { expect, it } from 'vitest';
import { demoAccount, logInByToken } from './src/actions.ts';
import { useBrowser } from './src/browser.ts';
import { expectHeading, expectSeen, expectToast } from './src/expectations.ts';

const openPage = useBrowser();

it('the global commission settings show the server’s forecast of a change and save it', async () => {
  const { storage } = await logInByToken(demoAccount('admin'));
  const { page } = await openPage({ storage, path: PAGES.adminPricing });
  const percentage = page.getByRole('spinbutton', { name: CLIENTS.fields.commissionPercentage });
  const flatRate = page.getByRole('spinbutton', { name: CLIENTS.fields.commissionAmount });
  const type = page.getByRole('combobox', { name: CLIENTS.fields.commissionType });
  const save = page.getByRole('button', { name: PRICING.save });
  const current = page.getByRole('region', { name: 'Current commission' });
  /** The figures of the three cards, without the text below them. */
  const figures = page.getByRole('region', { name: PRICING.impact }).locator('dd > span:first-child');
  await expectHeading(page, LABELS.globalCommissionSettings);
  const before = Number(await percentage.inputValue());
  const higher = before + 5;
  expect(before).toBeGreaterThan(0);

  const answer = page.waitForResponse((response) =>
    response
      .url()
      .includes(`${API.adminPricingImpact}?markupType=percentage&markupAmount=${higher.toFixed(2)}`),
  );
  await percentage.fill(String(higher));
  const forecast = (await (await answer).json()) as PricingImpact;
  expect(forecast.monthlyImpact).toBeGreaterThan(0);
  await expect
    .poll(() => figures.allTextContents())
    .toEqual([
      String(forecast.clientsOnGlobal),
      String(forecast.clientsOnCustom),
      `+${formatMoney(centsOf(forecast.monthlyImpact))}`,
    ]);

  await type.selectOption('flat_rate');
  await flatRate.fill('0.5');
  await save.click();
  await expectToast(page, PRICING.saved);
  await page.reload();
  await expectSeen(current.getByText('$0.50', { exact: true }));

  // Other tests on this server expect the rate of the demo data.
  await type.selectOption('percentage');
  await percentage.fill(String(before));
  await save.click();
  await expectSeen(current.getByText(`${before.toFixed(2)}%`, { exact: true }));
});
