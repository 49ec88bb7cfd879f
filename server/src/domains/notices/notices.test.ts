import { formatMoney } from '@lading/contract/money.ts';
import { API } from '@lading/contract/routes.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { PUBLIC_URL } from '../../../test/build-test-app.ts';
import {
  act,
  batchOf,
  begunBatch,
  payForBatch,
  ratedBatch,
  rowsOf,
  rowsOfBatch,
  work,
} from '../../../test/bulk.ts';
import { subjectOf, textOf, useMailFixture } from '../../../test/mail-fixture.ts';
import { makeOperator, refund } from '../../../test/operator.ts';
import { boughtLabel, buy, call, paidRate } from '../../../test/shipping.ts';
import { fillShipments } from '../../demo/demo-shipments.ts';
import { cleanUpNotices, sendBatchNotice, sendRefundNotice } from './send-notices.ts';

const fixture = useMailFixture();

/** Emails other than receipts. */
const others = async () =>
  (await fixture.mails()).filter((mail) => subjectOf(mail) !== 'Your Lading receipt');

const refundsOfShop = () =>
  fixture.test.deps.db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select(['refunds.id', 'refunds.cents'])
    .where('user_id', '=', fixture.shop.userId)
    .execute();

describe('a refund notice', () => {
  it("is sent once, with the operator's reason, even when its job runs again", async () => {
    const operator = await makeOperator(fixture.test);
    const { transactionId } = await boughtLabel(fixture.test, fixture.shop);
    await refund(fixture.test, operator, transactionId, 250, { reason: 'The parcel was late.' });
    const [mail, ...more] = await others();
    expect(more).toEqual([]);
    expect(mail && subjectOf(mail)).toBe('Your Lading refund');
    expect(mail && textOf(mail)).toContain('We refunded $2.50 to your card.');
    expect(mail && textOf(mail)).toContain('within 5 to 10 business days');
    expect(mail && textOf(mail)).toContain('Reason: The parcel was late.');
    const [row] = await refundsOfShop();
    await Promise.all([1, 2].map(() => sendRefundNotice(fixture.test.deps, { refundId: row?.id ?? '' })));
    expect(await others()).toHaveLength(1);
  });

  it("explains a failed label in our words, not the carrier's", async () => {
    const { rate } = await paidRate(fixture.test, fixture.shop);
    fixture.labelProvider.refuse(1, 'ERR-77 account 4711 blocked');
    await buy(fixture.test, fixture.shop, rate.objectId);
    const [mail] = await others();
    expect(mail && textOf(mail)).toContain('Reason: The label could not be created.');
    expect(mail?.data).not.toContain('4711');
  });

  it('is sent to a suspended client without a link, and never to an erased one', async () => {
    const operator = await makeOperator(fixture.test);
    const { transactionId } = await boughtLabel(fixture.test, fixture.shop);
    await fixture.mails();
    const setStatus = (status: string) =>
      call(fixture.test, operator, 'PUT', API.adminClient.replace(':id', fixture.shop.userId), { status });
    expect((await setStatus('suspended')).statusCode).toBe(200);
    await refund(fixture.test, operator, transactionId, 100);
    const [mail] = await others();
    expect(mail && textOf(mail)).toContain('$1.00');
    expect(mail && textOf(mail)).not.toContain(PUBLIC_URL);

    const [row] = await refundsOfShop();
    await sql`DELETE FROM notices`.execute(fixture.test.deps.db);
    const erased = await call(
      fixture.test,
      operator,
      'DELETE',
      API.adminClient.replace(':id', fixture.shop.userId),
      {
        confirmPermanentDelete: true,
      },
    );
    expect(erased.statusCode, erased.body).toBeLessThan(300);
    const sent = fixture.server.mails.length;
    await sendRefundNotice(fixture.test.deps, { refundId: row?.id ?? '' });
    expect(fixture.server.mails).toHaveLength(sent);
  });
});

describe('a batch notice', () => {
  it('covers all refunds of a run in one mail instead of one per row', async () => {
    const batch = await ratedBatch(fixture.test, fixture.shop, rowsOf(4));
    const prices = (await rowsOfBatch(fixture.test, fixture.shop, batch.id)).map(({ rate }) =>
      Math.round((rate?.amount ?? 0) * 100),
    );
    const payment = await payForBatch(fixture.test, fixture.shop, batch);
    fixture.labelProvider.refuse(2, 'not today');
    await act(fixture.test, fixture.shop, API.batchLabels, batch.id, {
      paymentIntentId: payment.paymentIntentId,
    });
    await work(fixture.test);
    const rows = await rowsOfBatch(fixture.test, fixture.shop, batch.id);
    const failed = rows.filter(({ status }) => status === 'label_failed').map(({ number }) => number);
    expect(failed).toHaveLength(2);
    const refunded = failed.reduce((sum, number) => sum + (prices[number - 1] ?? 0), 0);
    const [mail, ...more] = await others();
    expect(more.map(subjectOf)).toEqual([]);
    expect(mail && subjectOf(mail)).toBe('Your Lading upload: some labels could not be created');
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

    await Promise.all([1, 2].map(() => sendBatchNotice(fixture.test.deps, { batchId: batch.id })));
    expect(await others()).toHaveLength(1);

    // A second run has its own payment and its own mail.
    await act(fixture.test, fixture.shop, API.batchRetry, batch.id, { numbers: failed });
    await work(fixture.test);
    const again = await payForBatch(
      fixture.test,
      fixture.shop,
      await batchOf(fixture.test, fixture.shop, batch.id),
    );
    await act(fixture.test, fixture.shop, API.batchLabels, batch.id, {
      paymentIntentId: again.paymentIntentId,
    });
    await work(fixture.test);
    expect((await others()).map(subjectOf)).toEqual([
      'Your Lading upload: some labels could not be created',
      'Your Lading upload: all labels were created',
    ]);
  });

  it('is not sent again after old notices were deleted', async () => {
    const batch = await begunBatch(fixture.test, fixture.shop, rowsOf(1));
    await act(fixture.test, fixture.shop, API.batchCancel, batch.id);
    expect(await others()).toHaveLength(1);
    const { db } = fixture.test.deps;
    await sql`
      UPDATE notices n SET held_until = now() - interval '31 days' FROM payments p
      WHERE p.id = n.object_id AND p.user_id = ${fixture.shop.userId}`.execute(db);
    await cleanUpNotices(fixture.test.deps);
    await sendBatchNotice(fixture.test.deps, { batchId: batch.id });
    expect(await others()).toHaveLength(1);
  });

  it('is also sent when the client cancels before the first label', async () => {
    const batch = await begunBatch(fixture.test, fixture.shop, rowsOf(3));
    await act(fixture.test, fixture.shop, API.batchCancel, batch.id);
    const mails = await others();
    expect(mails.map(subjectOf)).toEqual(['Your Lading upload: no labels were created']);
    expect(mails[0] && textOf(mails[0])).toContain('Labels: 0\nNot created: 3\n');
  });
});

describe('the demo', () => {
  it('sends no mails about its purchases', async () => {
    const facts = { name: 'Ada Park', email: fixture.email, phone: '5035550142', everyDays: 10 };
    await fillShipments(fixture.test.deps, [{ userId: fixture.shop.userId, ...facts }]);
    const paid = await fixture.test.deps.db
      .selectFrom('payments')
      .select('status')
      .where('user_id', '=', fixture.shop.userId)
      .execute();
    expect(paid.map(({ status }) => status)).toEqual(Array(3).fill('succeeded'));
    expect(await fixture.mails()).toEqual([]);
  });
});
