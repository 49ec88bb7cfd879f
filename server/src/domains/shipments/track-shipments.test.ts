import type { Carrier } from '@lading/contract/parcel.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { boughtLabel, buildFaultyApp, type FaultyApp, makeShop } from '../../../test/shipping.ts';
import { UnreliableLabelProvider } from '../../../test/unreliable-label-provider.ts';
import { hours, minutes } from '../../platform/clock.ts';
import { NotSentError } from '../../platform/outgoing/not-sent.ts';
import type { LabelProvider, TrackingAnswer, TrackingStatus } from '../../providers/label-providers/port.ts';
import { showTransaction } from './show-transaction.ts';
import { trackByNumber } from './track-by-number.ts';
import { trackShipments } from './track-shipments.ts';

let faulty: FaultyApp;
let unreliable: UnreliableLabelProvider;
let track: UnreliableLabelProvider['track'];
beforeAll(async () => {
  faulty = await buildFaultyApp({}, (builtin) => {
    unreliable = new UnreliableLabelProvider(builtin, false);
    track = unreliable.track;
    return unreliable;
  });
});
beforeEach(async () => {
  unreliable.track = track;
  faulty.test.clock.advance(hours(2));
  await trackShipments(faulty.test.deps);
  faulty.labelProvider.calls.length = 0;
});
afterAll(() => faulty.test.close());

const deps = () => faulty.test.deps;
const trackedNumbers = () =>
  faulty.labelProvider.calls.filter(({ kind }) => kind === 'track').map(({ subject }) => subject);
const sell = async () => {
  const shop = await makeShop(faulty.test);
  const { transactionId, trackingNumber, rate } = await boughtLabel(faulty.test, shop);
  if (!trackingNumber) throw new Error('expected a tracking number');
  return {
    trackingNumber,
    carrier: rate.carrier as Carrier,
    look: async () => (await showTransaction(deps(), { userId: shop.userId }, transactionId)).transaction,
  };
};
const onlyTrack = (numbers: string[]) =>
  deps()
    .db.updateTable('shipments')
    .set({ next_track_at: null })
    .where('tracking_number', 'not in', numbers)
    .execute();

describe('tracking', () => {
  describe('viewing a shipment', () => {
    it('does not wait for a slow carrier, and stores its late answer', async () => {
      const { look } = await sell();
      const answerNow = faulty.labelProvider.hang();
      try {
        // The normal limit is half a minute, which is longer than this test.
        expect(await look()).toMatchObject({ labelStatus: 'ready', events: [{ status: 'paid' }, {}] });
      } finally {
        answerNow();
      }
      await expect.poll(async () => (await look()).events.at(-1)?.place).not.toBe('');
      expect(trackedNumbers()).toHaveLength(1);
    }, 20_000);

    it('tracks once for all concurrent views, and again only after ten minutes', async () => {
      const { look } = await sell();
      await Promise.all(Array.from({ length: 20 }, look));
      expect(trackedNumbers()).toHaveLength(1);
      faulty.test.clock.advance(minutes(10) - 1);
      await look();
      expect(trackedNumbers()).toHaveLength(1);
      faulty.test.clock.advance(1);
      await Promise.all(Array.from({ length: 20 }, look));
      expect(trackedNumbers()).toHaveLength(2);
    });

    it('postpones the next hourly tracking, and hourly tracking saves a call on view', async () => {
      const { trackingNumber, look } = await sell();
      await onlyTrack([trackingNumber]);
      await trackShipments(deps());
      await look();
      expect(trackedNumbers()).toHaveLength(1);
      faulty.test.clock.advance(minutes(30));
      await look();
      faulty.test.clock.advance(minutes(59));
      await trackShipments(deps());
      expect(trackedNumbers()).toHaveLength(2);
    });

    it('tracks immediately after a webhook', async () => {
      const { trackingNumber, carrier, look } = await sell();
      await look();
      await trackByNumber(deps(), carrier, trackingNumber);
      await look();
      expect(trackedNumbers()).toEqual([trackingNumber, trackingNumber]);
    });

    it('tracks again next time if the carrier’s rate limit was reached', async () => {
      const { look } = await sell();
      unreliable.track = async () => {
        throw new NotSentError('too many calls');
      };
      expect((await look()).labelStatus).toBe('ready');
      await look();
      expect(trackedNumbers()).toHaveLength(2);
    });
  });

  describe('the tracking sweep', () => {
    it('tracks each parcel once an hour across all processes', async () => {
      const { trackingNumber } = await sell();
      await Promise.all([trackShipments(deps()), trackShipments(deps()), trackShipments(deps())]);
      expect(trackedNumbers()).toEqual([trackingNumber]);
      faulty.test.clock.advance(minutes(59));
      await trackShipments(deps());
      expect(trackedNumbers()).toEqual([trackingNumber]);
      faulty.test.clock.advance(minutes(1));
      await trackShipments(deps());
      expect(trackedNumbers().filter((number) => number === trackingNumber)).toHaveLength(2);
    });

    it('stops when the carrier’s rate limit is reached, and continues there next time', async () => {
      const [one, other] = [await sell(), await sell()];
      await onlyTrack([one.trackingNumber, other.trackingNumber]);
      unreliable.track = async () => {
        throw new NotSentError('too many calls');
      };
      expect(await trackShipments(deps())).toBe(false);
      expect(trackedNumbers()).toHaveLength(1);
      unreliable.track = track;
      await trackShipments(deps());
      expect(new Set(trackedNumbers())).toEqual(new Set([one.trackingNumber, other.trackingNumber]));
    });

    it('continues after a failure, and retries that parcel in an hour', async () => {
      const [one, other] = [await sell(), await sell()];
      await onlyTrack([one.trackingNumber, other.trackingNumber]);
      unreliable.track = async () => {
        throw new Error('no answer');
      };
      await trackShipments(deps());
      expect(trackedNumbers()).toHaveLength(2);
      await trackShipments(deps());
      expect(trackedNumbers()).toHaveLength(2);
    });

    it('ends after its time limit', async () => {
      const [one, other] = [await sell(), await sell()];
      await onlyTrack([one.trackingNumber, other.trackingNumber]);
      unreliable.track = async (...parcel) => {
        faulty.test.clock.advance(11_000);
        return track(...parcel);
      };
      expect(await trackShipments(deps())).toBe(true);
      expect(trackedNumbers()).toHaveLength(1);
    });

    it('continues after a failed delivery, and shows it until the parcel is delivered', async () => {
      const { trackingNumber, look } = await sell();
      await onlyTrack([trackingNumber]);
      const found = (status: TrackingStatus, text: string) => async (): Promise<TrackingAnswer> => ({
        outcome: 'found',
        status,
        events: [{ at: faulty.test.clock.now(), status, text, place: '' }],
      });
      unreliable.track = found('failure', 'Address incomplete');
      await trackShipments(deps());
      expect(await look()).toMatchObject({ status: 'in_transit', labelStatus: 'ready' });
      faulty.test.clock.advance(hours(1));
      unreliable.track = found('delivered', 'Delivered');
      await trackShipments(deps());
      const { status, events } = await look();
      expect([status, ...events.slice(-2).map(({ text }) => text)]).toEqual([
        'delivered',
        'Address incomplete',
        'Delivered',
      ]);
    });

    it('ends when the parcel is returned', async () => {
      const { trackingNumber, look } = await sell();
      await onlyTrack([trackingNumber]);
      unreliable.track = async () => ({ outcome: 'found', status: 'returned', events: [] });
      await trackShipments(deps());
      expect(await look()).toMatchObject({ status: 'failed' });
      faulty.test.clock.advance(hours(1));
      await trackShipments(deps());
      expect(trackedNumbers()).toEqual([trackingNumber]);
    });

    it('skips labels of another provider', async () => {
      await sell();
      const labelProvider: LabelProvider = Object.create(faulty.labelProvider, {
        name: { value: 'somebody_else' },
      });
      await trackShipments({ ...deps(), labelProvider });
      expect(trackedNumbers()).toEqual([]);
    });
  });

  describe('a tracking webhook', () => {
    it('makes the parcel the next one to track, no matter how many webhooks arrive', async () => {
      const updated = await sell();
      await trackShipments(deps());
      const due = await sell();
      await onlyTrack([updated.trackingNumber, due.trackingNumber]);
      faulty.labelProvider.calls.length = 0;
      for (let times = 0; times < 20; times += 1)
        await trackByNumber(deps(), updated.carrier, updated.trackingNumber);
      await trackShipments(deps());
      expect(trackedNumbers()).toEqual([updated.trackingNumber, due.trackingNumber]);
    });

    it('is kept if it arrives during the call that finds the first scan', async () => {
      const { trackingNumber, carrier } = await sell();
      await onlyTrack([trackingNumber]);
      unreliable.track = async () => {
        await trackByNumber(deps(), carrier, trackingNumber);
        return { outcome: 'found', status: 'transit', events: [] };
      };
      await trackShipments(deps());
      unreliable.track = track;
      for (let times = 0; times < 2; times += 1) await trackShipments(deps());
      expect(trackedNumbers()).toEqual([trackingNumber, trackingNumber]);
    });

    it('is ignored for another carrier or an unknown number', async () => {
      const { trackingNumber, carrier } = await sell();
      await trackShipments(deps());
      faulty.labelProvider.calls.length = 0;
      await trackByNumber(deps(), carrier === 'DHL' ? 'USPS' : 'DHL', trackingNumber);
      await trackByNumber(deps(), carrier, '9400100000000000000000');
      await trackShipments(deps());
      expect(trackedNumbers()).toEqual([]);
    });
  });
});
