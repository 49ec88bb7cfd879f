import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { buildTestApp } from '../../../test/build-test-app.ts';
import { sentStatements } from '../../../test/sent-statements.ts';
import { selectRefunded } from './shipments.store.ts';

it('shipments whose refund has succeeded are found without a look at all refunds that ever did', async () => {
  const test = await buildTestApp();
  const owner = new pg.Client({ connectionString: test.ownerUrl });
  await owner.connect();
  onTestFinished(async () => {
    await owner.end();
    await test.close();
  });
  const [text] = await sentStatements(() => selectRefunded(test.deps.db, 10));
  // Both tables are empty, and reading them looks cheapest.
  await owner.query('SET enable_seqscan = off');
  const { rows } = await owner.query(`EXPLAIN (GENERIC_PLAN) ${text}`);
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('using shipments_refunding on shipments');
});
