import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { BuyingCustomer } from '../../server/test/buying-customer.ts';
import { type BenchApp, percentile } from './harness.ts';

/** Clients that only own rows. */
export const newClients = (count: number) => Array.from({ length: Math.ceil(count) }, () => randomUUID());

export async function signUp(
  app: BenchApp,
  owner: pg.Client,
  name: string,
): Promise<{ id: string; token: string }> {
  const customer = new BuyingCustomer(async () => app.url, { name, careful: false });
  const token = await customer.signUp();
  const { rows } = await owner.query(`SELECT id FROM users WHERE email LIKE $1`, [`${name}@%`]);
  return { id: rows[0].id, token };
}

/** Building an index once after many rows is much faster. */
export async function withoutIndex(
  owner: pg.Client,
  index: string,
  insert: () => Promise<unknown>,
): Promise<void> {
  const { rows } = await owner.query(`SELECT indexdef FROM pg_indexes WHERE indexname = $1`, [index]);
  await owner.query(`DROP INDEX ${index}`);
  await insert();
  await owner.query(rows[0].indexdef);
}

/** How often each page is requested. */
interface Repeats {
  warmUp: number;
  measured: number;
}

/** The 95th percentile in milliseconds, per query. */
export async function pageTimes<Name extends string>(
  url: string,
  token: string,
  queries: Readonly<Record<Name, string>>,
  { warmUp, measured }: Repeats,
): Promise<Record<Name, number>> {
  const headers = { authorization: `Bearer ${token}` };
  const p95 = async (query: string) => {
    const times: number[] = [];
    for (let round = -warmUp; round < measured; round += 1) {
      const startedAt = performance.now();
      const answer = await fetch(`${url}?${query}`, { headers });
      if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
      await answer.arrayBuffer();
      if (round >= 0) times.push(performance.now() - startedAt);
    }
    return percentile(times, 0.95);
  };
  const times: [string, number][] = [];
  for (const [name, query] of Object.entries<string>(queries)) times.push([name, await p95(query)]);
  return Object.fromEntries(times) as Record<Name, number>;
}
