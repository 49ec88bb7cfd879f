import { dateIn } from '@lading/contract/calendar-date.ts';
import { formatMoney } from '@lading/contract/money.ts';
import { API, path } from '@lading/contract/routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addFunds, balanceOf, setTerms, startFromBalance } from '../../../test/balance.ts';
import { documentsOf, enterNextMonth, issueAll, saveBillingSettings } from '../../../test/billing.ts';
import { makeOperator } from '../../../test/operator.ts';
import {
  aShipment,
  buildFaultyApp,
  call,
  centsOfRate,
  expectConsistentLedger,
  type FaultyApp,
  makeShop,
  ratesFor,
  type Shop,
  sweepFor,
} from '../../../test/shipping.ts';
import {
  automaticOf,
  automaticPayments,
  saveCard,
  takeFromBalance,
  topUp,
  turnOn,
} from '../../../test/top-ups.ts';
import { minutes } from '../../platform/clock.ts';

let faulty: FaultyApp;
let operator: Shop;
let shop: Shop;
const test = () => faulty.test;
beforeAll(async () => {
  faulty = await buildFaultyApp();
  operator = await makeOperator(test());
});
beforeEach(async () => {
  shop = await makeShop(test());
});
afterAll(async () => {
  await expectConsistentLedger(test());
  await test().close();
});

const withdraw = (amount: number, headers: Record<string, string> = {}) =>
  call(
    test(),
    operator,
    'POST',
    path(API.adminClientBalance, { id: shop.userId }),
    { kind: 'withdrawal', amount, note: 'Wired back' },
    headers,
  );
const messageOf = async (answer: ReturnType<typeof withdraw>) => {
  const { statusCode, json } = await answer;
  return [statusCode, json().message];
};
const erase = () =>
  call(test(), operator, 'DELETE', path(API.adminClient, { id: shop.userId }), {
    confirmPermanentDelete: true,
  });

async function bankCents(): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    SELECT coalesce(sum(cents), 0)::bigint AS cents FROM ledger_entries WHERE account = 'bank'`.execute(
    test().deps.db,
  );
  return rows[0]?.cents ?? 0;
}

describe('a withdrawal', () => {
  it('is the reverse of a deposit, once per idempotency key', async () => {
    const before = await bankCents();
    await addFunds(test(), shop, 500_000);
    for (let time = 0; time < 2; time += 1)
      expect((await withdraw(450_000, { 'idempotency-key': shop.userId })).json()).toMatchObject({
        balance: 50_000,
      });
    expect((await bankCents()) - before).toBe(50_000);
    const { entries } = (await call(test(), shop, 'GET', API.balanceEntries)).json();
    expect(entries[0]).toMatchObject({
      kind: 'deposit',
      text: 'Withdrawal: Wired back',
      cents: -450_000,
      balance: 50_000,
    });
    const records = await test()
      .deps.db.selectFrom('audit_logs')
      .select('details')
      .where('event_type', '=', 'CHANGE_BALANCE')
      .where(sql`details ->> 'clientId'`, '=', shop.userId)
      .execute();
    expect(records).toEqual([{ details: { clientId: shop.userId, kind: 'withdrawal', cents: 450_000 } }]);
  });

  it('takes no more than the balance, and no credit', async () => {
    await setTerms(test(), operator, shop.userId, 10_000);
    expect(await messageOf(withdraw(1))).toEqual([
      400,
      'This client has no balance that could be withdrawn.',
    ]);
    await addFunds(test(), shop, 2_500);
    expect(await messageOf(withdraw(2_501))).toEqual([
      400,
      'You can withdraw at most $25.00, which is this client’s balance.',
    ]);
    const answers = await Promise.all([withdraw(2_500), withdraw(2_500), withdraw(2_500)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400, 400]);
    expect(await balanceOf(test(), shop)).toBe(0);
  });

  it('leaves what an open payment holds', async () => {
    // Other tests let days pass.
    const shippingDate = dateIn('UTC', test().clock.now());
    const [rate] = await ratesFor(test(), shop, aShipment({ shippingDate }));
    const held = centsOfRate(rate) - 100;
    await addFunds(test(), shop, held);
    await startFromBalance(test(), shop, held + 100, [rate?.objectId ?? '']);
    expect(await messageOf(withdraw(1))).toEqual([
      400,
      `This client has no balance that could be withdrawn. Open disputes and payments hold ${formatMoney(held)}.`,
    ]);
    await addFunds(test(), shop, 300);
    expect((await withdraw(300)).json()).toMatchObject({ balance: 0 });
  });

  it('turns automatic top-ups off if it leaves less than their threshold', async () => {
    await saveCard(test(), shop);
    await addFunds(test(), shop, 50_000);
    await turnOn(test(), shop, { threshold: 2_000 });
    await withdraw(48_000);
    expect(await automaticOf(test(), shop)).toMatchObject({ enabled: true });
    await withdraw(2_000);
    expect(await automaticOf(test(), shop)).toMatchObject({ enabled: false });
    await sweepFor(test(), minutes(2));
    expect(await automaticPayments(test(), shop)).toEqual([]);
  });

  it('lets an account be deleted whose balance has no card', async () => {
    await topUp(test(), shop, 2_000);
    await addFunds(test(), shop, 50_000);
    const refusal = await erase();
    expect([refusal.statusCode, refusal.json().message]).toEqual([
      409,
      'This client has a balance of $520.00 that can’t be refunded to cards in full. It must be used or paid back another way first.',
    ]);
    await withdraw(50_000);
    const answer = await erase();
    expect(answer.statusCode, answer.body).toBe(200);
  });

  it('is not a charge', async () => {
    await saveBillingSettings(test(), operator);
    await addFunds(test(), shop, 50_000);
    await withdraw(50_000);
    await enterNextMonth(test());
    await issueAll(test());
    expect(await documentsOf(test(), shop, 'invoice')).toEqual([]);
    const { content } = await test()
      .deps.db.selectFrom('billing_documents')
      .select('content')
      .where('user_id', '=', shop.userId)
      .where('kind', '=', 'statement')
      .executeTakeFirstOrThrow();
    expect(content).toMatchObject({
      closingCents: 0,
      entries: [{ text: 'Bank transfer' }, { text: 'Withdrawal', cents: -50_000, balanceCents: 0 }],
    });
  });
});

describe('an account with a debt', () => {
  it('cannot be deleted, and the answer says why', async () => {
    await takeFromBalance(test(), shop, 700);
    expect((await erase()).json().message).toBe('This client owes $7.00, which must be paid first.');
    await takeFromBalance(test(), shop, -700);
  });
});
