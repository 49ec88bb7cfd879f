import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { boughtLabel, makeShop, type Shop } from '../../../test/shipping.ts';
import { minutes } from '../../platform/clock.ts';
import { earlierAddresses } from './earlier-addresses.ts';

let test: TestApp;
let shop: Shop;
beforeAll(async () => {
  test = await buildTestApp();
});
beforeEach(async () => {
  shop = await makeShop(test);
});
afterAll(() => test.close());

const suggested = () => earlierAddresses(test.deps.db, shop.userId, 'austin', 5);
const shippedTo = async (street2: string) => {
  const { transactionId: id } = await boughtLabel(test, shop);
  await sql`UPDATE shipments SET receiver = receiver || ${JSON.stringify({ street2 })}::jsonb WHERE id = ${id}`.execute(
    test.deps.db,
  );
  test.clock.advance(minutes(1));
  return id;
};

describe('the earlier addresses of a client', () => {
  it('contain the newest variant of an address', async () => {
    await shippedTo('Apt 3');
    await shippedTo('Apt 8');
    expect((await suggested()).map(({ street2 }) => street2)).toEqual(['Apt 8']);
  });

  it('leave out shipments whose addresses were erased', async () => {
    const id = await shippedTo('Apt 3');
    await sql`UPDATE shipments SET addresses_erased_at = now() WHERE id = ${id}`.execute(test.deps.db);
    expect(await suggested()).toEqual([]);
  });
});
