import { CUSTOMS } from '@lading/contract/customs/customs-messages.ts';
import { NO_EXTRAS } from '@lading/contract/customs/extras.ts';
import { describe, expect, it } from 'vitest';
import { carriers, codes, messageOf } from './rate-answer.fixture.ts';
import { createRateEngine } from './rate-engine.ts';
import { LONDON, makeCustoms, makeItem, makeRequest } from './rate-request.fixture.ts';

const engine = createRateEngine();
const ask = (parts: Parameters<typeof makeRequest>[0] = {}) => engine.rates(makeRequest(parts));
const SAN_JUAN = { city: 'San Juan', state: 'PR', zip: '00901' };
const GUAM = { city: 'Hagatna', state: 'GU', zip: '96910' };
const APO = { city: 'APO', state: 'AE', zip: '09012' };
const DOCUMENTS = makeCustoms({ contentsType: 'documents' });

describe('a parcel without a declaration', () => {
  it('abroad gets no rate, and every carrier asks for the declaration', () => {
    const { rates, messages } = ask({ to: LONDON, customs: null });
    expect(rates).toEqual([]);
    expect(messages.map(({ carrier }) => carrier)).toEqual(['USPS', 'FedEx', 'UPS', 'DHL']);
    for (const { text } of messages) expect(text).toBe(CUSTOMS.declarationRequired);
  });

  it.each([
    ['Puerto Rico', SAN_JUAN],
    ['the Virgin Islands', { state: 'VI', zip: '00802' }],
    ['Puerto Rico as a country', { country: 'PR', state: '', zip: '00901' }],
  ])('goes to %s by USPS', (_, to) => {
    expect(carriers(ask({ to, customs: null }))).toEqual(['USPS']);
  });

  it.each([
    ['Guam', GUAM],
    ['a ZIP code of Guam in another state', { state: 'HI', zip: '96910' }],
    ['American Samoa', { state: 'AS', zip: '96799' }],
    ['Saipan as a country', { country: 'MP', state: '', zip: '96950' }],
    ['Palau', { state: 'PW', zip: '96940' }],
    ['Micronesia', { state: 'FM', zip: '96941' }],
    ['the Marshall Islands', { state: 'MH', zip: '96960' }],
    ['an APO', APO],
  ])('cannot be sent to %s, but can with a declaration', (_, to) => {
    const refused = ask({ to, customs: null });
    expect(refused.rates).toEqual([]);
    expect(messageOf(refused, 'USPS')).toBe(CUSTOMS.declarationRequired);
    expect(carriers(ask({ to, customs: makeCustoms() }))).toEqual(['USPS']);
  });

  it('can be sent within Guam', () => {
    expect(carriers(ask({ from: GUAM, to: GUAM, customs: null }))).toEqual(['USPS']);
  });
});

describe('documents', () => {
  it('are sold to London by all carriers, at any weight', () => {
    for (const weightLb of [0.4, 2])
      expect(carriers(ask({ to: LONDON, customs: DOCUMENTS, parcel: { weightLb } }))).toEqual([
        'USPS',
        'FedEx',
        'UPS',
        'DHL',
      ]);
  });
});

describe('the customs form of USPS', () => {
  const usps = (items: ReturnType<typeof makeItem>[], to: object = LONDON) =>
    ask({ to, customs: makeCustoms({ items }) });

  it('takes 30 items and no more', () => {
    const items = Array.from({ length: 31 }, () => makeItem({ quantity: 1, unitWeightOz: 0.1 }));
    expect(carriers(usps(items.slice(1)))).toContain('USPS');
    const refused = usps(items);
    expect(carriers(refused)).toEqual(['FedEx', 'UPS', 'DHL']);
    expect(messageOf(refused, 'USPS')).toBe(
      'USPS accepts up to 30 items per package; this declaration lists 31.',
    );
  });

  it('takes descriptions of 30 characters and no more', () => {
    expect(carriers(usps([makeItem({ description: 'x'.repeat(30) })]))).toContain('USPS');
    expect(messageOf(usps([makeItem({ description: 'x'.repeat(31) })]), 'USPS')).toMatch(
      /^USPS accepts item descriptions of up to 30 characters\. Please shorten “x{31}”\.$/,
    );
    expect(carriers(usps([makeItem({ description: 'x'.repeat(31) })], SAN_JUAN))).toEqual(['USPS']);
  });

  it('allows First-Class Package International up to $400', () => {
    const worth = (unitValueCents: number) => codes(usps([makeItem({ quantity: 2, unitValueCents })]));
    expect(worth(20_000)).toContain('usps_first_class_package_international');
    expect(worth(20_001)).not.toContain('usps_first_class_package_international');
    expect(worth(20_001)).toContain('usps_priority_international');
  });
});

describe('lithium batteries', () => {
  const batteries = (where: 'in_device' | 'with_device' | 'alone', to: object, customs = makeCustoms()) =>
    ask({ to, customs, extras: { ...NO_EXTRAS, batteries: where } });

  it.each(['in_device', 'with_device'] as const)('%s change nothing', (where) => {
    expect(batteries(where, LONDON)).toEqual(ask({ to: LONDON }));
    expect(codes(batteries(where, {}))).toEqual(codes(ask()));
  });

  it('alone are refused abroad by every carrier', () => {
    const { rates, messages } = batteries('alone', LONDON);
    expect(rates).toEqual([]);
    for (const { carrier, text } of messages)
      expect(text).toBe(
        `${carrier} accepts lithium batteries to this destination only if they are inside a device or packed with one.`,
      );
  });

  it('alone go by Ground Advantage within the United States, and not to an APO', () => {
    const home = batteries('alone', {});
    expect(codes(home)).toEqual(['usps_ground_advantage']);
    expect(messageOf(home, 'UPS')).toMatch(/^UPS accepts lithium batteries without a device only under/);
    expect(batteries('alone', APO).rates).toEqual([]);
  });
});
