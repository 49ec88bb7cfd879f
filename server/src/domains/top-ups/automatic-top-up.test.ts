import { MONTHLY_CAP_CENTS, THRESHOLD_CENTS } from '@lading/contract/balance.ts';
import { API, path } from '@lading/contract/routes.ts';
import { TEST_GATEWAY_CONFIRM } from '@lading/contract/test-gateway.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PUBLIC_URL } from '../../../test/build-test-app.ts';
import { logInAs, makeUser } from '../../../test/factories.ts';
import {
  buildFaultyApp,
  call,
  expectConsistentLedger,
  type FaultyApp,
  type Shop,
  sweepFor,
} from '../../../test/shipping.ts';
import {
  automaticOf,
  automaticPayments,
  balanceOf,
  CARDS,
  chargedCents,
  saveCard,
  startTopUp,
  TERMS,
  takeFromBalance,
  topUp,
  topUpOf,
  turnOn,
} from '../../../test/top-ups.ts';
import { days, hours, minutes } from '../../platform/clock.ts';
import { topUpIfNeeded } from './top-up-if-needed.ts';

let faulty: FaultyApp;
let user: Awaited<ReturnType<typeof makeUser>>;
let shop: Shop;
const test = () => faulty.test;
beforeAll(async () => {
  faulty = await buildFaultyApp();
});
beforeEach(async () => {
  user = await makeUser(test());
  shop = { userId: user.id, token: (await logInAs(test(), user)).token };
});
afterEach(async () => {
  await expectConsistentLedger(test());
  // Other tests' sweeps leave this client alone.
  await sql`UPDATE automatic_top_ups SET enabled = false`.execute(test().deps.db);
});
afterAll(() => test().close());

const sweepOnce = () => sweepFor(test(), 0);

/** Signs in again afterward. */
async function passTime(milliseconds: number): Promise<void> {
  test().clock.advance(milliseconds);
  shop.token = (await logInAs(test(), user)).token;
}

/** A client with automatic top-ups, whose balance is still above the threshold. */
async function ready(number: string = CARDS.good, terms: Partial<typeof TERMS> = {}): Promise<void> {
  await saveCard(test(), shop, number);
  await topUp(test(), shop, 2_500);
  await turnOn(test(), shop, terms);
}
const statuses = async () => (await automaticPayments(test(), shop)).map(({ status }) => status);

async function mails(): Promise<string[]> {
  const { email } = await test()
    .deps.db.selectFrom('users')
    .select('email')
    .where('id', '=', shop.userId)
    .executeTakeFirstOrThrow();
  await expect.poll(waiting, { timeout: 30_000 }).toBe(0);
  return test()
    .mails(email)
    .filter((mail) => !/^Subject: Your Lading refund/m.test(mail));
}

async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) FROM jobs.job WHERE name LIKE 'send-%' AND state < 'completed'`.execute(test().deps.db);
  return Number(rows[0]?.count);
}

describe('an automatic top-up', () => {
  it('starts only below the threshold', async () => {
    await ready();
    await sweepOnce();
    expect(await automaticPayments(test(), shop)).toEqual([]);
    await takeFromBalance(test(), shop, 500);
    await sweepOnce();
    expect(await automaticPayments(test(), shop)).toEqual([]);
    await takeFromBalance(test(), shop, 1);
    await sweepOnce();
    expect(await statuses()).toEqual(['succeeded']);
    expect((await balanceOf(test(), shop)).balance).toBe(6_999);
    const { entries } = (await call(test(), shop, 'GET', API.balanceEntries)).json();
    expect(entries[0].text).toBe('Automatic top-up with Visa ending in 4242');
    expect(await automaticOf(test(), shop)).toMatchObject({
      usedThisMonth: 5_000,
      paused: null,
      topUpId: null,
    });
  });

  it('starts once, even if it is triggered fifty times at the same time', async () => {
    await ready();
    await takeFromBalance(test(), shop, 1_000);
    await Promise.all(Array.from({ length: 50 }, () => topUpIfNeeded(test().deps, shop.userId)));
    expect(await statuses()).toEqual(['succeeded']);
    expect(await chargedCents(test(), shop)).toBe(7_500);
  });

  it('starts right after labels are paid from the balance', async () => {
    await ready();
    const answer = await call(test(), shop, 'POST', API.createPaymentIntent, {
      amount: 1_000,
      description: '',
      useBalance: true,
    });
    expect(answer.statusCode, answer.body).toBe(200);
    await expect.poll(statuses).toEqual(['succeeded']);
    // The payment bought nothing and returns to the balance.
    await sweepFor(test(), minutes(40), minutes(5));
  });

  it('is charged once if the answer is lost, and retried if the charge never arrived', async () => {
    await ready();
    await takeFromBalance(test(), shop, 1_000);
    faulty.gateway.loseAnswer('charge');
    await expect(topUpIfNeeded(test().deps, shop.userId)).rejects.toThrow('lost');
    expect(await topUpIfNeeded(test().deps, shop.userId)).toBeNull();
    await sweepFor(test(), minutes(1));
    expect(await statuses()).toEqual(['succeeded']);
    expect(await chargedCents(test(), shop)).toBe(7_500);

    await takeFromBalance(test(), shop, 6_000);
    faulty.gateway.failNext('charge');
    await sweepFor(test(), minutes(2));
    expect(await statuses()).toEqual(['succeeded', 'succeeded']);
    expect(await chargedCents(test(), shop)).toBe(12_500);
  });

  it('stays within the monthly cap, and resumes next month', async () => {
    await ready(CARDS.good, { amount: 5_000, monthlyCap: 8_000 });
    await takeFromBalance(test(), shop, 10_000);
    await sweepFor(test(), minutes(1));
    expect((await automaticPayments(test(), shop)).map(({ amount_cents: cents }) => cents)).toEqual([
      5_000, 3_000,
    ]);
    expect(await automaticOf(test(), shop)).toMatchObject({ paused: 'cap_reached', usedThisMonth: 8_000 });
    await passTime(days(15));
    await sweepFor(test(), minutes(1));
    expect((await automaticPayments(test(), shop)).slice(2).map(({ amount_cents: cents }) => cents)).toEqual([
      5_000,
    ]);
  });

  it('does not start for a suspended client or when turned off', async () => {
    await ready();
    await takeFromBalance(test(), shop, 1_000);
    await sql`UPDATE users SET status = 'suspended' WHERE id = ${shop.userId}`.execute(test().deps.db);
    await topUpIfNeeded(test().deps, shop.userId);
    await sql`UPDATE users SET status = 'active' WHERE id = ${shop.userId}`.execute(test().deps.db);
    await call(test(), shop, 'PUT', API.automaticTopUp, { enabled: false, ...TERMS });
    await topUpIfNeeded(test().deps, shop.userId);
    expect(await automaticPayments(test(), shop)).toEqual([]);
  });
});

describe('a declined automatic top-up', () => {
  it('sends one email, retries after a day, and stops at the second decline until the client acts', async () => {
    await ready(CARDS.declinesLater);
    await takeFromBalance(test(), shop, 1_000);
    await sweepFor(test(), minutes(2));
    expect(await statuses()).toEqual(['canceled']);
    expect(await automaticOf(test(), shop)).toMatchObject({ paused: 'retry_tomorrow' });
    const [first, ...more] = await mails();
    expect(more).toEqual([]);
    expect(first).toContain('Subject: Your automatic top-up was declined');
    expect(first).toContain('We could not charge $50.00 to your card ending in 0341.');
    expect(first).toContain('We will try once more tomorrow.');
    expect(first).toContain(`${PUBLIC_URL}/client/balance`);

    await passTime(hours(25));
    await sweepFor(test(), minutes(2));
    expect(await statuses()).toEqual(['canceled', 'canceled']);
    expect(await automaticOf(test(), shop)).toMatchObject({ paused: 'declined' });
    expect((await mails()).at(-1)).toContain('We will not try again until you choose another card');
    for (let day = 0; day < 3; day += 1) {
      await passTime(days(1));
      await sweepOnce();
    }
    expect(await statuses()).toHaveLength(2);
    expect(await mails()).toHaveLength(2);

    const good = await saveCard(test(), shop);
    await sweepOnce();
    expect(await statuses()).toHaveLength(2);
    await call(test(), shop, 'PUT', path(API.defaultCard, { id: good.id }));
    await sweepOnce();
    expect(await statuses()).toEqual(['canceled', 'canceled', 'succeeded']);
  });

  it('with a stolen card is never retried with that card', async () => {
    await ready(CARDS.declinesLater);
    await takeFromBalance(test(), shop, 1_000);
    faulty.cards.cards.charge = async () => ({
      outcome: 'declined',
      intent: null,
      code: 'stolen_card',
      text: 'Your card was declined. Please try another card.',
    });
    await sweepOnce();
    faulty.cards.cards.charge = Object.getPrototypeOf(faulty.cards.cards).charge;
    expect(await automaticOf(test(), shop)).toMatchObject({ paused: 'card_refused' });
    const body = { enabled: true, ...TERMS, consent: true };
    const saved = await call(test(), shop, 'PUT', API.automaticTopUp, body);
    expect(saved.json()).toMatchObject({ error: 'VALIDATION_FAILED', fields: [{ path: 'enabled' }] });
    const [card] = (await call(test(), shop, 'GET', API.storedCards)).json().cards;
    expect(card.status).toBe('refused');
    expect((await startTopUp(test(), shop, { amount: 500, cardId: card.id })).json().error).toBe(
      'CARD_UNUSABLE',
    );
    expect((await mails())[0]).not.toMatch(/stolen/i);
  });
});

describe('an automatic top-up that the bank wants confirmed', () => {
  it('waits for the client, who confirms the same intent', async () => {
    await ready(CARDS.alwaysAsks);
    await takeFromBalance(test(), shop, 1_000);
    await sweepFor(test(), minutes(2));
    const [payment, ...others] = await automaticPayments(test(), shop);
    expect(others).toEqual([]);
    const id = payment?.id ?? '';
    expect(await automaticOf(test(), shop)).toMatchObject({ paused: 'confirmation_needed', topUpId: id });
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail).toContain('Subject: Please confirm your automatic top-up');
    expect(mail).toContain(`${PUBLIC_URL}/client/balance?top-up=`);

    const asked = await topUpOf(test(), shop, id);
    expect(asked).toMatchObject({ status: 'requires_action', automatic: true, card: { last4: '3184' } });
    const url = path(TEST_GATEWAY_CONFIRM, { intentId: asked.paymentIntentId });
    const send = (step: object) =>
      test().inject({ method: 'POST', url, payload: { clientSecret: asked.clientSecret, ...step } });
    expect((await send({ methodId: asked.methodId })).json()).toEqual({ status: 'requires_action' });
    expect((await send({ authentication: 'complete' })).json()).toEqual({ status: 'succeeded' });
    await test().paymentEvents();
    expect((await balanceOf(test(), shop)).balance).toBe(6_500);
    expect(await automaticPayments(test(), shop)).toHaveLength(1);

    // The wait of a day ends with the payment.
    await takeFromBalance(test(), shop, 6_000);
    await sweepOnce();
    expect(await automaticPayments(test(), shop)).toHaveLength(2);
  });

  it('ends after a day without an answer, and stops after the second', async () => {
    await ready(CARDS.alwaysAsks);
    await takeFromBalance(test(), shop, 1_000);
    for (let day = 0; day < 4; day += 1) {
      await sweepFor(test(), minutes(12), minutes(3));
      await passTime(hours(25));
    }
    await sweepFor(test(), minutes(12), minutes(3));
    expect(await statuses()).toEqual(['canceled', 'canceled']);
    expect(await mails()).toHaveLength(2);
    expect(await automaticOf(test(), shop)).toMatchObject({ paused: 'declined', topUpId: null });
  });
});

describe('a card that expires', () => {
  it('causes one email, in its last 30 days, and is not charged after it expires', async () => {
    // On the first day, the end of a month may be 31 days away.
    if (test().clock.now().getUTCDate() === 1) await passTime(days(1));
    const now = test().clock.now();
    const soon = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
    await saveCard(test(), shop, CARDS.good, {
      expMonth: soon.getUTCMonth() + 1,
      expYear: soon.getUTCFullYear(),
    });
    await topUp(test(), shop, 2_500);
    await turnOn(test(), shop);
    await sweepFor(test(), minutes(1));
    const sent = await mails();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toContain('Subject: The card for your automatic top-ups expires soon');
    expect(sent[0]).toContain('Your card ending in 4242 expires at the end of');
    await passTime(days(32));
    await takeFromBalance(test(), shop, 1_000);
    await sweepFor(test(), minutes(1));
    expect(await automaticPayments(test(), shop)).toEqual([]);
    expect(await automaticOf(test(), shop)).toMatchObject({ paused: 'card_expired' });
    expect(await mails()).toHaveLength(1);
  });
});

describe('the settings', () => {
  it('store the consent with text, time and address', async () => {
    await ready();
    const row = await test()
      .deps.db.selectFrom('automatic_top_ups')
      .select(['consent', 'consented_at', 'consent_ip'])
      .where('user_id', '=', shop.userId)
      .executeTakeFirst();
    expect(row).toEqual({
      consent:
        'I allow my default card to be charged $50.00 whenever my balance falls below $20.00, up to $500.00 a month. I can turn this off at any time.',
      consented_at: expect.any(Date),
      consent_ip: '127.0.0.1',
    });
  });

  it.each([
    [{ consent: undefined }, 'consent'],
    [{ monthlyCap: 4_999 }, 'monthlyCap'],
    [{ amount: 100 }, 'amount'],
    [{ threshold: -1 }, 'threshold'],
    [{ threshold: THRESHOLD_CENTS.max + 1 }, 'threshold'],
    [{ monthlyCap: MONTHLY_CAP_CENTS.max + 1 }, 'monthlyCap'],
  ])('reject %j with a field error', async (change, field) => {
    await saveCard(test(), shop);
    const body = { enabled: true, ...TERMS, consent: true, ...change };
    const answer = await call(test(), shop, 'PUT', API.automaticTopUp, body);
    expect([answer.statusCode, answer.json().fields[0].path]).toEqual([400, field]);
  });

  it('need a card, and stop when the last one is removed', async () => {
    const body = { enabled: true, ...TERMS, consent: true };
    expect((await call(test(), shop, 'PUT', API.automaticTopUp, body)).statusCode).toBe(400);
    const { id } = await saveCard(test(), shop);
    await turnOn(test(), shop);
    await call(test(), shop, 'DELETE', path(API.storedCard, { id }));
    await sweepOnce();
    expect(await automaticPayments(test(), shop)).toEqual([]);
    expect(await automaticOf(test(), shop)).toMatchObject({ enabled: true, paused: 'no_card' });
  });

  it('are turned off by a payout that leaves less than the threshold', async () => {
    await ready();
    await call(test(), shop, 'POST', API.balancePayout, {});
    expect(await automaticOf(test(), shop)).toMatchObject({ enabled: false });
    await sweepOnce();
    expect(await automaticPayments(test(), shop)).toEqual([]);
  });
});
