import { API } from '@lading/contract/routes.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { startBillingIn } from '../../../test/billing.ts';
import { PUBLIC_URL } from '../../../test/build-test-app.ts';
import { subjectOf, textOf, useMailFixture } from '../../../test/mail-fixture.ts';
import { makeOperator } from '../../../test/operator.ts';
import { boughtLabel, call, confirm, pay, startPayment } from '../../../test/shipping.ts';
import { topUp } from '../../../test/top-ups.ts';
import { NotSentError } from '../../platform/outgoing/not-sent.ts';
import type { Mail } from '../../providers/mail/port.ts';
import { settlePayment } from '../payments/settle-payment.ts';
import { claimNewReceipts, endFirstTries, releaseFirstTries } from './receipts.store.ts';
import { sendNewReceipts, sendReceipt } from './send-receipts.ts';

const fixture = useMailFixture();

describe('a receipt', () => {
  it("shows amount, purpose, reference and the date in the operator's time zone", async () => {
    const { paymentIntentId } = await pay(fixture.test, fixture.shop, 1234);
    await settlePayment(fixture.test.deps, await fixture.paymentOf(paymentIntentId));
    const { id } = await fixture.paymentOf(paymentIntentId);
    const [mail, ...more] = await fixture.mails();
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
    const { paymentIntentId } = await pay(fixture.test, fixture.shop, 500);
    const { id } = await fixture.paymentOf(paymentIntentId);
    await fixture.mails();
    await fixture.test.deps.db.deleteFrom('notices').where('object_id', '=', id).execute();
    const sent: Mail[] = [];
    const mailer = { send: async (mail: Mail) => void sent.push(mail) };
    await sendReceipt({ ...fixture.test.deps, mailer }, { paymentId: id });
    expect(sent).toMatchObject([{ to: fixture.email, accountId: fixture.shop.userId }]);
  });

  it('of a top-up links to the balance', async () => {
    await topUp(fixture.test, fixture.shop, 2500);
    const [mail] = await fixture.mails();
    const text = mail ? textOf(mail) : '';
    expect(text).toContain(`See your balance:\n${PUBLIC_URL}/client/balance`);
    expect(text).not.toContain('shipping history');
  });

  it('links to the billing documents once billing has started', async () => {
    const { db } = fixture.test.deps;
    await startBillingIn(db, fixture.test.clock.now());
    await pay(fixture.test, fixture.shop, 1234);
    const [mail] = await fixture.mails();
    const off = { starts_on: null, next_month: null, receipts_until: null };
    await db.updateTable('billing_settings').set(off).execute();
    expect(mail ? textOf(mail) : '').toContain(
      `Download your receipt as a PDF:\n${PUBLIC_URL}/client/billing`,
    );
  });

  it('is sent once when a payment is settled concurrently and when its job runs again', async () => {
    const started = await startPayment(fixture.test, fixture.shop, 777);
    const open = await fixture.paymentOf(started.paymentIntentId);
    await confirm(fixture.test, started);
    await Promise.all([1, 2, 3].map(() => settlePayment(fixture.test.deps, open)));
    expect(await fixture.mails()).toHaveLength(1);
    await Promise.all([1, 2, 3].map(() => sendReceipt(fixture.test.deps, { paymentId: open.id })));
    expect(await fixture.mails()).toHaveLength(1);
  });

  it('is sent once when several processes look for new receipts', async () => {
    const { paymentIntentId } = await pay(fixture.test, fixture.shop, 444);
    await settlePayment(fixture.test.deps, await fixture.paymentOf(paymentIntentId));
    await Promise.all([1, 2, 3].map(() => sendNewReceipts(fixture.test.deps)));
    expect(await fixture.mails()).toHaveLength(1);
    expect(await fixture.newReceipts()).toEqual([]);
  });

  it('is sent by another process when the claim of one that stopped has expired', async () => {
    const { paymentIntentId } = await pay(fixture.test, fixture.shop, 333);
    const { id } = await settlePayment(fixture.test.deps, await fixture.paymentOf(paymentIntentId));
    expect(await claimNewReceipts(fixture.test.deps.db, 10, 60_000)).toMatchObject([{ payment_id: id }]);
    expect(await fixture.mails()).toEqual([]);
    await sql`UPDATE notices SET held_until = now() WHERE object_id = ${id}`.execute(fixture.test.deps.db);
    expect(await fixture.mails()).toHaveLength(1);
  });

  it('is left alone by a process whose claim has expired', async () => {
    const { db } = fixture.test.deps;
    const { paymentIntentId } = await pay(fixture.test, fixture.shop, 331);
    const { id } = await settlePayment(fixture.test.deps, await fixture.paymentOf(paymentIntentId));
    const claimed = await claimNewReceipts(db, 10, 60_000);
    await sql`UPDATE notices SET held_until = now() WHERE object_id = ${id}`.execute(db);
    const others = await claimNewReceipts(db, 10, 120_000);
    expect(await endFirstTries(db, claimed, { sent: false })).toBe(false);
    expect(await releaseFirstTries(db, others)).toBe(true);
    expect(await fixture.mails()).toHaveLength(1);
  });

  it('waits without a job while no emails are sent because the mail server fails', async () => {
    const { paymentIntentId } = await pay(fixture.test, fixture.shop, 332);
    await settlePayment(fixture.test.deps, await fixture.paymentOf(paymentIntentId));
    const mailer = { send: () => Promise.reject(new NotSentError('paused')) };
    await sendNewReceipts({ ...fixture.test.deps, mailer });
    expect(await fixture.newReceipts()).toHaveLength(1);
    expect(await fixture.mails()).toHaveLength(1);
  });

  it('stays sent if another one can be neither sent nor queued', async () => {
    for (const cents of [334, 335]) {
      const { paymentIntentId } = await pay(fixture.test, fixture.shop, cents);
      await settlePayment(fixture.test.deps, await fixture.paymentOf(paymentIntentId));
    }
    const sent: Mail[] = [];
    const mailer = {
      send: async (mail: Mail) => {
        if (sent.length > 0) throw new Error('no answer');
        sent.push(mail);
      },
    };
    const jobs = { ...fixture.test.deps.jobs, enqueue: () => Promise.reject(new Error('no queue')) };
    await expect(sendNewReceipts({ ...fixture.test.deps, mailer, jobs })).rejects.toThrow('no queue');
    expect(await fixture.newReceipts()).toHaveLength(1);
    const [other, ...more] = await fixture.mails();
    expect(more).toEqual([]);
    expect(other?.data).not.toContain(`Message-ID: <${sent[0]?.id}@`);
  });

  it('is not sent to an account that was erased before', async () => {
    const operator = await makeOperator(fixture.test);
    await boughtLabel(fixture.test, fixture.shop);
    expect(await fixture.newReceipts()).toHaveLength(1);
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
    await sendNewReceipts(fixture.test.deps);
    expect(
      fixture.server.mails.slice(sent).filter((mail) => subjectOf(mail) === 'Your Lading receipt'),
    ).toEqual([]);
    expect(await fixture.newReceipts()).toEqual([]);
  });

  it('is sent once when two jobs of one payment run concurrently', async () => {
    const { paymentIntentId } = await pay(fixture.test, fixture.shop, 555);
    await settlePayment(fixture.test.deps, await fixture.paymentOf(paymentIntentId));
    await fixture.mails();
    const { id } = await fixture.paymentOf(paymentIntentId);
    await sql`DELETE FROM notices WHERE object_id = ${id}`.execute(fixture.test.deps.db);
    const both = await Promise.allSettled(
      [1, 2].map(() => sendReceipt(fixture.test.deps, { paymentId: id })),
    );
    // The queue retries the other job later, in case this one crashes.
    expect(both.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    expect(await fixture.mails()).toHaveLength(2);
  });

  it('is retried after a mail server outage and after a crash while sending', async () => {
    fixture.server.faults.set('RCPT', { answer: '451 4.3.0 later' });
    const { paymentIntentId } = await pay(fixture.test, fixture.shop, 888);
    const { id } = await settlePayment(fixture.test.deps, await fixture.paymentOf(paymentIntentId));
    await sendNewReceipts(fixture.test.deps);
    expect(fixture.test.logText()).toContain('deferred an email (RCPT TO 451)');
    fixture.server.faults.clear();
    expect(await fixture.newReceipts()).toEqual([]);
    expect(await fixture.mails()).toHaveLength(1);

    await sql`UPDATE notices SET sent_at = NULL, held_until = now() + interval '1 minute' WHERE object_id = ${id}`.execute(
      fixture.test.deps.db,
    );
    await expect(sendReceipt(fixture.test.deps, { paymentId: id })).rejects.toThrow(
      'Another process is sending',
    );
    await sql`UPDATE notices SET held_until = now() WHERE object_id = ${id}`.execute(fixture.test.deps.db);
    await sendReceipt(fixture.test.deps, { paymentId: id });
    expect(await fixture.mails()).toHaveLength(2);
  });

  it('is retried when the mail server refuses our account', async () => {
    fixture.server.faults.set('TEXT', { answer: '550 5.4.5 Daily user sending quota exceeded' });
    const { paymentIntentId } = await pay(fixture.test, fixture.shop, 666);
    const { id } = await settlePayment(fixture.test.deps, await fixture.paymentOf(paymentIntentId));
    await sendNewReceipts(fixture.test.deps);
    expect(fixture.test.logText()).toContain('refuses our account (DATA 550)');
    const notices = fixture.test.deps.db.selectFrom('notices').select('sent_at').where('object_id', '=', id);
    expect(await notices.execute()).toEqual([{ sent_at: null }]);
    fixture.server.faults.clear();
    // A second failure may have paused the calls.
    fixture.test.clock.advance(30_000);
    expect(await fixture.mails()).toHaveLength(1);
  });

  it('is not retried when the mail server rejects the address permanently', async () => {
    fixture.server.faults.set('RCPT', { answer: '550 5.1.1 nobody' });
    const { paymentIntentId } = await pay(fixture.test, fixture.shop, 999);
    const { id } = await settlePayment(fixture.test.deps, await fixture.paymentOf(paymentIntentId));
    expect(await fixture.mails()).toEqual([]);
    fixture.server.faults.clear();
    await sendReceipt(fixture.test.deps, { paymentId: id });
    expect(await fixture.mails()).toEqual([]);
  });
});
