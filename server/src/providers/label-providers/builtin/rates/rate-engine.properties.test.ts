import { CARRIERS } from '@lading/contract/parcel.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RateAnswer } from '../../port.ts';
import { EMBARGOED, NOT_SERVED } from '../data/closed-countries.ts';
import { SERVICES } from '../data/services.ts';
import { DEFAULT_FUEL_BP } from '../data/surcharges.ts';
import { checkAnswer, checkRate, rateOf } from './rate-answer.fixture.ts';
import { mainland, mostlySmall, parcels, RUNS, requests } from './rate-arbitraries.fixture.ts';
import { createRateEngine } from './rate-engine.ts';
import { LONDON, makeRequest } from './rate-request.fixture.ts';

const plain = createRateEngine();
const fuelled = createRateEngine({
  fuelBp: { ...DEFAULT_FUEL_BP, UPS: 1825, FedEx: 1725, DHL: 2950 },
  discountBp: {},
});

const engines = fc.constantFrom(plain, fuelled);

const costs = ({ rates }: RateAnswer) => new Map(rates.map((rate) => [rate.service, rate]));

describe('for all kinds of parcels', () => {
  it('each carrier has rates or one reason', () => {
    fc.assert(
      fc.property(engines, requests, (engine, request) => checkAnswer(engine.rates(request))),
      RUNS,
    );
  });

  it('lines are whole cents and add up to the cost, which is below any known retail price', () => {
    fc.assert(
      fc.property(engines, requests, (engine, request) => engine.rates(request).rates.forEach(checkRate)),
      RUNS,
    );
  });

  it('without fuel no saving is above 62 %', () => {
    fc.assert(
      fc.property(requests, (request) => {
        for (const { retailCents, costCents } of plain.rates(request).rates)
          if (retailCents !== null)
            expect((retailCents - costCents) * 100).toBeLessThanOrEqual(retailCents * 62);
      }),
      RUNS,
    );
  });

  it('the price of a service never falls when the parcel gets heavier', () => {
    fc.assert(
      fc.property(engines, requests, mostlySmall(60), (engine, request, more) => {
        const heavier = { ...request.parcel, weightLb: request.parcel.weightLb + more };
        const before = costs(engine.rates(request));
        for (const { service, costCents } of engine.rates({ ...request, parcel: heavier }).rates)
          expect(costCents, service).toBeGreaterThanOrEqual(before.get(service)?.costCents ?? Infinity);
      }),
      RUNS,
    );
  });

  it('the price of a service never falls from one zone to a higher one', () => {
    fc.assert(
      fc.property(engines, requests, mainland, mainland, mainland, (engine, request, from, one, other) => {
        const to = (zip: string) => makeRequest({ ...request, from: { zip: from }, to: { zip } });
        const [first, second] = [one, other].map((zip) => costs(engine.rates(to(zip))));
        for (const [service, near] of first ?? []) {
          const far = second?.get(service);
          if (far && Number(far.zone) >= Number(near.zone))
            expect(far.costCents, service).toBeGreaterThanOrEqual(near.costCents);
        }
      }),
      RUNS,
    );
  });

  it('remote parts of Canada never cost less by road than near ones', () => {
    fc.assert(
      fc.property(parcels, fc.boolean(), (parcel, residential) => {
        const to = (zip: string) => makeRequest({ to: { country: 'CA', zip }, parcel, residential });
        const [near, far] = ['M5V 2T6', 'B3H 1A1'].map((zip) => costs(plain.rates(to(zip))));
        for (const service of ['ups_standard', 'fedex_international_ground'])
          expect(far?.get(service)?.costCents ?? 0).toBeGreaterThanOrEqual(
            near?.get(service)?.costCents ?? 0,
          );
      }),
      RUNS,
    );
  });

  it('carriers have no rates for countries they do not serve', () => {
    const closed = CARRIERS.flatMap((carrier) =>
      [...EMBARGOED, ...NOT_SERVED[carrier]].map((country) => ({ carrier, country })),
    );
    fc.assert(
      fc.property(fc.constantFrom(...closed), parcels, ({ carrier, country }, parcel) => {
        const { rates } = plain.rates(makeRequest({ to: { country, zip: '' }, parcel }));
        expect(rates.map((rate) => rate.carrier)).not.toContain(carrier);
      }),
      RUNS,
    );
  });
});

describe('the delivery date', () => {
  /** Federal holidays from a calendar, independent of our rules. */
  const HOLIDAYS = `
    2026-01-01 2026-01-19 2026-02-16 2026-05-25 2026-06-19 2026-07-04 2026-09-07 2026-10-12 2026-11-11 2026-11-26
    2026-12-25 2027-01-01 2027-01-18 2027-02-15 2027-05-31 2027-06-19 2027-07-05 2027-09-06 2027-10-11 2027-11-11
    2027-11-25 2027-12-25`;
  const saturdays = new Map(SERVICES.map(({ code, saturdayDelivery }) => [code, saturdayDelivery]));

  it('is a working day of the service, after the ship date', () => {
    fc.assert(
      fc.property(requests, (request) => {
        for (const { service, deliveryDate, estimatedDays } of plain.rates(request).rates) {
          expect(deliveryDate === null).toBe(estimatedDays === null);
          if (deliveryDate === null) continue;
          const weekday = new Date(deliveryDate).getUTCDay();
          expect(deliveryDate > request.shipDate, service).toBe(true);
          expect(weekday, service).not.toBe(0);
          if (!saturdays.get(service) && !request.extras.saturdayDelivery)
            expect(weekday, service).not.toBe(6);
          expect(HOLIDAYS, service).not.toContain(deliveryDate);
        }
      }),
      RUNS,
    );
  });
});

describe('the largest discount', () => {
  it('is exactly 62 %, only for DHL Express Worldwide', () => {
    const saved = Array.from({ length: 150 }, (_, at) => {
      const parcel = { weightLb: at + 1, lengthIn: 6, widthIn: 4, heightIn: 2 };
      const { retailCents, costCents } = rateOf(
        plain.rates(makeRequest({ to: LONDON, parcel })),
        'dhl_express_worldwide',
      );
      return ((retailCents ?? 0) - costCents) / (retailCents ?? 0);
    });
    expect(Math.max(...saved)).toBe(0.62);
    expect(SERVICES.filter(({ discountBp }) => discountBp >= 6200).map(({ code }) => code)).toEqual([
      'dhl_express_worldwide',
    ]);
  });
});
