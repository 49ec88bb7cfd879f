import '../../styles/main.css';
import { PAYMENT } from '@lading/contract/messages.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { json, networkFailure, type ReceivedCall } from '../../../test/fake-server.ts';
import {
  addFunds,
  BALANCE,
  balanceOf,
  chooseAnotherRate,
  chooseSameRate,
  forgetDialogs,
  intentOf,
  openDialog,
  payButton,
  radio,
} from '../../../test/payment-dialog.tsx';
import { INTENT, typeCard } from '../../../test/purchase.ts';
import { scanScreen } from '../../../test/scan.ts';
import { button } from '../../../test/screen.ts';
import { COPY } from './copy.ts';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(forgetDialogs);

const paid = () =>
  json({
    clientSecret: '',
    amount: 0,
    paymentIntentId: 'balance_1',
    status: 'succeeded',
    balanceAmount: 1287,
  });
const keyReused = () => json({ error: 'KEY_REUSED', message: 'Already used.' }, 422);
const problem = (text: string) => page.getByRole('alert').getByText(text, { exact: true });

/** Pays from the balance, gets no answer, and closes the dialog. */
async function closeUnknown() {
  const app = await openDialog({
    [BALANCE]: () => balanceOf(5_000),
    [INTENT]: networkFailure,
    'GET /readyz': () => json({ status: 'ready' }),
  });
  await expect.element(radio('Balance ($50.00)')).toBeChecked();
  await payButton().click();
  await expect.element(problem(COPY.balanceUnknown)).toBeVisible();
  await button(PAYMENT.cancel).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  const calls = () =>
    app
      .callsTo(INTENT)
      .slice(3)
      .map(({ headers, body }) => {
        const { rateIds, useBalance } = body as { rateIds: string[]; useBalance?: boolean };
        return [headers.get('idempotency-key'), rateIds.join(), useBalance];
      });
  return { ...app, calls };
}

/** A server that made the charge with the key k1, and no other yet. */
const serverThatCharged = ({ headers, body }: ReceivedCall) => {
  if (headers.get('idempotency-key') !== 'k1') return paid();
  return (body as { useBalance?: boolean }).useBalance ? paid() : keyReused();
};

describe('a payment from the balance that was closed while its result was unknown', () => {
  it('is found before the payment of another rate, which the client must then want', async () => {
    const { answer, calls, callsTo, events } = await closeUnknown();
    answer({ [INTENT]: serverThatCharged });
    const balances = callsTo(BALANCE).length;
    await chooseAnotherRate();
    await expect.element(problem(COPY.earlierPaid('$12.87'))).toBeVisible();
    expect(calls()).toEqual([
      ['k1', 'r1', false],
      ['k1', 'r1', true],
    ]);
    await expect.element(payButton()).toBeDisabled();
    await expect.poll(() => callsTo(BALANCE).length).toBeGreaterThan(balances);
    expect(await scanScreen()).toEqual([]);
    await button(COPY.payAnyway).click();
    await payButton().click();
    await expect.element(page.getByText('Paid $12.87')).toBeVisible();
    expect(calls().slice(2)).toEqual([['k2', 'r2', true]]);
    expect(events.onSending).toHaveBeenCalledTimes(1);
  });

  it('can no longer be made if it was not, so another rate can be paid', async () => {
    const { answer, calls } = await closeUnknown();
    answer({
      [INTENT]: ({ headers }) => (headers.get('idempotency-key') === 'k1' ? intentOf(0) : paid()),
    });
    await chooseAnotherRate();
    await expect.element(payButton()).toBeEnabled();
    await payButton().click();
    await expect.element(page.getByText('Paid $12.87')).toBeVisible();
    expect(calls()).toEqual([
      ['k1', 'r1', false],
      ['k2', 'r2', true],
    ]);
  });

  it('was not made if the server refuses it, for example because its rate has expired', async () => {
    const { answer, calls } = await closeUnknown();
    answer({ [INTENT]: () => json({ error: 'RATE_EXPIRED', message: 'This rate has expired.' }, 409) });
    await chooseAnotherRate();
    await expect.element(payButton()).toBeEnabled();
    expect(calls()).toEqual([['k1', 'r1', false]]);
  });

  it('releases the part of the balance that it holds if it was made only in part', async () => {
    const { answer, calls } = await closeUnknown();
    answer({
      [INTENT]: ({ headers, body }) => {
        const { useBalance } = body as { useBalance?: boolean };
        if (headers.get('idempotency-key') !== 'k1') return intentOf(0);
        return useBalance ? intentOf(300) : keyReused();
      },
    });
    await chooseAnotherRate();
    await expect.element(payButton()).toBeEnabled();
    expect(calls()).toEqual([
      ['k1', 'r1', false],
      ['k1', 'r1', true],
      [expect.any(String), 'r1', false],
    ]);
  });

  it('prevents other payments until the server says whether it was made', async () => {
    const { answer, calls } = await closeUnknown();
    await chooseAnotherRate();
    await expect.element(problem(COPY.earlierUnknown)).toBeVisible();
    await expect.element(payButton()).toBeDisabled();
    await button(PAYMENT.cancel).click();
    await chooseAnotherRate();
    await expect.element(problem(COPY.earlierUnknown)).toBeVisible();
    answer({ [INTENT]: () => intentOf(0) });
    await button(COPY.tryAgain).click();
    await expect.element(payButton()).toBeEnabled();
    expect(new Set(calls().map(([key]) => key))).toEqual(new Set(['k1']));
  });

  it('is still looked up after a top-up by card', async () => {
    const { answer, calls } = await closeUnknown();
    answer({ [INTENT]: serverThatCharged });
    await addFunds();
    await typeCard();
    await payButton().click();
    await expect.element(page.getByText('Paid $12.87')).toBeVisible();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await chooseAnotherRate();
    await expect.element(problem(COPY.earlierPaid('$12.87'))).toBeVisible();
    expect(calls().map(([key]) => key)).toEqual(['k1', 'k1']);
  });

  it('is still looked up after an answer that decides nothing', async () => {
    const { answer, calls } = await closeUnknown();
    const message = 'Too many requests.';
    answer({ [INTENT]: () => json({ error: 'TOO_MANY_REQUESTS', message }, 429) });
    await chooseSameRate();
    await payButton().click();
    await expect.element(problem(message)).toBeVisible();
    await button(PAYMENT.cancel).click();
    answer({ [INTENT]: paid });
    await chooseAnotherRate();
    await expect.element(problem(COPY.earlierPaid('$12.87'))).toBeVisible();
    expect(calls().at(-1)).toEqual(['k2', 'r1', false]);
  });

  it('was not made if the card provider refuses the rest', async () => {
    const { answer } = await closeUnknown();
    const refused = () => json({ error: 'BAD_REQUEST', message: 'The amount is too small.' }, 400);
    answer({
      [INTENT]: ({ headers, body }) => {
        if (headers.get('idempotency-key') !== 'k1') return intentOf(0);
        return (body as { useBalance?: boolean }).useBalance ? refused() : keyReused();
      },
    });
    await chooseAnotherRate();
    await expect.element(payButton()).toBeEnabled();
  });

  it('is not looked up again once its result is known', async () => {
    const { answer, calls } = await closeUnknown();
    answer({ [INTENT]: serverThatCharged });
    await chooseAnotherRate();
    await expect.element(problem(COPY.earlierPaid('$12.87'))).toBeVisible();
    await button(PAYMENT.cancel).click();
    await chooseAnotherRate();
    await expect.element(payButton()).toBeEnabled();
    expect(calls()).toHaveLength(2);
  });
});
