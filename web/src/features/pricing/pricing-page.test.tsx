import type { GlobalPricing, GlobalPricingBody, PricingImpact } from '@lading/contract/global-pricing.ts';
import { CLIENTS, LABELS, PRICING } from '@lading/contract/messages.ts';
import { paginationOf } from '@lading/contract/paging.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { type Answers, json, never } from '../../../test/fake-server.ts';
import { scanScreen } from '../../../test/scan.ts';
import { button, toastWith } from '../../../test/screen.ts';
import { tabTo } from '../../../test/tabbing.ts';
import { longIt } from '../../../test/tier.ts';

const READ = `GET ${API.adminGlobalPricing}`;
const SAVE = `PUT ${API.adminGlobalPricing}`;
const IMPACT = `GET ${API.adminPricingImpact}`;
const saved: GlobalPricing = {
  markupType: 'percentage',
  markupAmount: 8,
  updatedAt: '2026-11-15T10:00:00.000Z',
};
const impactAnswer: PricingImpact = {
  clientsOnGlobal: 9,
  clientsOnCustom: 3,
  shipments: 40,
  now: 32,
  after: 60.5,
  monthlyImpact: 28.5,
};
const answers: Answers = {
  [READ]: () => json({ globalPricing: saved }),
  [SAVE]: ({ body }) => json({ globalPricing: { ...saved, ...(body as GlobalPricingBody) } }),
  [IMPACT]: () => json(impactAnswer),
  [`GET ${API.adminPriceChanges}`]: () => json({ data: { changes: [], pagination: paginationOf(0, 1, 10) } }),
};

const openPricing = async (changed: Answers = {}) => {
  const app = await openApp(PAGES.adminPricing, { as: 'admin', answers: { ...answers, ...changed } });
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent(LABELS.globalCommissionSettings);
  return app;
};

const percentage = () => page.getByRole('spinbutton', { name: CLIENTS.fields.commissionPercentage });
const flatRate = () => page.getByRole('spinbutton', { name: CLIENTS.fields.commissionAmount });
const type = () => page.getByRole('combobox', { name: CLIENTS.fields.commissionType });
const save = () => button(PRICING.save);
const current = () => page.getByRole('region', { name: 'Current commission' });
const impact = () => page.getByRole('region', { name: PRICING.impact });
const preview = () => page.getByRole('region', { name: 'Preview this change' });
const textsOf = (region: { element(): Element }, selector: string) =>
  [...region.element().querySelectorAll(selector)].map(({ textContent }) => textContent);
/** The figures of the three cards, without the text below them. */
const figures = () => textsOf(impact(), 'dd > span:first-child');
const nothing = ['—Not available', '—Not available', '—Not available'];

describe('the global commission settings', () => {
  it('show the current commission and the six rules, and no forecast before a change', async () => {
    const { currentPath } = await openPricing({ [`GET ${API.adminClients}`]: never });
    await expect.element(percentage()).toHaveValue(8);
    await expect.element(current().getByText('Percentage (%)', { exact: true })).toBeVisible();
    await expect.element(current().getByText('8.00%', { exact: true })).toBeVisible();
    expect(current().element().querySelector('time')).not.toBeNull();
    expect(textsOf(type(), 'option')).toEqual(['Percentage (%)', 'Flat Rate ($)']);
    await expect.element(percentage()).toHaveAttribute('step', '0.01');
    await expect.element(percentage()).toHaveAttribute('min', '0');
    const rules = page.getByRole('region', { name: 'Commission rules' });
    expect(rules.getByRole('listitem').elements()).toHaveLength(6);
    expect(textsOf(impact(), 'dt')).toEqual([
      'Clients Using Global Rate',
      'Clients with Custom Rates',
      'Estimated Monthly Impact',
    ]);
    expect(figures()).toEqual(nothing);
    await expect.element(preview()).not.toBeInTheDocument();
    await rules.getByRole('link', { name: LABELS.clientManagement }).click();
    await expect.poll(currentPath).toBe(PAGES.adminClients);
  });

  it('show the effect of a change, save it, and say when it took effect', async () => {
    const { callsTo } = await openPricing();
    await percentage().fill('15');
    await expect.element(page.getByText('On a $10.00 label, the client pays $11.50')).toBeVisible();
    await expect.poll(figures).toEqual(['9', '3', '+$28.50']);
    expect(Object.fromEntries(callsTo(IMPACT).at(-1)?.query ?? [])).toEqual({
      markupType: 'percentage',
      markupAmount: '15.00',
    });
    expect(textsOf(preview(), 'tr')).toEqual([
      'Carrier costNowAfterDifference',
      '$5.00$5.40$5.75+$0.35',
      '$10.00$10.80$11.50+$0.70',
      '$25.00$27.00$28.75+$1.75',
      '$100.00$108.00$115.00+$7.00',
    ]);

    await type().selectOptions('flat_rate');
    await expect
      .element(page.getByText('The number hasn’t changed. It now means $15.00 per shipment.'))
      .toBeVisible();
    await expect.element(flatRate()).toHaveValue(15);
    await flatRate().fill('0.5');
    await save().click();
    await expect.element(toastWith('Global commission settings updated successfully')).toBeVisible();
    expect(callsTo(SAVE).map(({ body }) => body)).toEqual([{ markupType: 'flat_rate', markupAmount: 0.5 }]);
    await expect.element(page.getByText(/^Saved \d{1,2}:\d\d (?:AM|PM)$/)).toBeVisible();
    await expect.element(current().getByText('$0.50', { exact: true })).toBeVisible();
    await expect.poll(figures).toEqual(nothing);
  });

  it('work by keyboard, and do not save an empty or negative amount', async () => {
    const { callsTo } = await openPricing();
    await expect.element(percentage()).toHaveValue(8);
    await tabTo(percentage());
    await userEvent.keyboard('{Control>}a{/Control}{Delete}');
    await expect.element(page.getByText('Enter an amount to save.', { exact: true })).toBeVisible();
    await expect.element(save()).toBeDisabled();
    await userEvent.keyboard('-1');
    await expect.element(page.getByText(CLIENTS.commissionInvalid, { exact: true })).toBeVisible();
    await expect.element(save()).toBeDisabled();
    await userEvent.keyboard('{Enter}');
    await userEvent.keyboard('{Control>}a{/Control}8.5{Enter}');
    await expect.element(toastWith(PRICING.saved)).toBeVisible();
    await expect.element(percentage()).toHaveFocus();
    await expect.element(current().getByText('8.50%', { exact: true })).toBeVisible();
    expect(callsTo(SAVE).map(({ body }) => body)).toEqual([{ markupType: 'percentage', markupAmount: 8.5 }]);
  });

  it('say what failed, and keep what was typed', async () => {
    await openPricing({ [SAVE]: () => json({}, 403) });
    await percentage().fill('20');
    await save().click();
    await expect.element(toastWith('Failed to update global commission settings')).toBeVisible();
    await expect.element(percentage()).toHaveValue(20);
  });

  it('are disabled until the current commission is known', async () => {
    const { answer } = await openPricing({ [READ]: () => json({}, 403) });
    await expect.element(toastWith('Failed to load global pricing settings')).toBeVisible();
    await expect.element(percentage()).toBeDisabled();
    await expect.element(save()).toBeDisabled();
    answer({ [READ]: () => json({ globalPricing: saved }) });
    await button('Try again').click();
    await expect.element(percentage()).toHaveValue(8);
  });

  longIt('have no accessibility violation with a change or without an amount', async () => {
    await openPricing();
    await expect.element(percentage()).toHaveValue(8);
    await type().selectOptions('flat_rate');
    await expect.element(preview()).toBeVisible();
    await expect.poll(figures).not.toEqual(nothing);
    expect(await scanScreen({ widths: [1440, 390] })).toEqual([]);
    await flatRate().fill('');
    expect(await scanScreen({ widths: [390] })).toEqual([]);
  });
});
