import { describe, expect, it } from 'vitest';
import { readOutside } from '../../../../../test/outside/outside.ts';
import { DHL_ZONE_COUNTRIES } from '../data/dhl-zones.ts';
import { createRateEngine } from './rate-engine.ts';
import { makeCustoms, makeRequest } from './rate-request.fixture.ts';

const engine = createRateEngine();

/** A sender and a recipient for every zone of a list. */
const USPS_TRIPS: Record<string, [string, string]> = {
  1: ['97209', '97214'],
  2: ['97209', '98101'],
  3: ['97209', '99201'],
  4: ['97209', '94105'],
  5: ['97209', '90001'],
  6: ['97209', '85001'],
  7: ['97209', '55404'],
  8: ['97209', '10001'],
  9: ['97209', '96960'],
};
const GROUND_TRIPS: Record<string, [string, string]> = {
  ...USPS_TRIPS,
  9: ['97209', '96813'],
  14: ['96813', '96815'],
  17: ['97209', '99501'],
  22: ['99501', '99701'],
  23: ['99501', '98101'],
  25: ['99501', '10001'],
  92: ['96813', '94105'],
  96: ['96813', '10001'],
};

function table(name: string): { head: string[]; rows: string[][] } {
  const [head = [], ...rows] = readOutside(`rates/${name}`)
    .toString()
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','));
  return { head, rows };
}

interface Asked {
  service: string;
  trip: [string, string] | undefined;
  weightLb: number;
  envelope?: boolean;
  residential?: boolean;
}

/** The list price and zone in the first line of a rate. */
function listed({
  service,
  trip,
  weightLb,
  envelope,
  residential,
}: Asked): [number | undefined, string | undefined] {
  const { rates } = engine.rates(
    makeRequest({
      from: { zip: trip?.[0] ?? '' },
      to: { zip: trip?.[1] ?? '' },
      parcel: { type: envelope ? 'envelope' : 'package', lengthIn: 6, widthIn: 4, heightIn: 2, weightLb },
      residential: residential ?? false,
      customs: makeCustoms(),
    }),
  );
  const rate = rates.find((each) => each.service === service);
  return [rate?.lines[0]?.cents, rate?.zone];
}

const cents = (dollars: string) => Math.round(Number(dollars) * 100);

/** Collects differences, so that a failure shows all of them. */
function compare(found: [number | undefined, string | undefined], price: string, zone: string, what: string) {
  return found[0] === cents(price) && found[1] === zone
    ? []
    : [`${what} zone ${zone}: ${found.join(' in zone ')} for ${price}`];
}

describe('the engine returns every published price', () => {
  it('of usps-retail-2025-10.csv', () => {
    const file = table('usps-retail-2025-10.csv');
    const codes: Record<string, string> = {
      ground_advantage: 'usps_ground_advantage',
      priority_mail: 'usps_priority',
      priority_mail_express: 'usps_priority_express',
    };
    const wrong = file.rows.flatMap(([name = '', ounces = '', ...prices]) =>
      prices.flatMap((price, at) => {
        const asked = {
          service: codes[name] ?? name,
          trip: USPS_TRIPS[at + 1],
          weightLb: Number(ounces) / 16,
        };
        return compare(listed(asked), price, String(at + 1), `${name} ${ounces} oz`);
      }),
    );
    expect(file.rows).toHaveLength(222);
    expect(wrong).toEqual([]);
  });

  it('of fedex-ground-list-2025-01.csv, for Ground, Home Delivery and UPS Ground', () => {
    const file = table('fedex-ground-list-2025-01.csv');
    const wrong = file.rows.flatMap(([pounds = '', ...prices]) =>
      prices.flatMap((price, at) => {
        const zone = /zone(\d+)/.exec(file.head[at + 1] ?? '')?.[1] ?? '';
        return ['fedex_ground', 'fedex_home_delivery', 'ups_ground'].flatMap((service) => {
          const residential = service === 'fedex_home_delivery';
          const asked = { service, trip: GROUND_TRIPS[zone], weightLb: Number(pounds), residential };
          return compare(listed(asked), price, zone, `${service} ${pounds} lb`);
        });
      }),
    );
    expect(file.rows).toHaveLength(150);
    expect(wrong).toEqual([]);
  });

  it('of fedex-express-list-2025-01.csv, for the four services and the similar UPS services', () => {
    const file = table('fedex-express-list-2025-01.csv');
    const codes: Record<string, string[]> = {
      priority_overnight: ['fedex_priority_overnight', 'ups_next_day_air'],
      standard_overnight: ['fedex_standard_overnight', 'ups_next_day_air_saver'],
      '2day': ['fedex_2day', 'ups_2nd_day_air'],
      express_saver: ['fedex_express_saver', 'ups_3_day_select'],
    };
    const wrong = file.rows.flatMap(([zone = '', weight = '', ...prices]) =>
      prices.flatMap((price, at) =>
        (price === '' ? [] : (codes[file.head[at + 2] ?? ''] ?? [])).flatMap((service) => {
          const envelope = weight === 'envelope';
          const weightLb = envelope ? 0.25 : Number(weight);
          const asked = { service, trip: USPS_TRIPS[zone], weightLb, envelope };
          return compare(listed(asked), price, zone, `${service} ${weight}`);
        }),
      ),
    );
    expect(file.rows).toHaveLength(1057);
    expect(wrong).toEqual([]);
  });

  it('of dhl-express-worldwide-us-export-2025.csv', () => {
    const file = table('dhl-express-worldwide-us-export-2025.csv');
    const wrong = file.rows.flatMap(([kind = '', weight = '', ...prices]) =>
      prices.flatMap((price, at) => {
        const zone = (file.head[at + 2] ?? '').replace('zone', '');
        const country = DHL_ZONE_COUNTRIES[zone]?.trim().slice(0, 2) ?? '';
        const isEnvelope = weight === 'envelope';
        const type = isEnvelope ? ('envelope' as const) : ('package' as const);
        const weightLb = isEnvelope ? 0.25 : Number(weight);
        const customs = makeCustoms({ contentsType: kind === 'document' ? 'documents' : 'merchandise' });
        const parcel = { type, lengthIn: 6, widthIn: 4, heightIn: 2, weightLb };
        const { rates } = engine.rates(makeRequest({ to: { country, zip: '' }, parcel, customs }));
        const rate = rates.find(({ service }) => service === 'dhl_express_worldwide');
        return compare([rate?.lines[0]?.cents, rate?.zone], price, zone, `${kind} ${weight}`);
      }),
    );
    expect(file.rows).toHaveLength(155);
    expect(wrong).toEqual([]);
  });
});

describe('the DHL countries', () => {
  it('have the same zones as the destinations of dhl-express-us-zones-2025.csv', () => {
    const file = table('dhl-express-us-zones-2025.csv');
    const count: Record<string, number> = {};
    for (const row of file.rows) count[row.at(-1) ?? ''] = (count[row.at(-1) ?? ''] ?? 0) + 1;
    // Canary Islands (D), Nevis and St. Eustatius (K) and Somaliland (N) have no country code.
    for (const zone of ['D', 'K', 'K', 'N']) count[zone] = (count[zone] ?? 0) - 1;
    const ours = Object.entries(DHL_ZONE_COUNTRIES).map(([zone, codes]) => [
      zone,
      codes.trim().split(/\s+/).length,
    ]);
    expect(Object.fromEntries(ours)).toEqual(count);
  });
});
