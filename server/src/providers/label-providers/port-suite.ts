import { CUSTOMS } from '@lading/contract/customs/customs-messages.ts';
import { NO_EXTRAS } from '@lading/contract/customs/extras.ts';
import { CARRIERS } from '@lading/contract/parcel.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import type { LabelOrder, LabelProvider, Purchase, RateRequest, TrackingStatus } from './port.ts';

interface LabelProviderUnderTest {
  labelProvider: LabelProvider;
  /** A parcel with at least one rate. */
  request: RateRequest;
  /** A declared parcel to another country, with rates of every carrier. */
  abroad: RateRequest;
  close(): Promise<void>;
}

/** The six numbers of Shippo's test mode, which the built-in label provider also knows. */
export const SHIPPO_TEST_NUMBERS: Readonly<Record<string, TrackingStatus>> = {
  SHIPPO_PRE_TRANSIT: 'pre_transit',
  SHIPPO_TRANSIT: 'transit',
  SHIPPO_DELIVERED: 'delivered',
  SHIPPO_RETURNED: 'returned',
  SHIPPO_FAILURE: 'failure',
  SHIPPO_UNKNOWN: 'unknown',
};

/** Guarantees that only some label providers make. The rest of the suite applies to all. */
interface LabelProviderGuarantees {
  /** Retries with one key buy one label; see the port. */
  repeatable: boolean;
  /** Tracking does not find a voided label. */
  forgetsVoided: boolean;
  testNumbers: Readonly<Record<string, TrackingStatus>>;
}

/** Tests for every label provider. */
export function labelProviderPortSuite(
  name: string,
  make: () => Promise<LabelProviderUnderTest>,
  { repeatable, forgetsVoided, testNumbers }: LabelProviderGuarantees,
): void {
  describe(`${name} as a label provider`, () => {
    let test: LabelProviderUnderTest;
    beforeAll(async () => {
      test = await make();
    });
    afterAll(() => test.close());

    const order = async (asked = test.request): Promise<LabelOrder> => {
      const { residential: _, ...request } = asked;
      const [rate] = (await test.labelProvider.rates(asked)).rates;
      if (!rate) throw new Error('The request of this suite has no rate');
      return { ...request, key: newId(), rate, reference: 'Order 10482' };
    };
    const buy = async () => {
      const placed = await order();
      return { placed, bought: asBought(await test.labelProvider.buyLabel(placed)) };
    };
    const voided = (transactionId: string) =>
      expect.poll(() => test.labelProvider.voidLabel(transactionId)).toEqual({ outcome: 'voided' });

    it('declares a usable pace and whether orders are repeatable', () => {
      expect(test.labelProvider.repeatable).toBe(repeatable);
      const { pauseBetweenRatesMs, pauseBetweenLabelsMs, parallel } = test.labelProvider.pace;
      expect(Math.min(pauseBetweenRatesMs, pauseBetweenLabelsMs)).toBeGreaterThanOrEqual(0);
      expect(parallel).toBeGreaterThanOrEqual(1);
    });

    it('sells services with unique codes', () => {
      const codes = test.labelProvider.services().map(({ code }) => code);
      expect(codes.length).toBeGreaterThan(0);
      expect(new Set(codes).size).toBe(codes.length);
    });

    it('returns rates of its own services whose lines add up to the cost', async () => {
      const services = new Map(test.labelProvider.services().map((service) => [service.code, service]));
      const { rates } = await test.labelProvider.rates(test.request);
      expect(rates.length).toBeGreaterThan(0);
      for (const { service, carrier, costCents, lines } of rates) {
        expect(services.get(service)?.carrier).toBe(carrier);
        expect(lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(costCents);
        expect(Number.isSafeInteger(costCents) && costCents > 0).toBe(true);
      }
    });

    it.each([
      ['an ordinary parcel', 1],
      ['a parcel that is too large for every carrier', 100_000],
    ])('gives a reason for every carrier without a rate for %s', async (_parcel, times) => {
      const parcel = { ...test.request.parcel, weightLb: test.request.parcel.weightLb * times };
      const { rates, messages } = await test.labelProvider.rates({ ...test.request, parcel });
      const offering = new Set(rates.map(({ carrier }) => carrier));
      const explained = messages.map(({ carrier }) => carrier);
      for (const { carrier } of test.labelProvider.services())
        expect(offering.has(carrier) || explained.includes(carrier)).toBe(true);
      expect(offering.size > 0).toBe(times === 1);
      for (const { text } of messages) expect(text).toMatch(/\S.*\.$/);
    });

    it('offers international rates only with a customs declaration', async () => {
      const { rates } = await test.labelProvider.rates(test.abroad);
      expect(new Set(rates.map(({ carrier }) => carrier))).toEqual(new Set(CARRIERS));
      const undeclared = await test.labelProvider.rates({ ...test.abroad, customs: null });
      expect(undeclared.rates).toEqual([]);
      expect(undeclared.messages.map(({ carrier }) => carrier)).toEqual(CARRIERS);
      for (const { text } of undeclared.messages) expect(text).toBe(CUSTOMS.declarationRequired);
    });

    it('sells an international label and finds the same purchase again', async () => {
      const placed = await order(test.abroad);
      const bought = asBought(await test.labelProvider.buyLabel(placed));
      expect(bought.costCents).toBe(placed.rate.costCents);
      expect(await test.labelProvider.findPurchase(placed)).toEqual(bought);
    });

    it('includes extras in the cost of a rate', async () => {
      const extras = { ...NO_EXTRAS, insuredCents: 50_000 };
      const plain = (await test.labelProvider.rates(test.request)).rates;
      const { rates } = await test.labelProvider.rates({ ...test.request, extras });
      expect(rates.length).toBeGreaterThan(0);
      for (const { service, costCents, lines } of rates) {
        const extra = lines.reduce((sum, line) => sum + (line.extra ? line.cents : 0), 0);
        expect(extra).toBeGreaterThan(0);
        expect(costCents - extra).toBe(plain.find((rate) => rate.service === service)?.costCents);
      }
    });

    it('sells a label at the cost of the rate and finds it by its key', async () => {
      const { placed, bought } = await buy();
      expect(bought.costCents).toBe(placed.rate.costCents);
      expect(bought.trackingNumber).not.toBe('');
      expect(bought.label.bytes.length).toBeGreaterThan(0);
      expect(await test.labelProvider.findPurchase(placed)).toEqual(bought);
      if (repeatable) expect(await test.labelProvider.buyLabel(placed)).toEqual(bought);
    });

    if (repeatable)
      it('sells one label for twenty concurrent calls with the same order, with the same answer', async () => {
        const placed = await order();
        const answers = await Promise.all(
          Array.from({ length: 20 }, () => test.labelProvider.buyLabel(placed)),
        );
        const first = asBought(answers[0]);
        for (const answer of answers) expect(answer).toEqual(first);
        expect(await test.labelProvider.findPurchase(placed)).toEqual(first);
      });

    it('sells different labels under different keys', async () => {
      const placed = await order();
      const [one, other] = await Promise.all(
        [newId(), newId()].map(async (key) =>
          asBought(await test.labelProvider.buyLabel({ ...placed, key })),
        ),
      );
      expect(one?.transactionId).not.toBe(other?.transactionId);
      expect(one?.trackingNumber).not.toBe(other?.trackingNumber);
    });

    if (repeatable)
      it('refuses another order with a used key, and keeps the first', async () => {
        const { placed, bought } = await buy();
        const other = { ...placed, to: { ...placed.to, name: 'Somebody Else' } };
        expect(await test.labelProvider.buyLabel(other)).toEqual(refusal());
        expect(await test.labelProvider.findPurchase(placed)).toEqual(bought);
      });

    it('finds nothing for an unused key', async () => {
      const unused = { ...(await order()), key: newId() };
      expect(await test.labelProvider.findPurchase(unused)).toBeNull();
      expect(await test.labelProvider.readFiles(unused)).toBeNull();
    });

    it('reads the files of a label again as long as it is valid', async () => {
      const placed = await order(test.abroad);
      const { label, documents, transactionId } = asBought(await test.labelProvider.buyLabel(placed));
      expect(await test.labelProvider.readFiles(placed)).toEqual({ label, documents });
      await voided(transactionId);
      expect(await test.labelProvider.readFiles(placed)).toBeNull();
    });

    it('refuses an order with an answer, not an exception, and sells nothing', async () => {
      const placed = await order();
      const answer = await test.labelProvider.buyLabel({
        ...placed,
        rate: { ...placed.rate, service: 'no_such_service', offerId: 'no-such-offer' },
      });
      expect(answer).toEqual(refusal());
      expect((await test.labelProvider.findPurchase(placed))?.outcome).not.toBe('bought');
    });

    it('voids a label for good: a retry gets the same answer, and the purchase is no longer found', async () => {
      const { placed, bought } = await buy();
      await voided(bought.transactionId);
      await voided(bought.transactionId);
      expect(await test.labelProvider.findPurchase(placed)).toEqual(refusal());
      if (repeatable) expect(await test.labelProvider.buyLabel(placed)).toEqual(refusal());
    });

    if (forgetsVoided)
      it('does not track a voided label', async () => {
        const { placed, bought } = await buy();
        await voided(bought.transactionId);
        expect(await test.labelProvider.track(placed.rate.carrier, bought.trackingNumber)).toEqual({
          outcome: 'not-found',
        });
      });

    it('refuses to void a label that it did not sell', async () => {
      expect(await test.labelProvider.voidLabel(newId())).toEqual(refusal());
    });

    it('tracks its labels only under the right carrier', async () => {
      const { placed, bought } = await buy();
      const { carrier } = placed.rate;
      const answer = await test.labelProvider.track(carrier, bought.trackingNumber);
      expect(answer).toMatchObject({
        outcome: 'found',
        status: expect.stringMatching(/^(unknown|pre_transit)$/),
      });
      const stranger = carrier === 'DHL' ? 'USPS' : 'DHL';
      expect(await test.labelProvider.track(stranger, bought.trackingNumber)).toEqual({
        outcome: 'not-found',
      });
    });

    it('finds no parcel for text that is not one of its tracking numbers', async () => {
      for (const text of ['9400100000000000000000', '', '\u0000', '¿qué?', 'x'.repeat(5000)])
        expect(await test.labelProvider.track('USPS', text)).toEqual({ outcome: 'not-found' });
    });

    it.each(Object.entries(testNumbers))('answers the test number %s with %s', async (number, status) => {
      expect(await test.labelProvider.track('USPS', number)).toMatchObject({ outcome: 'found', status });
    });
  });
}

type Bought = Extract<Purchase, { outcome: 'bought' }>;

export function asBought(purchase: Purchase | null | undefined): Bought {
  if (purchase?.outcome !== 'bought') throw new Error(`Not bought: ${JSON.stringify(purchase)}`);
  return purchase;
}

/** Every refusal needs a sentence. */
const refusal = () => ({ outcome: 'refused', text: expect.stringMatching(/\S.*\.$/) });
