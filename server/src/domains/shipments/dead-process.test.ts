import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { begunBatch, goodCells } from '../../../test/bulk.ts';
import {
  buildFaultyApp,
  buy,
  expectConsistentLedger,
  type FaultyApp,
  makeShop,
  paidRate,
} from '../../../test/shipping.ts';
import { noteAlive, noteGone } from '../../platform/db/instances.ts';
import { newId } from '../../platform/ids.ts';
import { sweep } from '../../sweep.ts';
import { claimRows, releaseRows } from '../bulk/bulk-row-work.store.ts';

let faulty: FaultyApp;
beforeAll(async () => {
  faulty = await buildFaultyApp();
});
afterAll(() => faulty.test.close());

describe('the work of a process that was killed', () => {
  it('is continued before its lease ends, and not while the process is alive', async () => {
    const { test, labelProvider } = faulty;
    const shop = await makeShop(test);
    const { rate } = await paidRate(test, shop);
    labelProvider.loseAnswer(1);
    await buy(test, shop, rate.objectId);
    const other = newId();
    await noteAlive(test.deps.db, other);
    // As if the other process had ordered the label and then waited for the answer.
    await sql`
      UPDATE shipments SET held_by = ${other}, lease_until = now() + interval '45 seconds'
      WHERE user_id = ${shop.userId}`.execute(test.deps.db);
    const state = async () =>
      (
        await test.deps.db
          .selectFrom('shipments')
          .select('state')
          .where('user_id', '=', shop.userId)
          .executeTakeFirstOrThrow()
      ).state;
    await sweep(test.deps);
    expect(await state()).toBe('purchase_unknown');
    await noteGone(test.deps.db, other);
    await sweep(test.deps);
    expect(await state()).toBe('purchased');
    await expectConsistentLedger(test);
  });

  it('includes the rows of a batch', async () => {
    const { db } = faulty.test.deps;
    await begunBatch(faulty.test, await makeShop(faulty.test), [goodCells(1)]);
    const other = newId();
    await noteAlive(db, other);
    await sql`
      UPDATE bulk_rows SET work = 'addresses', held_by = ${other}, lease_until = now() + interval '90 seconds'`.execute(
      db,
    );
    expect(await claimRows(db, 'addresses', 90_000, 10)).toHaveLength(0);
    await noteGone(db, other);
    const taken = await claimRows(db, 'addresses', 90_000, 10);
    expect(taken).toHaveLength(1);
    await releaseRows(db, 'addresses', taken);
  });
});
