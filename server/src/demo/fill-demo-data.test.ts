import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BILLING_KINDS } from '@lading/contract/billing.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts';
import { expectConsistentLedger } from '../../test/shipping.ts';
import { showAttention } from '../domains/attention/show-attention.ts';
import { type DemoAccount, fillDemoData } from './fill-demo-data.ts';

let test: TestApp;
let accounts: DemoAccount[];
const folder = mkdtempSync(join(tmpdir(), 'lading-demo-'));
beforeAll(async () => {
  test = await buildTestApp();
  accounts = await fillDemoData(test.deps, folder, (work) => work());
}, 120_000);
afterAll(async () => {
  await test.close();
  rmSync(folder, { recursive: true });
});

describe('the demo data', () => {
  it('is filled once, and later starts get the same accounts', async () => {
    const again = await fillDemoData(test.deps, folder, () => Promise.reject(new Error('filled twice')));
    expect(again).toEqual(accounts);
  });

  it('is not used when the start that filled it was interrupted', async () => {
    const interrupted = mkdtempSync(join(tmpdir(), 'lading-demo-'));
    writeFileSync(join(interrupted, 'demo-accounts.json.unfinished'), '[]');
    await expect(fillDemoData(test.deps, interrupted, (work) => work())).rejects.toThrow(
      `An earlier start was interrupted while it filled in demo data. Delete ${interrupted} and start again`,
    );
    rmSync(interrupted, { recursive: true });
  });

  it('queues no emails about its payments', async () => {
    expect(await test.deps.db.selectFrom('notices').selectAll().execute()).toEqual([]);
  });

  it('has API keys of the first client', async () => {
    const keys = await test.deps.db
      .selectFrom('api_keys')
      .innerJoin('users', 'users.id', 'api_keys.user_id')
      .select(['users.email', 'api_keys.scope'])
      .orderBy('api_keys.created_at')
      .execute();
    const email = accounts.find(({ role }) => role === 'client')?.email;
    expect(keys).toEqual([
      { email, scope: 'orders' },
      { email, scope: 'labels' },
    ]);
  });

  it('has documents of every kind, and they add up', async () => {
    const kinds = await test.deps.db.selectFrom('billing_documents').select('kind').distinct().execute();
    expect(kinds.map(({ kind }) => kind).toSorted()).toEqual([...BILLING_KINDS].toSorted());
    await expectConsistentLedger(test);
  });

  it('asks the operator about an incident and a client whose volume fell', async () => {
    const { data } = await showAttention(test.deps, { staffRole: 'owner' }, { limit: 5 });
    const rowsOf = (kind: string) => data.items.find((item) => item.kind === kind)?.rows;
    expect(rowsOf('incidents')).toMatchObject([{ name: 'Carrier invoice does not add up', count: 1 }]);
    expect(rowsOf('fallen_volume')).toMatchObject([{ name: 'Tomás Ferreira', count: 2 }]);
  });
});
