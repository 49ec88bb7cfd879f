import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { sendNewReceipts } from '../src/domains/notices/send-receipts.ts';
import { selectPaymentByIntent } from '../src/domains/payments/payments.store.ts';
import { buildTestApp, type TestApp } from './build-test-app.ts';
import { oneAtATime } from './bulk.ts';
import { type ReceivedMail, SmtpDouble } from './doubles/smtp-double.ts';
import { FaultyLabelProvider } from './faulty-label-provider.ts';
import { makeShop, type Shop } from './shipping.ts';

/** An application that sends its emails to a double, and a new client for each test. */
class MailFixture {
  readonly server = new SmtpDouble();
  test!: TestApp;
  labelProvider!: FaultyLabelProvider;
  shop!: Shop;
  email!: string;

  /** Every email to the client, once all queued ones have been sent. */
  async mails(): Promise<ReceivedMail[]> {
    await sendNewReceipts(this.test.deps);
    await expect.poll(() => this.#countJobs(), { timeout: 30_000 }).toBe(0);
    return this.server.mails.filter(({ to }) => to.includes(this.email));
  }

  newReceipts() {
    return this.test.deps.db
      .selectFrom('notices')
      .select('object_id')
      .where('first_try', '=', true)
      .execute();
  }

  async paymentOf(intentId: string) {
    const { db, paymentProvider } = this.test.deps;
    const payment = await selectPaymentByIntent(db, paymentProvider.name, intentId);
    if (!payment) throw new Error('No such payment');
    return payment;
  }

  async #countJobs(): Promise<number> {
    // A job that finds its email claimed by another job looks again after two minutes.
    await sql`
      UPDATE jobs.job SET start_after = now()
      WHERE name LIKE 'send-%' AND state = 'created' AND start_after > now()`.execute(this.test.deps.db);
    const { rows } = await sql<{ count: number }>`
      SELECT count(*) FROM jobs.job WHERE name LIKE 'send-%' AND state < 'completed'`.execute(
      this.test.deps.db,
    );
    return Number(rows[0]?.count);
  }
}

/** Registers the hooks that start and stop it. */
export function useMailFixture(): MailFixture {
  const fixture = new MailFixture();
  const { server } = fixture;
  beforeAll(async () => {
    const settings = {
      SMTP_URL: await server.listen(),
      MAIL_FROM: 'Labels <labels@house.example>',
      TIME_ZONE: 'Pacific/Kiritimati',
    };
    fixture.test = await buildTestApp(settings, (deps) => {
      fixture.labelProvider = new FaultyLabelProvider(oneAtATime(deps.labelProvider));
      deps.labelProvider = fixture.labelProvider;
    });
  });
  beforeEach(async () => {
    fixture.shop = await makeShop(fixture.test);
    ({ email: fixture.email } = await fixture.test.deps.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', fixture.shop.userId)
      .executeTakeFirstOrThrow());
  });
  afterEach(() => server.faults.clear());
  afterAll(async () => {
    await fixture.test.close();
    await server.close();
  });
  return fixture;
}

export const subjectOf = ({ data }: ReceivedMail) => /^Subject: (.*)$/m.exec(data)?.[1];

/** Joins lines that the mail encoding has folded. */
export const textOf = ({ data }: ReceivedMail) =>
  data
    .slice(data.indexOf('\r\n\r\n') + 4)
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll('\r\n', '\n');
