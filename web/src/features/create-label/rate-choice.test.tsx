import { WIZARD } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { type Answers, json } from '../../../test/fake-server.ts';
import { scanScreen } from '../../../test/scan.ts';
import { button, choose, main, toastWith } from '../../../test/screen.ts';
import {
  keepDraftAtRates,
  payAndGenerate,
  rateOf,
  stepHeading,
  WIZARD_ANSWERS,
} from '../../../test/wizard.ts';

const RATES = `POST ${API.rates}`;
const DHL = { carrier: 'DHL', text: 'DHL Express does not ship within the United States.' };
const SILENT = { carrier: 'UPS', text: 'UPS is not responding. Please try again.', temporary: true };

/** Sorted by price. The most expensive is the fastest. Enough of them for a filter by carrier. */
const OFFERS = [
  rateOf({
    serviceName: 'Ground Advantage',
    amount: 8.41,
    estimatedDays: 4,
    retailAmount: 11.2,
    badges: ['cheapest'],
  }),
  rateOf({ carrier: 'UPS', serviceName: 'Ground Saver', amount: 9.3, estimatedDays: 5 }),
  rateOf({ carrier: 'FedEx', serviceName: 'Ground Economy', amount: 9.9, estimatedDays: 5 }),
  rateOf({ serviceName: 'Priority Mail', amount: 12.87, estimatedDays: 2, badges: ['best_value'] }),
  rateOf({ carrier: 'UPS', serviceName: 'Ground', amount: 13.4, estimatedDays: 4 }),
  rateOf({ carrier: 'UPS', serviceName: '3 Day Select', amount: 17.2, estimatedDays: 3 }),
  rateOf({ carrier: 'UPS', serviceName: '2nd Day Air', amount: 21.5, estimatedDays: 2 }),
  rateOf({ carrier: 'FedEx', serviceName: '2Day', amount: 23.1, estimatedDays: 2 }),
  rateOf({ carrier: 'FedEx', serviceName: 'Overnight', amount: 48.6, estimatedDays: 1, badges: ['fastest'] }),
];

async function openRates(answers: Answers = {}) {
  await keepDraftAtRates(OFFERS, [DHL, SILENT]);
  const app = await openApp(PAGES.createLabel, { as: 'client', answers: { ...WIZARD_ANSWERS, ...answers } });
  await expect.element(stepHeading('Rates')).toBeVisible();
  return app;
}

const rows = () => [...document.querySelectorAll('label:has([name=rate])')];
const texts = () => rows().map((row) => row.textContent ?? '');
const chosen = () => document.querySelector('label:has([name=rate]:checked)')?.textContent ?? null;
const alerts = () => main().getByRole('alert');

describe('the rates step', () => {
  it('sorts without changing the choice, filters, and says why a carrier has no rates', async () => {
    await openRates();
    for (const badge of ['Cheapest', 'Fastest', 'Best value'])
      await expect.poll(() => main().getByText(badge, { exact: true }).elements()).toHaveLength(1);
    await expect.element(main().getByText('Save $2.79 (24%) vs. retail')).toBeVisible();
    expect(chosen()).toContain('Ground Advantage');
    expect(texts()[0]).toContain('Ground Advantage');
    expect(await scanScreen({ widths: [390] })).toEqual([]);
    await choose('Speed');
    await expect.poll(() => texts()[0]).toContain('Overnight');
    expect(chosen()).toContain('Ground Advantage');
    await choose('FedEx');
    await expect.poll(() => rows()).toHaveLength(3);
    await expect.element(main().getByText(DHL.text)).toBeVisible();
    await userEvent.keyboard('1');
    await expect.poll(chosen).toContain('FedEx');
  });

  it('does not replace a service that is no longer offered, and asks for a choice', async () => {
    const moved = OFFERS.map((rate) => ({
      ...rate,
      objectId: crypto.randomUUID(),
      carrier: rate.carrier === 'FedEx' ? 'UPS' : rate.carrier,
    }));
    await openRates({ [RATES]: () => json({ rates: moved, messages: [] }) });
    await choose('FedEx');
    await userEvent.keyboard('1');
    await expect.poll(chosen).toContain('FedEx');
    await button('Try again').click();
    await expect.element(toastWith(WIZARD.ratesReceived)).toBeVisible();
    // Includes the other carriers, although the filter was FedEx.
    await expect.poll(() => rows()).toHaveLength(OFFERS.length);
    expect(chosen()).toBeNull();
    await payAndGenerate().click();
    await expect.element(toastWith(WIZARD.rateRequired)).toBeVisible();
    await expect.element(alerts().getByText(WIZARD.rateRequired, { exact: true })).toBeVisible();
    await expect.poll(() => rows()[0]?.contains(document.activeElement)).toBe(true);
    await userEvent.keyboard('1');
    await expect.poll(chosen).not.toBeNull();
    await expect.element(alerts()).not.toBeInTheDocument();
  });

  it('asks for new rates when they have expired, and for another package when there are none', async () => {
    const expired = OFFERS.map((rate) => ({
      ...rate,
      retailAmount: null,
      expiresAt: '2020-01-01T00:00:00Z',
    }));
    const { answer } = await openRates({ [RATES]: () => json({ rates: expired, messages: [SILENT] }) });
    await button('Try again').click();
    await expect.element(main().getByText('Rates may have changed.')).toBeVisible();
    await expect.element(payAndGenerate()).toBeDisabled();
    await expect.element(main().getByText(/vs\. retail/)).not.toBeInTheDocument();
    answer({ [RATES]: () => json({ rates: OFFERS, messages: [SILENT] }) });
    await button('Refresh rates').click();
    await expect.element(payAndGenerate()).toBeEnabled();

    answer({ [RATES]: () => json({ rates: [], messages: [SILENT] }) });
    await button('Try again').click();
    await expect.element(main().getByText('No carrier offered a rate for this package')).toBeVisible();
    await button('Change package').click();
    await expect.element(stepHeading('Package')).toBeVisible();
  });
});

describe('the preview on a phone', () => {
  it('opens from a bar with the summary', async () => {
    await page.viewport(390, 844);
    try {
      await openRates();
      const visible = (name: RegExp) =>
        page
          .getByRole('img', { name })
          .elements()
          .filter((image) => image.checkVisibility());
      expect(visible(/^Label preview\./)).toEqual([]);
      const strip = button(/To Dana Reyes, Austin TX · 2.0 lb.*\$8\.41/);
      await strip.click();
      const sheet = page.getByRole('dialog', { name: 'Label preview' });
      await expect.element(sheet.getByRole('img', { name: /To Dana Reyes/ })).toBeVisible();
      await userEvent.keyboard('{Escape}');
      await expect.element(sheet).not.toBeInTheDocument();
      await expect.element(strip).toHaveFocus();
    } finally {
      await page.viewport(1440, 900);
    }
  });
});
