import { NO_EXTRAS } from '@lading/contract/customs/extras.ts';
import type { PriceRule } from '@lading/contract/pricing/price-rules.ts';
import { savePriceDraft } from '../../server/src/domains/pricing/edit-price-draft.ts';
import { groupedQuotes, type QuoteOrder } from '../../server/src/domains/pricing/make-quotes.ts';
import { publishPriceDraft } from '../../server/src/domains/pricing/publish-price-rules.ts';
import type { Actor } from '../../server/src/platform/actor.ts';
import { makeRules } from './bench-rules.ts';
import { type BenchApp, compare, report, secondsOf, startBenchApp } from './harness.ts';

const ROWS = 10_000;
const RATES_PER_ROW = 6;
const CONCURRENCY = 50;
const ROUNDS = 5;
const RULES = 100;

/** Only the last rule matches, so each rate is compared with all of them. */
const LONG_LIST = makeRules(RULES, (index) =>
  index < RULES - 1 ? { zones: ['domestic'], minWeight: 1, maxWeight: 2 + index / 100 } : {},
);

/** R2: pricing the rows of a file by a hundred rules, compared with the commission alone. */
export async function benchPriceRules(): Promise<void> {
  const app = await startBenchApp();
  const { deps } = app;
  try {
    const { id: userId } = await deps.db.selectFrom('users').select('id').executeTakeFirstOrThrow();
    const admin: Actor = { userId, role: 'admin', ip: null, requestId: null };
    const order = await anOrder(deps, userId);
    const rowsPerSecond = async (rules: PriceRule[]) => {
      const { draft } = await savePriceDraft(deps, admin, { revision: null, rules });
      await publishPriceDraft(deps, admin, { revision: draft.revision, from: null, note: '' });
      const price = groupedQuotes(deps);
      const seconds = await secondsOf(async () => {
        for (let row = 0; row < ROWS; row += CONCURRENCY)
          await Promise.all(Array.from({ length: CONCURRENCY }, () => price(order)));
      });
      return ROWS / seconds;
    };
    await rowsPerSecond([]);
    const ratio = await compare(
      ROUNDS,
      () => rowsPerSecond([]),
      () => rowsPerSecond(LONG_LIST),
    );
    report(`R2   ${ROWS} rows priced by commission/s ÷ by ${RULES} rules/s`, ratio, '≤ 1.2');
  } finally {
    await app.close();
  }
}

type Deps = BenchApp['deps'];

async function anOrder({ labelProvider, clock }: Deps, userId: string): Promise<QuoteOrder> {
  const place = { company: '', street2: '', country: 'US', email: '', phone: '5035550142' };
  const sender = {
    ...place,
    name: 'Ada Park',
    street1: '1120 SW 5th Ave',
    city: 'Portland',
    state: 'OR',
    zip: '97204',
  };
  const recipient = {
    ...place,
    name: 'Dana Reyes',
    street1: '500 W 2nd St',
    city: 'Austin',
    state: 'TX',
    zip: '78701',
  };
  const parcel = { type: 'package', lengthIn: 12, widthIn: 9, heightIn: 4, weightLb: 5 } as const;
  const shipment = {
    sender,
    recipient,
    parcel,
    shipDate: clock.now().toISOString().slice(0, 10),
    customs: null,
    extras: NO_EXTRAS,
  };
  const request = { from: sender, to: recipient, parcel, shipDate: shipment.shipDate, residential: true };
  const { rates } = await labelProvider.rates({ ...request, customs: null, extras: NO_EXTRAS });
  return { userId, provider: labelProvider.name, shipment, rates: rates.slice(0, RATES_PER_ROW) };
}
