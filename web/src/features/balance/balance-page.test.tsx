import { PAYMENT } from '@lading/contract/messages.ts';
import { paginationOf } from '@lading/contract/paging.ts';
import { API, PAGES, path } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { CARD, entry, openBalance, topUp } from '../../../test/balance.ts';
import { json, NO_BALANCE, networkFailure, RUNTIME_CONFIG } from '../../../test/fake-server.ts';
import { CONFIRM, confirmed, PAYMENT_ID, typeCard } from '../../../test/purchase.ts';
import { scanScreen } from '../../../test/scan.ts';
import { button, field, toastWith } from '../../../test/screen.ts';
import { COPY } from './copy.ts';

const BALANCE = `GET ${API.balance}`;
const TOP_UPS = `POST ${API.topUps}`;
describe('the balance page', () => {
  it('shows the balance and what changed it', async () => {
    await openBalance();
    await expect.element(page.getByText(entry.text)).toBeVisible();
    await expect.element(page.getByText('+$50.00')).toBeVisible();
    expect(await scanScreen({ widths: [390, 1440] })).toEqual([]);
  });

  it('shows the operator’s days, as on statements', async () => {
    await openBalance({
      [`GET ${API.runtimeConfig}`]: () => json({ ...RUNTIME_CONFIG, timeZone: 'Pacific/Kiritimati' }),
    });
    await expect.element(page.getByText('Nov 16, 2026, 12:00:00 AM', { exact: true })).toBeVisible();
  });

  it('says what is owed and overdue', async () => {
    await openBalance({
      [BALANCE]: () =>
        json({
          ...NO_BALANCE,
          balance: -2_500,
          available: 7_500,
          creditLimit: 10_000,
          owed: 2_500,
          overdue: 2_500,
        }),
      [`GET ${API.balanceEntries}`]: () => json({ entries: [], pagination: paginationOf(0, 1, 50) }),
    });
    await expect.element(page.getByText('$25.00 is overdue. Add funds to buy labels again.')).toBeVisible();
    await expect.element(page.getByText('$100.00')).toBeVisible();
    await expect.element(page.getByText(COPY.entries.empty)).toBeVisible();
    expect(await scanScreen({ widths: [390] })).toEqual([]);
  });

  it('charges a saved card immediately', async () => {
    const { callsTo } = await openBalance({ [TOP_UPS]: () => json(topUp({ status: 'succeeded' })) });
    await button(COPY.addFunds).click();
    await field(COPY.add.amount).fill('1');
    await page.getByRole('dialog').getByRole('button', { name: COPY.add.pay }).click();
    await expect.element(page.getByText('The amount must be at least $5.00.')).toBeVisible();
    await field(COPY.add.amount).fill('$50.00');
    await page.getByRole('dialog').getByRole('button', { name: COPY.add.pay }).click();
    await expect.element(toastWith('$50.00 was added to your balance.')).toBeVisible();
    expect(callsTo(TOP_UPS).map(({ body }) => body)).toEqual([
      { amount: 5_000, saveCard: false, cardId: CARD.id },
    ]);
  });

  it('says that an earlier attempt may have charged the card when its answer was lost', async () => {
    const reused = () =>
      json({ error: 'KEY_REUSED', message: 'This idempotency key has already been used.' }, 422);
    const { callsTo } = await openBalance({ [TOP_UPS]: reused });
    await button(COPY.addFunds).click();
    await field(COPY.add.amount).fill('50');
    const before = callsTo(`GET ${API.balance}`).length;
    await page.getByRole('dialog').getByRole('button', { name: COPY.add.pay }).click();
    await expect.element(page.getByText(COPY.add.maybeCharged)).toBeVisible();
    await expect.poll(() => callsTo(`GET ${API.balance}`).length).toBeGreaterThan(before);
  });

  it('charges nothing for a comma that does not separate thousands', async () => {
    const { callsTo } = await openBalance({ [TOP_UPS]: () => json(topUp({ status: 'succeeded' })) });
    await button(COPY.addFunds).click();
    await field(COPY.add.amount).fill('50,00');
    await page.getByRole('dialog').getByRole('button', { name: COPY.add.pay }).click();
    await expect.element(page.getByText(COPY.add.amountWrong)).toBeVisible();
    expect(callsTo(TOP_UPS)).toEqual([]);
  });

  it('says why a saved card was declined, and starts a new top-up on the next try', async () => {
    const problem = 'Your card was declined. Please try another card.';
    const answers = [topUp({ status: 'canceled', problem }), topUp({ status: 'succeeded' })];
    const { callsTo } = await openBalance({ [TOP_UPS]: () => json(answers.shift()) });
    await button(COPY.addFunds).click();
    await field(COPY.add.amount).fill('50');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: COPY.add.pay }).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent(problem);
    await dialog.getByRole('button', { name: COPY.add.pay }).click();
    await expect.element(toastWith('$50.00 was added to your balance.')).toBeVisible();
    const keys = callsTo(TOP_UPS).map(({ headers }) => headers.get('idempotency-key'));
    expect([keys.length, new Set(keys).size]).toEqual([2, 2]);
  });

  it.each([
    ['its answer is lost', () => networkFailure()],
    ['it is still being processed', () => confirmed({ status: 'processing' })],
  ])('asks for the outcome if the payment is closed after %s', async (_case, confirm) => {
    let balance = 5_000;
    const answers = {
      [`GET ${API.storedCards}`]: () => json({ cards: [] }),
      [BALANCE]: () => json({ ...NO_BALANCE, balance, available: balance, payable: balance }),
      [TOP_UPS]: () => json(topUp()),
      [CONFIRM]: confirm,
      [`GET ${path(API.topUp, { id: 't-1' })}`]: () => {
        balance = 10_000;
        return json(topUp({ status: 'succeeded' }));
      },
    };
    await openBalance(answers);
    await button(COPY.addFunds).click();
    await field(COPY.add.amount).fill('50');
    await page.getByRole('button', { name: COPY.add.next }).click();
    await expect.element(field('Card number')).toBeVisible();
    await typeCard();
    await page.getByRole('button', { name: 'Pay $50.00' }).click();
    await expect.element(page.getByRole('dialog').getByRole('alert')).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: PAYMENT.cancel }).click();
    await expect.element(toastWith('$50.00 was added to your balance.')).toBeVisible();
    await expect.element(page.getByText('$100.00').first()).toBeVisible();
  });

  it('starts a new top-up if the one that waited for the bank was canceled', async () => {
    const ids = ['t-1', 't-2'];
    const { callsTo } = await openBalance({
      [TOP_UPS]: () => {
        const topUpId = ids.shift() ?? '';
        return json(
          topUp({
            topUpId,
            ...(topUpId === 't-1' && { status: 'requires_action' }),
            paymentIntentId: topUpId,
          }),
        );
      },
      [CONFIRM.replace(PAYMENT_ID, 't-1')]: () => confirmed({ status: 'canceled' }),
    });
    await button(COPY.addFunds).click();
    await field(COPY.add.amount).fill('50');
    await page.getByRole('dialog').getByRole('button', { name: COPY.add.pay }).click();
    await expect.element(field('Card number')).toBeVisible();
    await typeCard();
    await page.getByRole('button', { name: 'Pay $50.00' }).click();
    await button('Start a new payment').click();
    await expect.poll(() => callsTo(TOP_UPS)[1]?.body).toEqual({ amount: 5_000, saveCard: false });
  });

  it('says that a top-up was canceled while it was being paid', async () => {
    await openBalance({
      [`GET ${API.storedCards}`]: () => json({ cards: [] }),
      [TOP_UPS]: () => json(topUp()),
      [CONFIRM]: () => confirmed({ status: 'succeeded' }),
      [`GET ${path(API.topUp, { id: 't-1' })}`]: () => json(topUp({ status: 'canceled' })),
    });
    await button(COPY.addFunds).click();
    await field(COPY.add.amount).fill('50');
    await page.getByRole('button', { name: COPY.add.next }).click();
    await expect.element(field('Card number')).toBeVisible();
    await typeCard();
    await page.getByRole('button', { name: 'Pay $50.00' }).click();
    await expect.element(toastWith(COPY.failed)).toBeVisible();
  });

  it('takes a new card in the payment dialog, and saves it with consent', async () => {
    const { callsTo } = await openBalance({
      [`GET ${API.storedCards}`]: () => json({ cards: [] }),
      [TOP_UPS]: () => json(topUp()),
      [CONFIRM]: () => confirmed({ status: 'succeeded' }),
      [`GET ${path(API.topUp, { id: 't-1' })}`]: () => json(topUp({ status: 'succeeded' })),
    });
    await expect.element(page.getByText(COPY.cards.none)).toBeVisible();
    await button(COPY.addFunds).click();
    await field(COPY.add.amount).fill('50');
    await page.getByLabelText(COPY.add.save).click();
    expect(await scanScreen({ widths: [390] })).toEqual([]);
    await page.getByRole('button', { name: COPY.add.next }).click();
    await expect.element(field('Card number')).toBeVisible();
    await typeCard();
    await page.getByRole('button', { name: 'Pay $50.00' }).click();
    await expect.element(toastWith('$50.00 was added to your balance.')).toBeVisible();
    expect(callsTo(TOP_UPS)[0]?.body).toEqual({ amount: 5_000, saveCard: true, consent: true });
  });

  const PAY_OUT = `POST ${API.balancePayout}`;
  const confirmPayout = () =>
    page.getByRole('alertdialog').getByRole('button', { name: COPY.payOut.confirm }).click();

  it('pays out the amount that was confirmed', async () => {
    const { answer, callsTo } = await openBalance({
      [PAY_OUT]: networkFailure,
    });
    await button(COPY.payOut.action).click();
    await confirmPayout();
    await expect.poll(() => callsTo(PAY_OUT)).toHaveLength(1);
    answer({ [PAY_OUT]: () => json({ refunds: [], paidOut: 5_000, balance: 0 }) });
    await confirmPayout();
    await expect.element(toastWith('$50.00 is on its way to your cards.')).toBeVisible();
    expect(callsTo(PAY_OUT).map(({ body }) => body)).toEqual([{ amount: 5_000 }, { amount: 5_000 }]);
  });

  it('says that less can be paid out, and shows the new balance', async () => {
    const message = 'At most $30.00 can be paid out to your cards.';
    const { answer } = await openBalance({
      [PAY_OUT]: () => json({ error: 'PAYOUT_TOO_LARGE', message, requestId: 'x' }, 409),
    });
    await button(COPY.payOut.action).click();
    await expect.element(page.getByText(COPY.payOut.text('$50.00'))).toBeVisible();
    answer({ [BALANCE]: () => json({ ...NO_BALANCE, balance: 3_000, available: 3_000, payable: 3_000 }) });
    await confirmPayout();
    await expect.element(toastWith(message)).toBeVisible();
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
    await button(COPY.payOut.action).click();
    await expect.element(page.getByText(COPY.payOut.text('$30.00'))).toBeVisible();
  });

  it('reports a lost session once', async () => {
    const { currentPath } = await openBalance({
      [`POST ${API.balancePayout}`]: () => json({ message: 'The token is not valid.' }, 401),
    });
    await button(COPY.payOut.action).click();
    await page.getByRole('alertdialog').getByRole('button', { name: COPY.payOut.confirm }).click();
    await expect.poll(currentPath).toMatch(PAGES.login);
    expect(toastWith('The token is not valid.').elements()).toEqual([]);
  });

  it('lets the client choose where refunds go', async () => {
    const choose = `PUT ${API.balanceRefunds}`;
    const { callsTo } = await openBalance({ [choose]: () => json({ refundTo: 'balance', canChoose: true }) });
    await page.getByRole('group', { name: COPY.refunds.legend }).getByText('Balance').click();
    await expect.element(toastWith('Refunds now go to your balance.')).toBeVisible();
    expect(callsTo(choose)[0]?.body).toEqual({ refundTo: 'balance' });
  });
});
