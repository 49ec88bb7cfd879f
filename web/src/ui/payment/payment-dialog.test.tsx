import { PAYMENT, WIZARD } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import {
  type Answers,
  fakeServer,
  json,
  NO_BALANCE,
  networkFailure,
  never,
  type ReceivedCall,
} from '../../../test/fake-server.ts';
import {
  CONFIRM,
  confirmed,
  declined,
  INTENT,
  LABEL,
  PAYMENT_ID,
  PURCHASE_ANSWERS,
  typeCard,
} from '../../../test/purchase.ts';
import { render } from '../../../test/render.ts';
import { scanScreen } from '../../../test/scan.ts';
import { button, field, toastWith } from '../../../test/screen.ts';
import { longIt } from '../../../test/tier.ts';
import { keepDraftAtRates, rateOf, WIZARD_ANSWERS } from '../../../test/wizard.ts';
import { createQueryClient } from '../../lib/query-client.ts';
import { sessionStore } from '../../lib/session-store.ts';
import { SESSION_KEY, SIGNED_OUT } from '../../lib/stored-session.ts';
import { PaymentDialog } from './payment-dialog.tsx';

beforeEach(async () => {
  await keepDraftAtRates([rateOf()]);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await page.viewport(1440, 900);
});

const BALANCE = `GET ${API.balance}`;
const dialog = () => page.getByRole('dialog', { name: PAYMENT.title });
const problem = (text: string | RegExp) => dialog().getByRole('alert').getByText(text, { exact: true });
const payAndGenerate = () => button(WIZARD.payAndGenerate);
const payButton = () => dialog().getByRole('button', { name: 'Pay $12.87' });
const labelReady = () => page.getByRole('heading', { level: 2, name: 'Label ready' });

const openRates = (answers: Answers = {}) =>
  openApp(PAGES.createLabel, {
    as: 'client',
    answers: { ...WIZARD_ANSWERS, ...PURCHASE_ANSWERS, ...answers },
  });

async function openDialog(answers: Answers = {}) {
  const app = await openRates(answers);
  await payAndGenerate().click();
  await expect.element(field('Card number')).toHaveFocus();
  return app;
}

const REFUSALS: Record<string, () => Response> = {
  '4000000000000002': () => declined('Your card was declined.'),
  '4000000000009995': () => declined('Your card has insufficient funds.'),
  '4000000000000127': () => declined('Your card’s security code is incorrect.', 'incorrect_cvc'),
};
const BANK_CARD = '4000002760003184';
const cardOf = ({ body }: ReceivedCall) => (body as { card?: { number: string } }).card?.number ?? '';

describe('the Secure Payment modal', () => {
  it('says what is missing, what was refused and by whom, and keeps the card', async () => {
    const { callsTo } = await openDialog({
      [CONFIRM]: (call) => (REFUSALS[cardOf(call)] ?? (() => confirmed({ status: 'succeeded' })))(),
    });
    for (const badge of [/SSL/, /PCI/, /Test gateway/])
      await expect.element(dialog().getByRole('listitem').filter({ hasText: badge })).toBeVisible();
    await payButton().click();
    await expect.element(problem(PAYMENT.detailsMissing)).toBeVisible();
    expect(await scanScreen({ widths: [390] })).toEqual([]);
    await field('Card number').fill('4242');
    await payButton().click();
    await expect.element(problem('Your card number is incomplete.')).toBeVisible();
    await expect.element(dialog().getByText('Your card’s security code is incomplete.')).toBeVisible();
    expect(callsTo(CONFIRM)).toEqual([]);

    for (const [number, reason] of [
      ['4000000000000002', 'Your card was declined.'],
      ['4000000000009995', 'Your card has insufficient funds.'],
      ['4000000000000127', 'Your card’s security code is incorrect.'],
    ] as const) {
      await typeCard(number);
      await payButton().click();
      await expect.element(problem(reason)).toBeVisible();
    }
    await expect.element(field('Security code')).toHaveFocus();
    await expect.element(field('Expiration date')).toHaveValue('12 / 30');
    // One payment for all attempts.
    expect(callsTo(INTENT)).toHaveLength(1);
  });

  it('replaces a payment that was canceled after too many declined cards, and keeps the card', async () => {
    const outcomes = ['canceled', 'succeeded'] as const;
    let tries = 0;
    const { callsTo } = await openDialog({
      [CONFIRM]: () => confirmed({ status: outcomes[tries++] ?? 'processing' }),
    });
    await typeCard();
    await payButton().click();
    await expect.element(problem(/too many cards were declined.* You were not charged\.$/)).toBeVisible();
    await expect.element(payButton()).toBeDisabled();
    await button('Start a new payment').click();
    await payButton().click();
    await expect.element(labelReady()).toBeVisible();
    const keys = callsTo(INTENT).map(({ headers }) => headers.get('idempotency-key'));
    expect([keys.length, new Set(keys).size]).toEqual([2, 2]);
  });

  it('shows the bank’s confirmation step, which cannot be closed, and its result', async () => {
    const answers: unknown[] = [];
    await openDialog({
      [CONFIRM]: (call) => {
        const { authentication } = call.body as { authentication?: string };
        answers.push(authentication ?? cardOf(call));
        if (authentication === undefined) return confirmed({ status: 'requires_action' });
        return authentication === 'fail'
          ? declined('Your bank could not confirm this payment.')
          : confirmed({ status: 'succeeded' });
      },
    });
    await typeCard(BANK_CARD);
    await payButton().click();
    const question = page.getByRole('heading', { name: 'Your bank wants you to confirm this payment' });
    await expect.element(question).toHaveFocus();
    await expect.element(button(PAYMENT.cancel)).toBeDisabled();
    await userEvent.keyboard('{Escape}');
    await expect.element(question).toBeVisible();
    await button('Decline').click();
    await expect.element(problem('Your bank could not confirm this payment.')).toBeVisible();
    await payButton().click();
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect.element(labelReady()).toBeVisible();
    expect(answers).toEqual([BANK_CARD, 'fail', BANK_CARD, 'complete']);
  });

  it('makes one payment and one label from a double click, and closes 1500 ms after success (BR12)', async () => {
    let confirmedAt = 0;
    const app = await openRates({
      [CONFIRM]: () => {
        confirmedAt = Date.now();
        return confirmed({ status: 'succeeded' });
      },
    });
    await payAndGenerate().dblClick();
    // Not the focus: the second click may hit another field of the dialog.
    await expect.element(field('Card number')).toBeVisible();
    await typeCard();
    await Promise.all([
      expect.element(dialog().getByText('Paid $12.87')).toBeVisible(),
      payButton().dblClick(),
    ]);
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(Date.now() - confirmedAt).toBeGreaterThan(1400);
    await expect.element(labelReady()).toBeVisible();
    for (const call of [INTENT, CONFIRM, LABEL]) expect(app.callsTo(call), call).toHaveLength(1);
  });

  it('explains that it is still loading, and then takes the card', async () => {
    const intent = Promise.withResolvers<Response>();
    await openRates({ [INTENT]: () => intent.promise });
    await payAndGenerate().click();
    await expect.element(payButton()).toHaveAttribute('aria-disabled', 'true');
    // Not a click: the button is marked as not ready, but still explains why.
    (payButton().element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(problem(PAYMENT.stillLoading)).toBeVisible();
    intent.resolve(json({ clientSecret: 's', amount: 1287, paymentIntentId: 'pi_test_1' }));
    await expect.element(field('Card number')).toHaveFocus();
    await expect.element(dialog().getByRole('alert')).not.toBeInTheDocument();
  });

  it('says why it closed when the user signed out in another tab', async () => {
    const { currentPath } = await openDialog();
    const session = sessionStore.getSnapshot();
    if (session.status !== 'confirmed') throw new Error('No one is signed in.');
    // Only a remembered session is shared with other tabs.
    const { token, user, expiresAt } = session;
    sessionStore.signIn({ token, user, expiresAt }, true);
    sessionStore.handleStorageEvent({ key: SESSION_KEY, newValue: SIGNED_OUT });
    await expect.element(toastWith(PAYMENT.noToken)).toBeVisible();
    await expect.poll(currentPath).toBe(PAGES.login);
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  it('explains a response without a reason and a lost response, and keeps the card', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const answers = [() => declined(''), () => confirmed({ status: 'processing' }), networkFailure];
    await openDialog({
      [CONFIRM]: () => answers.shift()?.() ?? confirmed({ status: 'succeeded' }),
    });
    await typeCard();
    for (const sentence of [PAYMENT.failed, PAYMENT.notCompleted, PAYMENT.unexpected]) {
      await payButton().click();
      await expect.element(problem(sentence)).toBeVisible();
    }
    await expect.element(field('Card number')).toHaveValue('4242 4242 4242 4242');
    await payButton().click();
    await expect.element(labelReady()).toBeVisible();
    await expect.element(page.getByText(WIZARD.labelFailed)).not.toBeInTheDocument();
  });

  longIt('is as wide as the screen of a phone', async () => {
    await page.viewport(390, 844);
    await openDialog();
    await expect.poll(() => dialog().element().getBoundingClientRect().width).toBe(390);
  });
});

describe('with a balance', () => {
  const withBalance = (available: number, answers: Answers = {}) => ({
    [BALANCE]: () => json({ ...NO_BALANCE, balance: available, available }),
    ...answers,
  });
  const method = (name: string) => dialog().getByRole('radio', { name, exact: true });
  const choose = (name: string) => dialog().getByText(name, { exact: true }).click();

  it('pays from the balance when the client presses Pay, not before, and needs no card', async () => {
    const { callsTo } = await openRates(
      withBalance(5_000, {
        [INTENT]: () =>
          json({
            clientSecret: '',
            amount: 0,
            paymentIntentId: 'balance_1',
            status: 'succeeded',
            balanceAmount: 1287,
          }),
      }),
    );
    await payAndGenerate().click();
    await expect.element(method('Balance ($50.00)')).toBeChecked();
    expect(field('Card number').query()).toBeNull();
    expect(callsTo(INTENT)).toEqual([]);
    expect(await scanScreen({ widths: [390] })).toEqual([]);
    await payButton().click();
    await expect.element(labelReady()).toBeVisible();
    expect(callsTo(INTENT).map(({ body }) => (body as { useBalance?: boolean }).useBalance)).toEqual([true]);
    expect(callsTo(CONFIRM)).toEqual([]);
  });

  it('pays by card if the client prefers it', async () => {
    const { callsTo } = await openRates(withBalance(5_000));
    await payAndGenerate().click();
    await choose('Card');
    await expect.element(field('Card number')).toBeVisible();
    await typeCard();
    await payButton().click();
    await expect.element(labelReady()).toBeVisible();
    expect(callsTo(INTENT).map(({ body }) => (body as { useBalance?: boolean }).useBalance)).toEqual([false]);
  });

  it('takes a part from the balance and the rest from the card', async () => {
    const { callsTo } = await openRates(
      withBalance(300, {
        [INTENT]: ({ body }) =>
          json({
            clientSecret: 'pi_1_secret',
            paymentIntentId: PAYMENT_ID,
            ...((body as { useBalance?: boolean }).useBalance
              ? { amount: 987, balanceAmount: 300 }
              : { amount: 1287 }),
          }),
      }),
    );
    await payAndGenerate().click();
    await choose('Balance ($3.00) and card');
    await expect.element(dialog().getByText('$9.87', { exact: true })).toBeVisible();
    expect(await scanScreen({ widths: [390] })).toEqual([]);
    await typeCard();
    await payButton().click();
    await expect.element(labelReady()).toBeVisible();
    const keys = callsTo(INTENT).map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(2);
  });

  it('explains that another label has spent the balance, and lets the client pay by card', async () => {
    await openRates(
      withBalance(5_000, {
        [INTENT]: ({ body }) =>
          (body as { useBalance?: boolean }).useBalance
            ? json(
                {
                  error: 'BALANCE_TOO_LOW',
                  message: 'Your balance is $0.00. Please add funds or pay by card.',
                },
                409,
              )
            : json({ clientSecret: 'pi_1_secret', amount: 1287, paymentIntentId: PAYMENT_ID }),
      }),
    );
    await payAndGenerate().click();
    await payButton().click();
    await expect.element(problem('Your balance is $0.00. Please add funds or pay by card.')).toBeVisible();
    await choose('Card');
    await expect.element(field('Card number')).toBeVisible();
    expect(dialog().getByRole('alert').query()).toBeNull();
  });
});

it('says that the payment system is not ready where no card form is configured, and cannot pay', async () => {
  fakeServer({ [INTENT]: never });
  const client = createQueryClient();
  client.setQueryData(['card-form'], { name: 'Test gateway', Form: null });
  const ignore = () => {};
  await render(
    <QueryClientProvider client={client}>
      <PaymentDialog
        request={{ key: 'k1', amountCents: 1287, description: 'A label', rateIds: ['r1'] }}
        onSending={async () => {}}
        onSucceeded={ignore}
        onFailed={ignore}
        onPriceChanged={ignore}
        onDone={ignore}
        onCancel={ignore}
      />
    </QueryClientProvider>,
  );
  await expect.element(problem(PAYMENT.systemNotReady)).toBeVisible();
  await expect.element(payButton()).toBeDisabled();
});
