import type { PostalAddress } from '@lading/contract/address.ts';
import type { CustomsDeclaration } from '@lading/contract/customs/declaration.ts';
import { NO_EXTRAS } from '@lading/contract/customs/extras.ts';
import { FEDEX_GROUND } from '../../server/src/providers/label-providers/builtin/data/fedex-ground-list.ts';
import { createRateEngine } from '../../server/src/providers/label-providers/builtin/rates/rate-engine.ts';
import type { RateRequest } from '../../server/src/providers/label-providers/port.ts';
import { compare, cpuMilliseconds, median, report } from './harness.ts';

const PARCELS = 1000;
const WINDOW_MS = 1000;

const address = (place: Partial<PostalAddress>): PostalAddress => ({
  name: 'Dana Reyes',
  company: '',
  street1: '500 W 2nd St',
  street2: '',
  city: 'Somewhere',
  state: '',
  zip: '',
  country: 'US',
  phone: '5125550123',
  email: '',
  ...place,
});

const SENDERS = '97209 78701 94105 55404 10001 33101 60611 80202'.split(' ').map((zip) => address({ zip }));
/** Of twenty parcels, fourteen stay in the states, two go to territories, two to Canada and two to other countries. */
const RECIPIENTS = [
  ...'97214 98101 90001 85001 60611 10001 33101 78701 80202 55404 30301 02139 99501 96813'
    .split(' ')
    .map((zip) => address({ zip })),
  address({ zip: '00901', state: 'PR' }),
  address({ zip: '96910', state: 'GU' }),
  address({ zip: 'M5V 2T6', state: 'ON', country: 'CA' }),
  address({ zip: 'B3H 1A1', state: 'NS', country: 'CA' }),
  address({ zip: 'SW1A 1AA', country: 'GB' }),
  address({ zip: '100-0001', country: 'JP' }),
];

const CANDLES: CustomsDeclaration = {
  contentsType: 'merchandise',
  contentsExplanation: '',
  nonDelivery: 'return',
  signer: 'Dana Reyes',
  needsLicense: false,
  itn: '',
  invoiceNumber: '',
  senderTaxId: null,
  recipientTaxId: null,
  items: [
    {
      description: 'Soy wax candle',
      quantity: 2,
      unitWeightOz: 0.5,
      unitValueCents: 1800,
      hsCode: '340600',
      origin: 'US',
      sku: '',
    },
  ],
};

/** The same thousand parcels in every run. International ones have a customs declaration. */
function makeRequests(): RateRequest[] {
  let state = 20261115;
  const below = (limit: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state / 2 ** 32) * limit;
  };
  const pick = <T>(from: readonly T[]): T => from[Math.floor(below(from.length))] as T;
  const parcels = Array.from({ length: PARCELS }, () => ({
    from: pick(SENDERS),
    to: pick(RECIPIENTS),
    parcel: {
      type: pick(['package', 'package', 'package', 'envelope', 'tube'] as const),
      lengthIn: 1 + below(24),
      widthIn: 1 + below(16),
      heightIn: 1 + below(12),
      weightLb: 0.1 + below(1) ** 3 * 60,
    },
    shipDate: pick(['2026-03-02', '2026-11-16', '2026-12-21']),
    residential: below(1) < 0.5,
    extras: NO_EXTRAS,
  }));
  return parcels.map((parcel) => ({
    ...parcel,
    customs: parcel.to.country === 'US' && parcel.to.state === '' ? null : CANDLES,
  }));
}

/** Items per second of CPU time. The work returns a number, so that nothing is optimized away. */
function perSecond<T>(items: readonly T[], work: (item: T) => number): number {
  let [done, kept] = [0, 0];
  const end = performance.now() + WINDOW_MS;
  const before = cpuMilliseconds();
  while (performance.now() < end) {
    for (const item of items) kept += work(item);
    done += items.length;
  }
  if (!Number.isFinite(kept)) throw new Error('a price was not a number');
  return (1000 * done) / (cpuMilliseconds() - before);
}

/** R: all services of one parcel on one core, compared with the same number of table lookups. */
export async function benchRates(): Promise<void> {
  const engine = createRateEngine();
  const requests = makeRequests();
  const answers = requests.map((request) => engine.rates(request));
  const table = Object.fromEntries(
    Object.entries(FEDEX_GROUND.zones).map(([zone, prices]) => [
      zone,
      prices.trim().split(/\s+/).map(Number),
    ]),
  );
  const places = answers.map(({ rates }) =>
    rates.map(({ billedWeightLb }, at) => [String(2 + (at % 7)), Math.ceil(billedWeightLb) - 1] as const),
  );
  const rated = () => perSecond(requests, (request) => engine.rates(request).rates.length);
  const lookedUp = () =>
    perSecond(places, (prices) =>
      prices.reduce((sum, [zone, place]) => sum + (table[zone]?.[place] ?? 0), 0),
    );
  rated();
  lookedUp();
  const speeds: number[] = [];
  const ratio = await compare(
    5,
    async () => lookedUp(),
    async () => {
      const speed = rated();
      speeds.push(speed);
      return speed;
    },
  );
  const rates = answers.reduce((sum, answer) => sum + answer.rates.length, 0) / PARCELS;
  report('R1   parcels priced by table lookup alone/s ÷ parcels rated/s', ratio, 'none, for information');
  console.log(
    `R1   ${Math.round(median(speeds))} parcels/s on one core, ${rates.toFixed(1)} rates each (aim ≥ 2,000)`,
  );
}
