import { setTimeout as sleep } from 'node:timers/promises';
import type { Rate } from '@lading/contract/shipments.ts';
import pg from 'pg';
import { BuyingCustomer } from '../../server/test/buying-customer.ts';
import { type BenchApp, compare, percentile, report, secondsOf } from './harness.ts';
import { freshValues, Replay, recordSql } from './recorded-sql.ts';

const CUSTOMERS = 8;
const PURCHASES = 96;
const ROUNDS = 5;
/** Time for work after the answer. */
const SETTLED_MS = 300;

/** L3: labels bought per second against a program that sends exactly the same SQL and does nothing else. */
export async function benchPurchases(app: BenchApp): Promise<void> {
  const customers = await Promise.all(
    Array.from({ length: CUSTOMERS }, (_, at) => signedUp(app, `bench${at}`)),
  );
  const times = { rates: [] as number[], intentAndCard: [] as number[], label: [] as number[] };
  const prepare = async (customer: BuyingCustomer): Promise<Rate> => {
    const rate = await timed(times.rates, () => customer.chooseRate());
    await timed(times.intentAndCard, () => customer.pay(rate));
    return rate;
  };
  const buy = (customer: BuyingCustomer, rate: Rate) => timed(times.label, () => customer.fetchLabel(rate));
  const whole = async (customer: BuyingCustomer) => void (await buy(customer, await prepare(customer)));
  await Promise.all(customers.map(whole));

  const script = await recordPurchase(app, await signedUp(app, 'recorded'));
  const { rates, pay, label } = script.statements;
  console.log(
    `L3   SQL statements of a purchase: rates ${rates.length}, intent and card ${pay.length}, label ${label.length}`,
  );
  const replay = new Replay(app.appUrl, CUSTOMERS);
  const perSecond = (work: (customer: BuyingCustomer, at: number) => Promise<void>) =>
    purchasesPerSecond((at) => work(customers[at % CUSTOMERS] as BuyingCustomer, at));

  const ofWhole = await compare(
    ROUNDS,
    () => perSecond(whole),
    () => perSecond(() => replay.run([...rates, ...pay, ...label], script.fresh())),
  );
  report('L3   complete purchases/s ÷ their SQL alone', ofWhole, '≥ 0.5');

  const ofLabel = await compare(
    ROUNDS,
    async () => {
      const chosen = await inParallel((at) => prepare(customers[at % CUSTOMERS] as BuyingCustomer));
      return perSecond(async (customer, at) => void (await buy(customer, chosen[at] as Rate)));
    },
    async () => {
      const prepared = await inParallel(async () => {
        const fresh = script.fresh();
        await replay.run([...rates, ...pay], fresh);
        return fresh;
      });
      return perSecond((_, at) => replay.run(label, prepared[at] ?? script.fresh()));
    },
  );
  report('L3   label calls/s ÷ their SQL alone', ofLabel, '≥ 0.5');
  await replay.close();
  for (const [call, values] of Object.entries(times))
    console.log(
      `L3   ${call}: p50 ${percentile(values, 0.5).toFixed(1)} ms, p95 ${percentile(values, 0.95).toFixed(1)} ms with ${CUSTOMERS} concurrent customers`,
    );
}

async function signedUp(app: BenchApp, name: string): Promise<BuyingCustomer> {
  const customer = new BuyingCustomer(async () => app.url, { name, careful: true });
  await customer.signUp();
  return customer;
}

/** The statements of one purchase, call by call. */
async function recordPurchase(app: BenchApp, customer: BuyingCustomer) {
  let rate: Rate | undefined;
  const settled = async (work: () => Promise<unknown>) => {
    await sleep(SETTLED_MS);
    return recordSql(async () => {
      await work();
      await sleep(SETTLED_MS);
    });
  };
  const statements = {
    rates: await settled(async () => {
      rate = await customer.chooseRate();
    }),
    pay: await settled(() => customer.pay(rate as Rate)),
    label: await settled(() => customer.fetchLabel(rate as Rate)),
  };
  const client = new pg.Client({ connectionString: app.ownerUrl });
  await client.connect();
  const { rows } = await client.query(
    `SELECT s.user_id, s.tracking_number, p.quotes_key FROM shipments s JOIN payments p ON p.id = s.payment_id
     WHERE s.quote_id = $1`,
    [rate?.objectId],
  );
  await client.end();
  const [{ user_id, tracking_number, quotes_key }] = rows;
  const facts = { kept: [user_id], unique: [tracking_number, quotes_key] };
  return { statements, fresh: () => freshValues(facts) };
}

async function timed<T>(times: number[], work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await work();
  times.push(performance.now() - startedAt);
  return result;
}

/** All results of a fixed number of runs, with one run per customer in parallel. */
async function inParallel<T>(work: (at: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  const lane = async (first: number) => {
    for (let at = first; at < PURCHASES; at += CUSTOMERS) results[at] = await work(at);
  };
  await Promise.all(Array.from({ length: CUSTOMERS }, (_, first) => lane(first)));
  return results;
}

const purchasesPerSecond = async (work: (at: number) => Promise<void>): Promise<number> =>
  PURCHASES / (await secondsOf(() => inParallel(work)));
