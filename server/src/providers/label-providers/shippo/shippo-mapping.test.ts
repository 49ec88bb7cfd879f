import { NO_EXTRAS } from '@lading/contract/customs/extras.ts';
import { CARRIERS } from '@lading/contract/parcel.ts';
import { describe, expect, it } from 'vitest';
import { readOutside } from '../../../../test/outside/outside.ts';
import { makeRequest } from '../builtin/rates/rate-request.fixture.ts';
import { ShipmentSchema, type ShippoShipment, TrackSchema } from './shippo-answers.ts';
import { centsOfText, offersOf, shipmentBody } from './shippo-mapping.ts';
import { carrierOf, SHIPPO_SERVICES, tokenOf } from './shippo-services.ts';
import { trackingOf } from './shippo-tracking.ts';

const NOW = new Date('2026-11-15T09:00:00Z');
const request = makeRequest();

const aRate = (changes: object = {}) => ({
  object_id: 'a-rate',
  amount: '5.5',
  currency: 'USD',
  provider: 'USPS',
  servicelevel: { name: 'Priority Mail', token: 'usps_priority', terms: '' },
  estimated_days: 2,
  zone: '4',
  ...changes,
});
const answered = (shipment: object): ShippoShipment =>
  ShipmentSchema.parse({ status: 'SUCCESS', rates: [], messages: [], ...shipment });

describe('a price as text', () => {
  it.each([
    ['5.5', 550],
    ['5.50', 550],
    ['12', 1200],
    ['0.29', 29],
    ['1.005', 101],
    ['8.4149999', 841],
    ['19.99', 1999],
    ['4503599.37', 450359937],
  ])('%s is %d cents', (text, cents) => {
    expect(centsOfText(text)).toBe(cents);
  });

  it.each(['', '.5', '5.', '-1', '+1', '1e3', '1,50', '$5', '0x10', 'NaN', '٥', '9'.repeat(20)])(
    '%j is not a price',
    (text) => {
      expect(centsOfText(text)).toBeNull();
    },
  );
});

describe('a parcel for Shippo', () => {
  it('has all numbers as text, no empty lines, and a ship date that is not in the past', () => {
    const body = shipmentBody(makeRequest({ parcel: { weightLb: 0.1 + 0.2 }, residential: true }), NOW);
    expect(body).toMatchObject({
      address_to: { name: 'Dana Reyes', state: 'TX', country: 'US', is_residential: true },
      parcels: [
        { length: '9', width: '6', height: '4', distance_unit: 'in', weight: '0.3', mass_unit: 'lb' },
      ],
      shipment_date: '2026-11-16T12:00:00.000Z',
      async: false,
    });
    expect(JSON.stringify(body)).not.toContain('""');
    const tonight = new Date('2026-11-16T21:30:00Z');
    expect(shipmentBody(makeRequest(), tonight)).toMatchObject({ shipment_date: tonight.toISOString() });
  });

  it('treats a territory as a state', () => {
    const sanJuan = makeRequest({ to: { city: 'San Juan', state: '', zip: '00901', country: 'PR' } });
    expect(shipmentBody(sanJuan, NOW)).toMatchObject({ address_to: { state: 'PR', country: 'US' } });
  });

  it.each([
    ['GB', '442079460958', '+442079460958'],
    ['GB', '+442079460958', '+442079460958'],
    ['CA', '4165550142', '4165550142'],
    ['US', '5125550123', '5125550123'],
  ])('has the phone number in %s with its country code: %s', (country, phone, sent) => {
    expect(shipmentBody(makeRequest({ to: { country, phone } }), NOW)).toMatchObject({
      address_to: { phone: sent },
    });
  });

  it('has neither customs nor extras if there are none', () => {
    expect(Object.keys(shipmentBody(request, NOW))).toEqual([
      'address_from',
      'address_to',
      'parcels',
      'shipment_date',
      'async',
    ]);
  });
});

describe('the rates of an answer', () => {
  it('have the exact price, the service and the offer id of Shippo', () => {
    const { rates } = offersOf(answered({ rates: [aRate()] }), makeRequest({ parcel: { weightLb: 2.1 } }));
    expect(rates).toEqual([
      {
        carrier: 'USPS',
        service: 'usps_priority',
        serviceName: 'Priority Mail',
        costCents: 550,
        retailCents: null,
        currency: 'USD',
        zone: '4',
        billedWeightLb: 3,
        lines: [{ text: 'Priority Mail', cents: 550 }],
        estimatedDays: 2,
        deliveryDate: null,
        estimated: false,
        offerId: 'a-rate',
      },
    ]);
  });

  it('show insurance as a line of its own, which is part of the amount', () => {
    const insured = { ...request, extras: { ...NO_EXTRAS, insuredCents: 40_000 } };
    const [rate] = offersOf(
      answered({ rates: [aRate({ amount: '10.50', included_insurance_price: '5.00' })] }),
      insured,
    ).rates;
    expect(rate).toMatchObject({
      costCents: 1050,
      lines: [
        { text: 'Priority Mail', cents: 550 },
        { text: 'Insurance for $400.00', cents: 500, extra: true },
      ],
    });
  });

  it.each(['11.00', 'free', '', null])('ignore an insurance price of %j', (price) => {
    const insured = { ...request, extras: { ...NO_EXTRAS, insuredCents: 40_000 } };
    const rates = [aRate({ amount: '10.50', included_insurance_price: price })];
    expect(offersOf(answered({ rates }), insured).rates[0]?.lines).toEqual([
      { text: 'Priority Mail', cents: 1050 },
    ]);
  });

  it('may lack optional fields', () => {
    const bare = aRate({ estimated_days: null, zone: null, servicelevel: { name: null, token: 'usps_new' } });
    const [rate] = offersOf(answered({ rates: [bare], messages: null }), request).rates;
    expect(rate).toMatchObject({
      service: 'usps_new',
      serviceName: 'usps_new',
      estimatedDays: null,
      zone: '',
    });
  });

  it.each([
    ['another currency', { currency: 'CAD' }],
    ['no price', { amount: 'call us' }],
    ['a price of zero', { amount: '0.00' }],
  ])('skip %s and give a reason', (_what, change) => {
    const { rates, messages } = offersOf(answered({ rates: [aRate(change)] }), request);
    expect(rates).toEqual([]);
    expect(messages).toContainEqual({ carrier: 'USPS', text: 'USPS offered no price in US dollars.' });
  });

  it('skip unsupported carriers and name them', () => {
    const rates = ['OnTrac', 'OnTrac', 'DHL Germany'].map((provider) => aRate({ provider }));
    expect(offersOf(answered({ rates }), request)).toMatchObject({
      rates: [],
      strangers: ['OnTrac', 'DHL Germany'],
    });
  });

  it('include one reason for each carrier without a rate: its own, a general one, or a default', () => {
    const { rates, messages } = offersOf(
      answered({
        rates: [aRate()],
        messages: [
          { source: 'USPS', code: '', text: 'Some services were not available' },
          { source: 'UPS', code: 'carrier_timeout', text: 'UPS API did not respond' },
          { source: 'UPS', code: '', text: 'Another word' },
          { source: 'DHLExpress', code: '', text: '<p>Closed today</p>' },
        ],
      }),
      request,
    );
    expect(rates).toHaveLength(1);
    expect(messages).toEqual([
      { carrier: 'FedEx', text: 'FedEx offered no rate for this package.' },
      { carrier: 'UPS', text: 'UPS API did not respond.', temporary: true },
      { carrier: 'DHL', text: 'Closed today.' },
    ]);
    const common = answered({
      messages: [{ source: 'Shippo', code: '', text: 'No carrier account is active' }],
    });
    expect(offersOf(common, request).messages).toEqual(
      CARRIERS.map((carrier) => ({ carrier, text: 'No carrier account is active.' })),
    );
  });
});

describe('carriers and services', () => {
  it.each([
    ['USPS', 'USPS'],
    ['usps', 'USPS'],
    ['FedEx', 'FedEx'],
    ['DHL Express', 'DHL'],
    ['dhl_ecommerce', 'DHL'],
    ['UPS', 'UPS'],
    ['DHL Germany', null],
    ['shippo', null],
    ['', null],
    ['constructor', null],
  ])('%j is %s', (name, carrier) => {
    expect(carrierOf(name)).toBe(carrier);
  });

  it('are tracked under the Shippo name for the number', () => {
    expect(tokenOf('USPS', '9400112345600000000124')).toBe('usps');
    expect(tokenOf('DHL', '3318810025')).toBe('dhl_express');
    expect(tokenOf('DHL', 'GM60511234500000001')).toBe('dhl_ecommerce');
  });

  it('are all listed in the API description', () => {
    const described = new Set(
      readOutside('shippo-api.json')
        .toString()
        .match(/\b(?:usps|ups|fedex|dhl)_\w+/g),
    );
    expect(SHIPPO_SERVICES.filter(({ code }) => !described.has(code))).toEqual([]);
    expect(new Set(SHIPPO_SERVICES.map(({ carrier }) => carrier))).toEqual(new Set(CARRIERS));
  });
});

describe('tracking events', () => {
  const at = (status: string, status_date: string | null, status_details = status) => ({
    status,
    status_date,
    status_details,
    location: { city: 'Austin', state: 'TX', zip: '78701', country: 'US' },
  });
  const tracked = (tracking_status: object | null, tracking_history: object[] | null) =>
    trackingOf(TrackSchema.parse({ tracking_status, tracking_history }));

  it('are in order of time, without duplicates, including the latest', () => {
    const history = [
      at('TRANSIT', '2026-11-12T10:00:00Z', 'Left'),
      at('PRE_TRANSIT', '2026-11-11T08:00:00Z', 'Label made'),
      at('TRANSIT', '2026-11-12T10:00:00Z', 'Left'),
      at('TRANSIT', null, 'Some time'),
    ];
    const answer = tracked(at('DELIVERED', '2026-11-13T15:30:00Z', 'Handed over'), history);
    expect(answer).toMatchObject({ outcome: 'found', status: 'delivered' });
    expect(answer.outcome === 'found' && answer.events.map(({ text, place }) => [text, place])).toEqual([
      ['Label made', 'Austin, TX'],
      ['Left', 'Austin, TX'],
      ['Handed over', 'Austin, TX'],
    ]);
  });

  it.each([
    ['UNKNOWN', 'unknown'],
    ['PRE_TRANSIT', 'pre_transit'],
    ['TRANSIT', 'transit'],
    ['DELIVERED', 'delivered'],
    ['RETURNED', 'returned'],
    ['FAILURE', 'failure'],
    ['SOMETHING_NEW', 'unknown'],
  ])('%s is %s', (status, ours) => {
    expect(tracked(at(status, '2026-11-12T10:00:00Z'), [])).toMatchObject({ outcome: 'found', status: ours });
  });

  it.each([
    ['out_for_delivery', '', 'out_for_delivery'],
    ['pickup_available', '', 'ready_for_pickup'],
    ['delivery_attempted', '', 'delivery_attempted'],
    ['notice_left', '', 'delivery_attempted'],
    ['package_held', 'Held in customs', 'customs_held'],
    ['delayed', 'Clearance delay - Import', 'customs_held'],
    ['package_processing', 'Shipment is on hold at customs', 'customs_held'],
    ['package_departed', 'Released by customs', 'customs_released'],
    ['package_processed', 'Customs clearance completed', 'customs_released'],
    ['package_departed', 'International shipment release - Import', 'customs_released'],
    ['package_held', 'Held at the post office', undefined],
    ['package_processing', 'Processing at customs', undefined],
    ['teleported', 'A code of the future', undefined],
  ])('with the sub-status %s and the text %j mean %s', (code, text, detail) => {
    const event = { ...at('TRANSIT', '2026-11-12T10:00:00Z', text), substatus: { code } };
    const answer = tracked(event, []);
    expect(answer.outcome === 'found' && answer.events.map((each) => each.detail)).toEqual([detail]);
  });

  it.each([null, undefined, 'held', { code: 7 }, []])('survive the sub-status %j', (substatus) => {
    const answer = tracked({ ...at('TRANSIT', '2026-11-12T10:00:00Z', 'Left'), substatus }, []);
    expect(answer).toMatchObject({ outcome: 'found', events: [{ text: 'Left' }] });
  });

  it('are not found without a status', () => {
    expect(tracked(null, null)).toEqual({ outcome: 'not-found' });
  });
});
