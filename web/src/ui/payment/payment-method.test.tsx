import '../../styles/main.css';
import { PAYMENT } from '@lading/contract/messages.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { type Answers, json, networkFailure } from '../../../test/fake-server.ts';
import {
  BALANCE,
  balanceOf,
  forgetDialogs,
  intentOf,
  openDialog,
  payButton,
  radio,
  usesBalance,
} from '../../../test/payment-dialog.tsx';
import { CONFIRM, declined, INTENT, typeCard } from '../../../test/purchase.ts';
import { button, field, toastWith } from '../../../test/screen.ts';
import { toastStore } from '../toast/toast.ts';
import { COPY } from './copy.ts';

afterEach(forgetDialogs);

describe('the payment method', () => {
  it('stays a card, with what was typed, when money arrives on the balance', async () => {
    const { client, keys, answer, callsTo } = await openDialog({ [BALANCE]: () => balanceOf(0) });
    await expect.element(field('Card number')).toBeVisible();
    await typeCard();
    answer({ [BALANCE]: () => balanceOf(5_000) });
    await client.invalidateQueries({ queryKey: ['balance'] });
    await expect.element(radio('Card')).toBeChecked();
    await expect.element(field('Card number')).toHaveValue('4242 4242 4242 4242');
    await payButton().click();
    await expect.element(page.getByText('Paid $12.87')).toBeVisible();
    expect(callsTo(INTENT)).toHaveLength(1);
    expect(keys()).toEqual(['k1']);
  });

  it('reloads the balance after a payment', async () => {
    const { answer, callsTo } = await openDialog({
      [BALANCE]: () => balanceOf(5_000),
      [INTENT]: () =>
        json({
          clientSecret: '',
          amount: 0,
          paymentIntentId: 'balance_1',
          status: 'succeeded',
          balanceAmount: 1287,
        }),
    });
    await expect.element(radio('Balance ($50.00)')).toBeChecked();
    answer({ [BALANCE]: () => balanceOf(3_713) });
    await payButton().click();
    await expect.element(page.getByText('Paid $12.87')).toBeVisible();
    await expect.poll(() => callsTo(BALANCE)).toHaveLength(2);
    expect(callsTo(INTENT)).toHaveLength(1);
  });

  it('can still be changed when the balance runs out', async () => {
    const { client, answer } = await openDialog({ [BALANCE]: () => balanceOf(5_000) });
    await expect.element(radio('Balance ($50.00)')).toBeChecked();
    answer({ [BALANCE]: () => balanceOf(0) });
    await client.invalidateQueries({ queryKey: ['balance'] });
    await expect.element(radio('Balance ($0.00)')).toBeChecked();
    await page.getByText('Card', { exact: true }).click();
    await expect.element(field('Card number')).toBeVisible();
  });

  it('switches to the card, as a separate payment, if the balance no longer covers the price', async () => {
    const { keys, answer, callsTo } = await openDialog({
      [BALANCE]: () => balanceOf(5_000),
      [INTENT]: (call) => intentOf(usesBalance(call) ? 300 : 0),
    });
    await expect.element(radio('Balance ($50.00)')).toBeChecked();
    answer({ [BALANCE]: () => balanceOf(300) });
    await payButton().click();
    await expect.element(toastWith(COPY.balanceTooLow)).toBeVisible();
    await expect.element(radio('Card')).toBeChecked();
    await expect.element(field('Card number')).toBeVisible();
    expect(keys()).toEqual(['k1', 'k1-1']);
    expect(callsTo(INTENT).map(usesBalance)).toEqual([true, false]);
  });

  it('offers new rates if the price changed before the balance was charged', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const message = 'This rate has expired.';
    const { events } = await openDialog({
      [BALANCE]: () => balanceOf(5_000),
      [INTENT]: () => json({ error: 'RATE_EXPIRED', message }, 409),
    });
    await expect.element(radio('Balance ($50.00)')).toBeChecked();
    await payButton().click();
    await expect.element(page.getByRole('alert').getByText(message)).toBeVisible();
    await expect.poll(() => events.onPriceChanged).toHaveBeenCalledTimes(1);
    await expect.element(payButton()).toBeDisabled();
    await button(COPY.refreshRates).click();
    await expect.poll(() => events.onRefresh).toHaveBeenCalledTimes(1);
  });
});

describe('a payment from the balance whose answer is lost', () => {
  const PAID = {
    clientSecret: '',
    amount: 0,
    paymentIntentId: 'balance_1',
    status: 'succeeded',
    balanceAmount: 1287,
  };
  const problem = () => page.getByRole('alert').getByText(COPY.balanceUnknown);
  const payWith = async (answers: (() => Response | Promise<Response>)[]) => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const app = await openDialog({
      [BALANCE]: () => balanceOf(5_000),
      [INTENT]: () => answers.shift()?.() ?? networkFailure(),
      'GET /readyz': () => json({ status: 'ready' }),
    });
    await expect.element(radio('Balance ($50.00)')).toBeChecked();
    await payButton().click();
    return app;
  };

  it('is found by asking again with the same key', async () => {
    const { events, keys } = await payWith([networkFailure, () => json({}, 502), () => json(PAID)]);
    await expect.element(page.getByText('Paid $12.87')).toBeVisible();
    expect(keys()).toEqual(['k1', 'k1', 'k1']);
    expect(events.onSending).toHaveBeenCalledExactlyOnceWith('balance_1');
  });

  it('is unknown while the server does not answer, and found by pressing Pay', async () => {
    const { answer, events, keys } = await payWith([]);
    await expect.element(problem()).toBeVisible();
    expect(keys()).toEqual(['k1', 'k1', 'k1']);
    answer({ [INTENT]: () => json({ error: 'READ_ONLY', message: 'Nothing was changed.' }, 503) });
    await payButton().click();
    await expect.poll(keys).toHaveLength(4);
    await expect.element(problem()).toBeVisible();
    answer({ [INTENT]: () => json(PAID) });
    await payButton().click();
    await expect.element(page.getByText('Paid $12.87')).toBeVisible();
    expect(events.onSending).toHaveBeenCalledExactlyOnceWith('balance_1');
  });

  it('is over when the server refuses it', async () => {
    const message = 'This rate has expired.';
    await payWith([networkFailure, () => json({ error: 'RATE_EXPIRED', message }, 409)]);
    await expect.element(page.getByRole('alert').getByText(message)).toBeVisible();
  });

  it('was not made by a server that changes nothing', async () => {
    const message = 'Nothing was changed.';
    const { keys } = await payWith([() => json({ error: 'READ_ONLY', message }, 503)]);
    await expect.element(page.getByRole('alert').getByText(message)).toBeVisible();
    expect(keys()).toEqual(['k1']);
  });

  it('is found by choosing the card', async () => {
    const { answer, events, callsTo } = await payWith([]);
    await expect.element(problem()).toBeVisible();
    answer({ [INTENT]: () => json(PAID) });
    await page.getByText('Card', { exact: true }).click();
    await expect.element(page.getByText('Paid $12.87')).toBeVisible();
    expect(events.onSending).toHaveBeenCalledExactlyOnceWith('balance_1');
    expect(callsTo(CONFIRM)).toEqual([]);
  });
});

describe('an open payment that holds a part of the balance', () => {
  /** The balance has nothing else, so there is no choice of a method. */
  const openHeld = async (answers: Answers = {}) => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const app = await openDialog({
      [BALANCE]: () => balanceOf(0),
      [INTENT]: (call) => intentOf(usesBalance(call) === false ? 0 : 300),
      ...answers,
    });
    await expect.element(field('Card number')).toBeVisible();
    return app;
  };
  const pay = async () => {
    await typeCard();
    await payButton().click();
  };
  const dialog = () => page.getByRole('dialog');

  it('shows what the balance and the card pay', async () => {
    await openHeld();
    await expect.element(dialog().getByText(COPY.fromBalance)).toBeVisible();
    await expect.element(dialog().getByText('$3.00', { exact: true })).toBeVisible();
    await expect.element(dialog().getByText('$9.87', { exact: true })).toBeVisible();
    await expect.element(radio('Card')).not.toBeInTheDocument();
  });

  it('releases it when the dialog closes before a card was charged', async () => {
    const { answer, callsTo } = await openHeld({ [CONFIRM]: () => declined('Your card was declined.') });
    await pay();
    await expect.element(page.getByText('Your card was declined.')).toBeVisible();
    answer({ [INTENT]: () => json({}, 500) });
    await button(PAYMENT.cancel).click();
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.poll(() => callsTo(INTENT).map(usesBalance)).toEqual([undefined, false]);
    expect(callsTo(INTENT)[1]?.body).toMatchObject({ amount: 1287, rateIds: ['r1'] });
    expect(toastStore.getSnapshot()).toEqual([]);
  });

  it('releases it when the dialog closes before the payment was started', async () => {
    const started = Promise.withResolvers<Response>();
    const { answer, callsTo } = await openDialog({
      [BALANCE]: () => balanceOf(300),
      [INTENT]: (call) => (usesBalance(call) ? started.promise : intentOf(0)),
    });
    await page.getByText('Balance ($3.00) and card', { exact: true }).click();
    await expect.poll(() => callsTo(INTENT).map(usesBalance)).toEqual([false, true]);
    answer({ [BALANCE]: () => balanceOf(0) });
    await button(PAYMENT.cancel).click();
    started.resolve(intentOf(300));
    await expect.poll(() => callsTo(INTENT).map(usesBalance)).toEqual([false, true, false]);
  });

  it('reloads the balance when the price has changed, because the server has released it', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const { events, callsTo } = await openDialog({
      [BALANCE]: () => balanceOf(0),
      [INTENT]: () => json({ error: 'RATE_EXPIRED', message: 'This rate has expired.' }, 409),
    });
    await expect.poll(() => events.onPriceChanged).toHaveBeenCalledTimes(1);
    await expect.poll(() => callsTo(BALANCE)).toHaveLength(2);
  });

  it('keeps it while the card may have been charged', async () => {
    const { callsTo, events } = await openHeld({ [CONFIRM]: networkFailure });
    await pay();
    await expect.element(page.getByText(PAYMENT.unexpected)).toBeVisible();
    await button(PAYMENT.cancel).click();
    await expect.poll(() => events.onCancel).toHaveBeenCalledTimes(1);
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(callsTo(INTENT)).toHaveLength(1);
  });
});
