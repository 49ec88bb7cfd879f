import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  buildFaultyApp,
  confirm,
  expectConsistentLedger,
  type FaultyApp,
  makeShop,
  type Shop,
  startPayment,
} from '../../../test/shipping.ts';
import { saveCard, startTopUp } from '../../../test/top-ups.ts';
import { sweep } from '../../sweep.ts';

const BEFORE_THE_CUT = 'x'.repeat(499);
const REASON = `${BEFORE_THE_CUT}😀`;

let faulty: FaultyApp;
let shop: Shop;
beforeAll(async () => {
  faulty = await buildFaultyApp();
});
beforeEach(async () => {
  shop = await makeShop(faulty.test);
});
afterEach(() => {
  vi.restoreAllMocks();
  faulty.gateway.alterIntents(() => ({}));
});
afterAll(async () => {
  await expectConsistentLedger(faulty.test);
  await faulty.test.close();
});

const recorded = () =>
  faulty.test.deps.db
    .selectFrom('audit_logs')
    .select('details')
    .where('event_type', '=', 'PAYMENT_DECLINED')
    .where('user_id', '=', shop.userId)
    .execute();
const oneRecord = [{ details: expect.objectContaining({ error: `${BEFORE_THE_CUT}\u{fffd}` }) }];

describe('a reason for a decline that is cut inside an emoji', () => {
  it('is recorded for a payment form', async () => {
    faulty.gateway.alterIntents(({ lastError }) => (lastError ? { lastError: REASON } : {}));
    await confirm(faulty.test, await startPayment(faulty.test, shop, 900), '4000000000000002');
    await sweep(faulty.test.deps);
    expect(await recorded()).toEqual(oneRecord);
  });

  it('is recorded for a stored card', async () => {
    const { id: cardId } = await saveCard(faulty.test, shop);
    vi.spyOn(faulty.gateway.cards, 'charge').mockResolvedValue({
      outcome: 'declined',
      intent: null,
      code: 'generic_decline',
      text: REASON,
    });
    const answer = await startTopUp(faulty.test, shop, { amount: 900, cardId });
    expect(answer.json()).toMatchObject({ status: 'canceled' });
    expect(await recorded()).toEqual(oneRecord);
  });
});
