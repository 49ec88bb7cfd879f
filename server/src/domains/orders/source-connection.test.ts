import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildShopApp, connectShop, type ShopApp } from '../../../test/order-sources.ts';
import { makeShop } from '../../../test/shipping.ts';
import type { SourceSecrets } from '../../providers/order-sources/port.ts';
import { selectSource } from './order-sources.store.ts';
import { openConnection } from './source-connection.ts';

let app: ShopApp;
let sourceId: string;
beforeAll(async () => {
  app = await buildShopApp();
});
beforeEach(async () => {
  sourceId = (await connectShop(app.test, await makeShop(app.test))).id;
});
afterAll(() => app.test.close());

const open = async () => {
  const source = await selectSource(app.test.deps.db, sourceId);
  if (!source) throw new Error('The source is missing');
  return openConnection(app.test.deps, source);
};

describe('the connection of a source', () => {
  it('renews credentials in one process at a time, and returns the newest to each', async () => {
    let calls = 0;
    let running = 0;
    /** As adapters do: another process may have renewed them. */
    const renewOnce = (old: string) => async (current: SourceSecrets) => {
      running += 1;
      expect(running).toBe(1);
      await Promise.resolve();
      running -= 1;
      if (current.token !== old) return current;
      calls += 1;
      return { ...current, token: `token-${calls}` };
    };
    const connections = await Promise.all([open(), open(), open()]);
    const renewed = await Promise.all(
      connections.map(({ renew, secrets }) => renew(renewOnce(secrets.token ?? (undefined as never)))),
    );
    expect(renewed.map(({ token }) => token)).toEqual(['token-1', 'token-1', 'token-1']);
    expect((await open()).secrets).toMatchObject({ token: 'token-1', consumerSecret: 'good-key' });
  });

  it('stores the new credentials before they are used', async () => {
    const connection = await open();
    const secrets = await connection.renew(async (current) => ({ ...current, token: 'newest' }));
    expect(secrets.token).toBe('newest');
    expect((await open()).secrets.token).toBe('newest');
  });

  it('keeps the old credentials and lets others renew after a failure', async () => {
    const connection = await open();
    await expect(connection.renew(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect((await open()).secrets).toEqual(connection.secrets);
    await connection.renew(async (current) => ({ ...current, token: 'next' }));
    expect((await open()).secrets.token).toBe('next');
  });

  it('does not overwrite credentials that the client entered during the renewal', async () => {
    const connection = await open();
    const { db } = app.test.deps;
    await expect(
      connection.renew(async (current) => {
        await db
          .updateTable('order_sources')
          .set({ renewing_until: null })
          .where('id', '=', sourceId)
          .execute();
        return { ...current, token: 'late' };
      }),
    ).rejects.toThrow('took too long');
    expect((await open()).secrets).toEqual(connection.secrets);
  });
});
