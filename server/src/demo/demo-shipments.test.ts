import { isForeign } from '@lading/contract/customs/needs-customs.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts';
import { makeUser } from '../../test/factories.ts';
import type { Declaration } from '../domains/pricing/priced-shipment.ts';
import { fillShipments } from './demo-shipments.ts';

interface Row {
  receiver: { country: string; state: string };
  declaration: Declaration | null;
}

let test: TestApp;
let rows: Row[];
beforeAll(async () => {
  test = await buildTestApp();
  const { id: userId } = await makeUser(test);
  const shop = { userId, name: 'Ada Park', email: 'ada@shop.example', phone: '5035550142', everyDays: 1 };
  await fillShipments(test.deps, [shop]);
  ({ rows } = await sql<Row>`SELECT receiver, declaration FROM shipments`.execute(test.deps.db));
});
afterAll(() => test.close());

it('the demo has international shipments, and each has a declaration', () => {
  const abroad = rows.filter(({ receiver }) => isForeign(receiver));
  expect(abroad.length).toBeGreaterThanOrEqual(3);
  for (const { declaration } of abroad) expect(declaration?.customs?.items.length).toBeGreaterThan(0);
});

it('the demo has an insured shipment with a signature', () => {
  expect(rows.map(({ declaration }) => declaration?.extras)).toContainEqual(
    expect.objectContaining({ signature: 'standard', insuredCents: 45_000 }),
  );
});
