import { formatMoney } from '@lading/contract/money.ts';
import { API, path } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addFunds, balanceOf, setTerms, startFromBalance } from '../../../test/balance.ts';
import { bookingsOf, openIncidentsOf, paymentOf } from '../../../test/money-on-record.ts';
import { makeOperator, refund } from '../../../test/operator.ts';
import {
  boughtLabel,
  buildFaultyApp,
  buy,
  call,
  centsOfRate,
  confirm,
  expectConsistentLedger,
  type FaultyApp,
  makeShop,
  pay,
  ratesFor,
  type Shop,
  sweepFor,
} from '../../../test/shipping.ts';
import { takeFromBalance } from '../../../test/top-ups.ts';
import { minutes } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import type { DisputeEvent } from '../../providers/payments/port.ts';
import { receiveEvent } from './receive-event.ts';

let faulty: FaultyApp;
let operator: Shop;
let shop: Shop;
let disputeId: string;
beforeAll(async () => {
  faulty = await buildFaultyApp();
  operator = await makeOperator(faulty.test);
});
beforeEach(async () => {
  shop = await makeShop(faulty.test);
  await call(faulty.test, shop, 'PUT', API.balanceRefunds, { refundTo: 'balance' });
  disputeId = `dp_${newId()}`;
});
afterAll(async () => {
  await expectConsistentLedger(faulty.test);
  await faulty.test.close();
});

async function dispute(status: DisputeEvent['status'], cents: number): Promise<void> {
  const { intent_id: intentId } = await paymentOf(faulty.test, shop);
  await receiveEvent(faulty.test.deps, {
    kind: 'dispute',
    eventId: newId(),
    intentId: intentId ?? '',
    dispute: { disputeId, cents, status, reason: 'fraudulent' },
  });
}

const balance = () => balanceOf(faulty.test, shop);

async function bookings(): Promise<Record<string, Record<string, number>>> {
  const { id } = await faulty.test.deps.db
    .selectFrom('disputes')
    .select('id')
    .where('dispute_id', '=', disputeId)
    .executeTakeFirstOrThrow();
  return bookingsOf(faulty.test, id);
}

/** The client's email about the refund, once it is sent. */
async function refundMail(): Promise<string | undefined> {
  const { email } = await faulty.test.deps.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', shop.userId)
    .executeTakeFirstOrThrow();
  const sent = () => faulty.test.mails(email).filter((mail) => mail.includes('Subject: Your Lading refund'));
  await expect.poll(() => sent().length, { timeout: 30_000 }).toBe(1);
  return sent()[0];
}

/** A label that was paid by card, with `cents` of it refunded to the balance. */
async function refundedLabel(cents?: number): Promise<number> {
  const label = await boughtLabel(faulty.test, shop);
  await refund(faulty.test, operator, label.transactionId, cents ?? label.cents);
  return label.cents;
}

describe('a refund to the balance', () => {
  it('is held while its payment is disputed and returned when the dispute is won', async () => {
    const cents = await refundedLabel();
    await dispute('open', cents);
    expect(await balance()).toBe(0);
    expect((await bookings())['dispute-held']).toEqual({ client_balances: cents, balance_holds: -cents });
    await expectConsistentLedger(faulty.test);
    await dispute('won', cents);
    expect(await balance()).toBe(cents);
    const { entries } = (await call(faulty.test, shop, 'GET', API.balanceEntries)).json();
    expect(entries.map(({ text }: { text: string }) => text)).toEqual([
      'Disputed amount returned to the balance',
      'Disputed payment',
      'Refund',
    ]);
  });

  it('covers the loss when the dispute is lost', async () => {
    const cents = await refundedLabel();
    await dispute('open', cents);
    await dispute('lost', cents);
    expect(await balance()).toBe(0);
    expect((await bookings())['dispute-covered']).toEqual({ balance_holds: cents, loss: -cents });
  });

  it('is owed if the client has spent it', async () => {
    const cents = await refundedLabel();
    await startFromBalance(faulty.test, shop, cents);
    await dispute('open', cents);
    expect(await balance()).toBe(-cents);
    await sweepFor(faulty.test, minutes(40), minutes(5));
  });

  it('is held only in part if the client would receive only a part twice', async () => {
    const cents = await refundedLabel(100);
    await dispute('open', cents - 40);
    expect(await balance()).toBe(40);
    await dispute('lost', cents - 40);
    expect(await balance()).toBe(40);
    expect((await bookings())['dispute-covered']).toEqual({ balance_holds: 60, loss: -60 });
  });

  it('is not held for the card part of a split payment that bought a label', async () => {
    const [rate] = await ratesFor(faulty.test, shop);
    const cents = centsOfRate(rate);
    await addFunds(faulty.test, shop, cents - 100);
    const started = (await startFromBalance(faulty.test, shop, cents, [rate?.objectId ?? ''])).json();
    expect((await confirm(faulty.test, started)).json()).toMatchObject({ status: 'succeeded' });
    const label = (await buy(faulty.test, shop, rate?.objectId ?? '')).json();
    await refund(faulty.test, operator, label.transactionId, 50);
    await dispute('open', 100);
    expect(await balance()).toBe(50);
  });

  it.each(['open', 'lost'] as const)('is held immediately if the dispute is already %s', async (status) => {
    await pay(faulty.test, shop, 2_500);
    await dispute(status, 2_500);
    await sweepFor(faulty.test, minutes(40), minutes(5));
    const { id, refund_reserved_cents: refunded } = await paymentOf(faulty.test, shop);
    expect([refunded, await balance()]).toEqual([2_500, 0]);
    expect(await openIncidentsOf(faulty.test, id)).toEqual(['refunded_and_disputed']);
    expect(await refundMail()).toContain(
      'We refunded $25.00 to your balance. The payment is disputed, so you cannot use the disputed part.',
    );
    await expectConsistentLedger(faulty.test);
  });
});

describe('a write-off', () => {
  const writeOff = async (amount: number) =>
    (
      await call(faulty.test, operator, 'POST', path(API.adminClientBalance, { id: shop.userId }), {
        kind: 'write_off',
        amount,
        note: 'Will not be paid',
      })
    ).json();

  it('is refused for money that a dispute holds, until the dispute is lost', async () => {
    const cents = await refundedLabel();
    await takeFromBalance(faulty.test, shop, cents);
    await dispute('open', cents);
    expect(await writeOff(1)).toMatchObject({
      error: 'BAD_REQUEST',
      message: `This client owes nothing, so there is nothing to write off. Open disputes and payments hold ${formatMoney(cents)}.`,
    });
    await dispute('lost', cents);
    expect(await writeOff(cents)).toMatchObject({ balance: 0 });
  });

  it('is refused for what an open payment holds, but not for other debts', async () => {
    const [rate] = await ratesFor(faulty.test, shop);
    const cents = centsOfRate(rate);
    await setTerms(faulty.test, operator, shop.userId, cents - 100);
    await takeFromBalance(faulty.test, shop, 30);
    await startFromBalance(faulty.test, shop, cents, [rate?.objectId ?? '']);
    const held = cents - 130;
    expect(await balance()).toBe(-held - 30);
    expect((await writeOff(31)).message).toBe(
      `You can write off at most $0.30, which is what this client owes. Open disputes and payments hold ${formatMoney(held)}.`,
    );
    expect(await writeOff(30)).toMatchObject({ balance: -held });
  });
});
