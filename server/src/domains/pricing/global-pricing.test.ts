import type { MarkupType } from '@lading/contract/commission.ts';
import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { logInAs, makeUser } from '../../../test/factories.ts';
import {
  buy,
  call,
  centsOfRate,
  expectConsistentLedger,
  makeShop,
  pay,
  ratesFor,
  type Shop,
} from '../../../test/shipping.ts';

let test: TestApp;
let admin: Shop;
beforeAll(async () => {
  test = await buildTestApp();
  const user = await makeUser(test, { role: 'admin', name: 'Morgan Hale' });
  admin = { userId: user.id, token: (await logInAs(test, user)).token };
});
afterAll(async () => {
  await expectConsistentLedger(test);
  await test.close();
});

const show = () => call(test, admin, 'GET', API.adminGlobalPricing);
const save = (markupType: MarkupType, markupAmount: unknown) =>
  call(test, admin, 'PUT', API.adminGlobalPricing, { markupType, markupAmount });
const changes = async () =>
  (
    await test.deps.db
      .selectFrom('audit_logs')
      .select(['details', 'user_id'])
      .where('event_type', '=', 'UPDATE_PRICING')
      .orderBy('seq')
      .execute()
  ).map(({ details, user_id }) => ({ before: details?.before, after: details?.after, by: user_id }));

describe('the global commission', () => {
  it('is shown, changed and audited with its previous value', async () => {
    await save('percentage', 0);
    expect((await show()).json().globalPricing).toMatchObject({ markupType: 'percentage', markupAmount: 0 });
    const earlier = (await changes()).length;
    test.clock.advance(1000);
    const saved = await save('percentage', 12.34);
    const now = test.clock.now().toISOString();
    expect(saved.json()).toEqual({
      globalPricing: { markupType: 'percentage', markupAmount: 12.34, updatedAt: now },
    });
    await save('flat_rate', 0.5);
    expect((await show()).json().globalPricing).toMatchObject({ markupType: 'flat_rate', markupAmount: 0.5 });
    expect((await changes()).slice(earlier)).toEqual([
      { before: '0%', after: '12.34%', by: admin.userId },
      { before: '12.34%', after: '$0.50', by: admin.userId },
    ]);
  });

  it.each([
    ['percentage', -1, 'Commission value must be a non-negative number.'],
    ['percentage', '5', 'Commission value must be a non-negative number.'],
    ['percentage', null, 'Commission value must be a non-negative number.'],
    ['percentage', 1.234, 'Please use at most two decimal places.'],
    ['percentage', 1000.01, 'The commission is too large.'],
    ['flat_rate', 10_000.01, 'The commission is too large.'],
  ] as const)('rejects %s %j and stays unchanged (MO13)', async (type, amount, message) => {
    const before = (await show()).json();
    const answer = await save(type, amount);
    expect([answer.statusCode, answer.json().fields]).toEqual([400, [{ path: 'markupAmount', message }]]);
    expect((await show()).json()).toEqual(before);
  });

  it.each([
    ['percentage', 1000],
    ['flat_rate', 10_000],
  ] as const)('accepts %s of %d', async (type, amount) => {
    expect((await save(type, amount)).statusCode).toBe(200);
  });

  it('changes one request at a time: each audit record starts where the previous one ended', async () => {
    await save('percentage', 25);
    const already = (await changes()).length;
    const first = (await changes()).at(-1)?.after;
    await Promise.all(Array.from({ length: 20 }, (_, index) => save('percentage', index + 0.5)));
    const recorded = (await changes()).slice(already);
    expect(recorded).toHaveLength(20);
    expect(recorded.map(({ before }) => before)).toEqual([
      first,
      ...recorded.slice(0, -1).map(({ after }) => after),
    ]);
    const { markupAmount } = (await show()).json().globalPricing;
    expect(`${markupAmount}%`).toBe(recorded.at(-1)?.after);
  });

  it('does not change existing quotes, paid or not (MO11)', async () => {
    await save('percentage', 10);
    const shop = await makeShop(test);
    const [open] = await ratesFor(test, shop);
    const cents = centsOfRate(open);
    await save('flat_rate', 7);
    await pay(test, shop, cents, [open?.objectId ?? '']);
    await save('percentage', 0);
    expect((await buy(test, shop, open?.objectId ?? '')).json().rate.amount).toBe(open?.amount);
  });
});
