import { GENERAL, PAYMENT, WIZARD } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { type Answers, json, never } from '../../../test/fake-server.ts';
import { button, main } from '../../../test/screen.ts';
import { keepDraft, keepDraftAtRates, RECIPIENT, rateOf, WIZARD_ANSWERS } from '../../../test/wizard.ts';

const RATES = `POST ${API.rates}`;
const INTENT = `POST ${API.createPaymentIntent}`;
const DHL = { carrier: 'DHL', text: 'DHL Express does not ship within the United States.' };
const FREIGHT = 'Pallets ship as freight; none of these parcel services accepts them.';

const openWizard = (answers: Answers = {}) =>
  openApp(PAGES.createLabel, { as: 'client', answers: { ...WIZARD_ANSWERS, ...answers } });
const pay = () => button(WIZARD.payAndGenerate);
const dialog = () => page.getByRole('dialog', { name: PAYMENT.title });

afterEach(async () => {
  vi.useRealTimers();
  await page.viewport(1440, 900);
});

describe('the rates step', () => {
  it.each([1440, 390])('keeps the pay button in view below many rates (%i px wide)', async (width) => {
    await page.viewport(width, 900);
    await keepDraftAtRates(
      Array.from({ length: 13 }, (_, index) => rateOf({ serviceName: `Service ${index}` })),
      [DHL],
    );
    await openWizard();
    await expect.element(pay()).toBeVisible();
    window.scrollTo({ top: 0 });
    const { top, bottom } = pay().element().getBoundingClientRect();
    expect(top).toBeGreaterThan(0);
    expect(bottom).toBeLessThanOrEqual(900);
  });

  it('offers no retry for a refusal that a retry cannot change', async () => {
    await keepDraftAtRates([rateOf()], [DHL]);
    await openWizard();
    await expect.element(main().getByText(DHL.text)).toBeVisible();
    await expect.element(button('Try again')).not.toBeInTheDocument();
  });

  it('offers a retry when a carrier did not answer', async () => {
    await keepDraftAtRates([rateOf()], [DHL, { carrier: 'UPS', text: 'UPS is busy.', temporary: true }]);
    await openWizard();
    await expect.element(main().getByText('UPS is busy.', { exact: false })).toBeVisible();
    await expect.element(button('Try again')).toBeVisible();
  });

  it('shows a reason that all carriers share only once', async () => {
    await keepDraftAtRates(
      [],
      ['USPS', 'FedEx', 'UPS', 'DHL'].map((carrier) => ({ carrier, text: FREIGHT })),
    );
    await openWizard();
    await expect.element(main().getByText(FREIGHT)).toBeVisible();
    expect(main().getByText(FREIGHT).elements()).toHaveLength(1);
    await expect.element(button('Try again')).not.toBeInTheDocument();
    await expect.element(button('Change package')).toBeVisible();
  });

  it('says after 8 seconds that the carriers are slow, and can be canceled', async () => {
    await keepDraft({
      step: 'package',
      recipient: RECIPIENT,
      verified: { sender: true, recipient: true },
      parcel: { type: 'package', weight: '2', length: '12', width: '9', height: '4' },
    });
    await openWizard({ [RATES]: never });
    await expect.element(button(WIZARD.continue)).toBeVisible();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await button(WIZARD.continue).click();
    const slow = main().getByText(/^This is taking longer than usual/);
    await vi.advanceTimersByTimeAsync(7900);
    await expect.element(slow).not.toBeInTheDocument();
    await vi.advanceTimersByTimeAsync(200);
    await expect.element(slow).toBeVisible();
    vi.useRealTimers();
    await button('Cancel').click();
    await expect.element(slow).not.toBeInTheDocument();
    await expect.element(main().getByText(WIZARD.ratesFailed)).not.toBeInTheDocument();
    await expect.element(button(WIZARD.continue)).toBeEnabled();
  });
});

describe('the payment dialog', () => {
  it('offers new rates when the price has changed, and no payment', async () => {
    const changed = rateOf({ amount: 12.9 });
    await keepDraftAtRates([rateOf()]);
    const { callsTo } = await openWizard({
      [INTENT]: () => json({ error: 'PRICE_CHANGED', message: 'The price is $12.90, not $12.87.' }, 409),
      [RATES]: () => json({ rates: [changed], messages: [] }),
    });
    await pay().click();
    await expect.element(dialog().getByText('The price is $12.90, not $12.87.')).toBeVisible();
    await expect.element(dialog().getByRole('button', { name: 'Pay $12.87' })).toBeDisabled();
    await dialog().getByRole('button', { name: 'Refresh rates' }).click();
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(main().getByText('$12.90').first()).toBeVisible();
    expect(callsTo(RATES)).toHaveLength(1);
  });

  it.each(['PRICE_CHANGED', 'AMOUNT_DIFFERS'])(
    'blocks payments after %s until the rates are refreshed',
    async (error) => {
      await keepDraftAtRates([rateOf()]);
      await openWizard({
        [INTENT]: () => json({ error, message: 'The price is $12.90, not $12.87.' }, 409),
        [RATES]: () => json({ rates: [rateOf({ amount: 12.9 })], messages: [] }),
      });
      await pay().click();
      await expect.element(dialog().getByText('The price is $12.90, not $12.87.')).toBeVisible();
      await expect.element(dialog().getByRole('button', { name: 'Refresh rates' })).toBeVisible();
      await dialog().getByRole('button', { name: PAYMENT.cancel }).click();
      await expect.element(main().getByText('Rates may have changed.')).toBeVisible();
      await expect.element(pay()).toBeDisabled();
      await main().getByRole('button', { name: 'Refresh rates' }).click();
      await expect.element(pay()).toBeEnabled();
    },
  );

  it('says why a payment could not start, cannot pay, and can try again', async () => {
    const problems = [
      [() => json({}, 500), GENERAL.serverError],
      [() => new Response('no words', { status: 400 }), PAYMENT.intentFailed],
      [() => json({ paymentIntentId: 'pi_1', amount: 1 }), PAYMENT.noClientSecret],
      [() => json({ clientSecret: 'pi_1_secret', amount: 1 }), PAYMENT.initializeFailed],
    ] as const;
    await keepDraftAtRates([rateOf()]);
    const { answer } = await openWizard({ [INTENT]: problems[0][0] });
    await pay().click();
    for (const [index, [, sentence]] of problems.entries()) {
      await expect.element(dialog().getByRole('alert').getByText(sentence, { exact: true })).toBeVisible();
      await expect.element(dialog().getByRole('button', { name: /^Pay/ })).toBeDisabled();
      const next = problems[index + 1]?.[0];
      answer({
        [INTENT]: next ?? (() => json({ clientSecret: 's', amount: 1287, paymentIntentId: 'pi_1' })),
      });
      await dialog().getByRole('button', { name: 'Try again' }).click();
    }
    await expect.element(dialog().getByRole('textbox', { name: 'Card number' })).toBeVisible();
    await expect.element(dialog().getByText(GENERAL.crash)).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(pay()).toHaveFocus();
  });
});
