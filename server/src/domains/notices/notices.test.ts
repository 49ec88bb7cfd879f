import { formatMoney } from '@lading/contract/money.ts';
import { API } from '@lading/contract/routes.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startBillingIn } from '../../../test/billing.ts';
import { buildTestApp, PUBLIC_URL, type TestApp } from '../../../test/build-test-app.ts';
import {
  act,
  batchOf,
  begunBatch,
  oneAtATime,
  payForBatch,
  ratedBatch,
  rowsOf,
  rowsOfBatch,
  work,
} from '../../../test/bulk.ts';
import { type ReceivedMail, SmtpDouble } from '../../../test/doubles/smtp-double.ts';
import { FaultyLabelProvider } from '../../../test/faulty-label-provider.ts';
import { makeOperator, refund } from '../../../test/operator.ts';
import {
  boughtLabel,
  buy,
  call,
  confirm,
  makeShop,
  paidRate,
  pay,
  type Shop,
  startPayment,
} from '../../../test/shipping.ts';
import { topUp } from '../../../test/top-ups.ts';
import { fillShipments } from '../../demo/demo-shipments.ts';
import type { Mail } from '../../providers/mail/port.ts';
import { selectPaymentByIntent } from '../payments/payments.store.ts';
import { settlePayment } from '../payments/settle-payment.ts';
import { cleanUpNotices, sendBatchNotice, sendReceipt, sendRefundNotice } from './send-notices.ts';

const server = new SmtpDouble();
let test: TestApp;
let labelProvider: FaultyLabelProvider;
let shop: Shop;
let email: string;

beforeAll(async () => {
  const settings = {
    SMTP_URL: await server.listen(),
    MAIL_FROM: 'Labels <labels@house.example>',
    TIME_ZONE: 'Pacific/Kiritimati',
  };
  test = await buildTestApp(settings, (deps) => {
    labelProvider = new FaultyLabelProvider(oneAtATime(deps.labelProvider));
    deps.labelProvider = labelProvider;
  });
});
beforeEach(async () => {
  shop = await makeShop(test);
  ({ email } = await test.deps.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', shop.userId)
    .executeTakeFirstOrThrow());
});
afterEach(() => server.faults.clear());
afterAll(async () => {
  await test.close();
  await server.close();
});

/** Every mail to the client, once all queued mails have been sent. */
async function mails(): Promise<ReceivedMail[]> {
  await expect.poll(waiting, { timeout: 30_000 }).toBe(0);
  return server.mails.filter(({ to }) => to.includes(email));
}

async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) FROM jobs.job WHERE name LIKE 'send-%' AND state < 'completed'`.execute(test.deps.db);
  return Number(rows[0]?.count);
}

const subject = ({ data }: ReceivedMail) => /^Subject: (.*)$/m.exec(data)?.[1];
/** Joins lines that the mail encoding has folded. */
const textOf = ({ data }: ReceivedMail) =>
  data
    .slice(data.indexOf('\r\n\r\n') + 4)
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll('\r\n', '\n');
/** Mails other than receipts. */
const others = async () => (await mails()).filter((mail) => subject(mail) !== 'Your Lading receipt');

const paymentOf = async (intentId: string) => {
  const payment = await selectPaymentByIntent(test.deps.db, test.deps.paymentProvider.name, intentId);
  if (!payment) throw new Error('No such payment');
  return payment;
};

const refundsOfShop = () =>
  test.deps.db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select(['refunds.id', 'refunds.cents'])
    .where('user_id', '=', shop.userId)
    .execute();

describe('a receipt', () => {
  it("shows amount, purpose, reference and the date in the operator's time zone", async () => {
    const { paymentIntentId } = await pay(test, shop, 1234);
    await settlePayment(test.deps, await paymentOf(paymentIntentId));
    const { id } = await paymentOf(paymentIntentId);
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail?.data).toContain(`Message-ID: <receipt-${id}@house.example>`);
    const [greeting, empty, ...rest] = mail ? textOf(mail).split('\n') : [];
    expect([greeting, empty]).toEqual([expect.stringMatching(/^Hello Person \d+,$/), '']);
    expect(rest).toEqual([
      'Thank you. We received your payment.',
      '',
      'Amount: $12.34',
      'For: A label',
      'Date: November 16, 2026',
      `Reference: ${id.slice(-12)}`,
      '',
      'See your shipping history:',
      `${PUBLIC_URL}/client/shipping-history`,
    ]);
  });

  it('names the account, so that erasing it also finds a copy that was sent to an earlier address', async () => {
    const { paymentIntentId } = await pay(test, shop, 500);
    const { id } = await paymentOf(paymentIntentId);
    await mails();
    await test.deps.db.deleteFrom('notices').where('object_id', '=', id).execute();
    const sent: Mail[] = [];
    const mailer = { send: async (mail: Mail) => void sent.push(mail) };
    await sendReceipt({ ...test.deps, mailer }, { paymentId: id });
    expect(sent).toMatchObject([{ to: email, accountId: shop.userId }]);
  });

  it('of a top-up links to the balance', async () => {
    await topUp(test, shop, 2500);
    const [mail] = await mails();
    const text = mail ? textOf(mail) : '';
    expect(text).toContain(`See your balance:\n${PUBLIC_URL}/client/balance`);
    expect(text).not.toContain('shipping history');
  });

  it('links to the billing documents once billing has started', async () => {
    const { db } = test.deps;
    await startBillingIn(db, test.clock.now());
    await pay(test, shop, 1234);
    const [mail] = await mails();
    const off = { starts_on: null, next_month: null, receipts_until: null };
    await db.updateTable('billing_settings').set(off).execute();
    expect(mail ? textOf(mail) : '').toContain(
      `Download your receipt as a PDF:\n${PUBLIC_URL}/client/billing`,
    );
  });

  it('is sent once when a payment is settled concurrently and when its job runs again', async () => {
    const started = await startPayment(test, shop, 777);
    const open = await paymentOf(started.paymentIntentId);
    await confirm(test, started);
    await Promise.all([1, 2, 3].map(() => settlePayment(test.deps, open)));
    expect(await mails()).toHaveLength(1);
    await Promise.all([1, 2, 3].map(() => sendReceipt(test.deps, { paymentId: open.id })));
    expect(await mails()).toHaveLength(1);
  });

  it('is sent once when two jobs of one payment run concurrently', async () => {
    const { paymentIntentId } = await pay(test, shop, 555);
    await settlePayment(test.deps, await paymentOf(paymentIntentId));
    await mails();
    const { id } = await paymentOf(paymentIntentId);
    await sql`DELETE FROM notices WHERE object_id = ${id}`.execute(test.deps.db);
    const both = await Promise.allSettled([1, 2].map(() => sendReceipt(test.deps, { paymentId: id })));
    // The queue retries the other job later, in case this one crashes.
    expect(both.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    expect(await mails()).toHaveLength(2);
  });

  it('is retried after a mail server outage and after a crash while sending', async () => {
    server.faults.set('RCPT', { answer: '451 4.3.0 later' });
    const { paymentIntentId } = await pay(test, shop, 888);
    const { id } = await settlePayment(test.deps, await paymentOf(paymentIntentId));
    await expect.poll(() => test.logText().includes('deferred an email (RCPT TO 451)')).toBe(true);
    server.faults.clear();
    expect(await mails()).toHaveLength(1);

    await sql`UPDATE notices SET sent_at = NULL, held_until = now() + interval '1 minute' WHERE object_id = ${id}`.execute(
      test.deps.db,
    );
    await expect(sendReceipt(test.deps, { paymentId: id })).rejects.toThrow('Another process is sending');
    await sql`UPDATE notices SET held_until = now() WHERE object_id = ${id}`.execute(test.deps.db);
    await sendReceipt(test.deps, { paymentId: id });
    expect(await mails()).toHaveLength(2);
  });

  it('is retried when the mail server refuses our account', async () => {
    server.faults.set('TEXT', { answer: '550 5.4.5 Daily user sending quota exceeded' });
    const { paymentIntentId } = await pay(test, shop, 666);
    const { id } = await settlePayment(test.deps, await paymentOf(paymentIntentId));
    await expect.poll(() => test.logText().includes('refuses our account (DATA 550)')).toBe(true);
    const notices = test.deps.db.selectFrom('notices').select('sent_at').where('object_id', '=', id);
    expect(await notices.execute()).toEqual([{ sent_at: null }]);
    server.faults.clear();
    // A second failure may have paused the calls.
    test.clock.advance(30_000);
    expect(await mails()).toHaveLength(1);
  });

  it('is not retried when the mail server rejects the address permanently', async () => {
    server.faults.set('RCPT', { answer: '550 5.1.1 nobody' });
    const { paymentIntentId } = await pay(test, shop, 999);
    const { id } = await settlePayment(test.deps, await paymentOf(paymentIntentId));
    expect(await mails()).toEqual([]);
    server.faults.clear();
    await sendReceipt(test.deps, { paymentId: id });
    expect(await mails()).toEqual([]);
  });
});

describe('a refund notice', () => {
  it("is sent once, with the operator's reason, even when its job runs again", async () => {
    const operator = await makeOperator(test);
    const { transactionId } = await boughtLabel(test, shop);
    await refund(test, operator, transactionId, 250, { reason: 'The parcel was late.' });
    const [mail, ...more] = await others();
    expect(more).toEqual([]);
    expect(mail && subject(mail)).toBe('Your Lading refund');
    expect(mail && textOf(mail)).toContain('We refunded $2.50 to your card.');
    expect(mail && textOf(mail)).toContain('within 5 to 10 business days');
    expect(mail && textOf(mail)).toContain('Reason: The parcel was late.');
    const [row] = await refundsOfShop();
    await Promise.all([1, 2].map(() => sendRefundNotice(test.deps, { refundId: row?.id ?? '' })));
    expect(await others()).toHaveLength(1);
  });

  it("explains a failed label in our words, not the carrier's", async () => {
    const { rate } = await paidRate(test, shop);
    labelProvider.refuse(1, 'ERR-77 account 4711 blocked');
    await buy(test, shop, rate.objectId);
    const [mail] = await others();
    expect(mail && textOf(mail)).toContain('Reason: The label could not be created.');
    expect(mail?.data).not.toContain('4711');
  });

  it('is sent to a suspended client without a link, and never to an erased one', async () => {
    const operator = await makeOperator(test);
    const { transactionId } = await boughtLabel(test, shop);
    await mails();
    const setStatus = (status: string) =>
      call(test, operator, 'PUT', API.adminClient.replace(':id', shop.userId), { status });
    expect((await setStatus('suspended')).statusCode).toBe(200);
    await refund(test, operator, transactionId, 100);
    const [mail] = await others();
    expect(mail && textOf(mail)).toContain('$1.00');
    expect(mail && textOf(mail)).not.toContain(PUBLIC_URL);

    const [row] = await refundsOfShop();
    await sql`DELETE FROM notices`.execute(test.deps.db);
    const erased = await call(test, operator, 'DELETE', API.adminClient.replace(':id', shop.userId), {
      confirmPermanentDelete: true,
    });
    expect(erased.statusCode, erased.body).toBeLessThan(300);
    const sent = server.mails.length;
    await sendRefundNotice(test.deps, { refundId: row?.id ?? '' });
    expect(server.mails).toHaveLength(sent);
  });
});

describe('a batch notice', () => {
  it('covers all refunds of a run in one mail instead of one per row', async () => {
    const batch = await ratedBatch(test, shop, rowsOf(4));
    const prices = (await rowsOfBatch(test, shop, batch.id)).map(({ rate }) =>
      Math.round((rate?.amount ?? 0) * 100),
    );
    const payment = await payForBatch(test, shop, batch);
    labelProvider.refuse(2, 'not today');
    await act(test, shop, API.batchLabels, batch.id, { paymentIntentId: payment.paymentIntentId });
    await work(test);
    const rows = await rowsOfBatch(test, shop, batch.id);
    const failed = rows.filter(({ status }) => status === 'label_failed').map(({ number }) => number);
    expect(failed).toHaveLength(2);
    const refunded = failed.reduce((sum, number) => sum + (prices[number - 1] ?? 0), 0);
    const [mail, ...more] = await others();
    expect(more.map(subject)).toEqual([]);
    expect(mail && subject(mail)).toBe('Your Lading upload: some labels could not be created');
    expect(mail && textOf(mail)).toContain(
      [
        'Labels: 2',
        'Not created: 2',
        `Paid: ${formatMoney(prices.reduce((sum, cents) => sum + cents, 0))}`,
        `Refund to your card: ${formatMoney(refunded)}`,
      ].join('\n'),
    );
    expect(mail && textOf(mail)).toContain(`${PUBLIC_URL}/client/bulk-upload?batch=${batch.id}`);
    expect(await refundsOfShop()).toHaveLength(2);

    await Promise.all([1, 2].map(() => sendBatchNotice(test.deps, { batchId: batch.id })));
    expect(await others()).toHaveLength(1);

    // A second run has its own payment and its own mail.
    await act(test, shop, API.batchRetry, batch.id, { numbers: failed });
    await work(test);
    const again = await payForBatch(test, shop, await batchOf(test, shop, batch.id));
    await act(test, shop, API.batchLabels, batch.id, { paymentIntentId: again.paymentIntentId });
    await work(test);
    expect((await others()).map(subject)).toEqual([
      'Your Lading upload: some labels could not be created',
      'Your Lading upload: all labels were created',
    ]);
  });

  it('is not sent again after old notices were deleted', async () => {
    const batch = await begunBatch(test, shop, rowsOf(1));
    await act(test, shop, API.batchCancel, batch.id);
    expect(await others()).toHaveLength(1);
    const { db } = test.deps;
    await sql`
      UPDATE notices n SET held_until = now() - interval '31 days' FROM payments p
      WHERE p.id = n.object_id AND p.user_id = ${shop.userId}`.execute(db);
    await cleanUpNotices(test.deps);
    await sendBatchNotice(test.deps, { batchId: batch.id });
    expect(await others()).toHaveLength(1);
  });

  it('is also sent when the client cancels before the first label', async () => {
    const batch = await begunBatch(test, shop, rowsOf(3));
    await act(test, shop, API.batchCancel, batch.id);
    const mails = await others();
    expect(mails.map(subject)).toEqual(['Your Lading upload: no labels were created']);
    expect(mails[0] && textOf(mails[0])).toContain('Labels: 0\nNot created: 3\n');
  });
});

describe('the demo', () => {
  it('sends no mails about its purchases', async () => {
    const facts = { name: 'Ada Park', email, phone: '5035550142', everyDays: 10 };
    await fillShipments(test.deps, [{ userId: shop.userId, ...facts }]);
    const paid = await test.deps.db
      .selectFrom('payments')
      .select('status')
      .where('user_id', '=', shop.userId)
      .execute();
    expect(paid.map(({ status }) => status)).toEqual(Array(3).fill('succeeded'));
    expect(await mails()).toEqual([]);
  });
});
