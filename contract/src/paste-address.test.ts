import { describe, expect, it } from 'vitest';
import { cpuGrowth, MAX_CPU_GROWTH } from './cpu-growth.fixture.ts';
import { PASTE_SAMPLES } from './paste-address.samples.ts';
import { pasteAddress } from './paste-address.ts';

const LABELS =
  /\b(?:name|full name|address|street address|city|state|zip code|zip|postal code|country|phone|tel|cell|mobile|e-?mail|ship to|to|mailto)\s*[:=]/gi;
const words = (text: string) => text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];
/** Spelled out in the text, a code in the form. */
const CODES =
  'usa us united states of america canada kingdom uk germany texas california new york oregon ontario d c br';

describe('a pasted address', () => {
  it('is tested with at least forty messy samples', () => {
    expect(PASTE_SAMPLES.length).toBeGreaterThanOrEqual(40);
  });

  it.each(PASTE_SAMPLES.map((sample) => [sample.text, sample] as const))('is split: %j', (text, sample) => {
    const { fields, leftover, filled } = pasteAddress(text);
    const said = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
    expect(said).toEqual(sample.fields);
    expect(leftover).toBe(sample.leftover ?? '');
    expect(filled).toBe(Object.keys(sample.fields).length);
  });

  it.each(PASTE_SAMPLES.map((sample) => [sample.text]))('keeps every word of %j', (text) => {
    const { fields, leftover } = pasteAddress(text);
    const kept = new Set([...words(Object.values(fields).join(' ')), ...words(leftover), ...words(CODES)]);
    const joined = words(`${Object.values(fields).join('')}${leftover}`).join('');
    const lost = words(text.replace(LABELS, ' ')).filter(
      (word) => !kept.has(word) && !(word.length > 5 && joined.includes(word)),
    );
    expect(lost).toEqual([]);
  });

  it('uses a city list if a line has neither comma nor suffix', () => {
    const knowsCity = (city: string, state: string) => city === 'San Francisco' && state === 'CA';
    const { fields } = pasteAddress('115 Embarcadero San Francisco CA 94105', knowsCity);
    expect([fields.address, fields.city]).toEqual(['115 Embarcadero', 'San Francisco']);
    const alone = pasteAddress('115 Embarcadero San Francisco CA 94105').fields;
    expect([alone.address, alone.city, alone.zipCode]).toEqual([
      '115 Embarcadero San Francisco',
      '',
      '94105',
    ]);
  });

  it('keeps the country code of a phone number, so that the form can reject it', () => {
    expect(pasteAddress('Jane Doe\n+1 (512) 555-0142').fields.phone).toBe('+1 (512) 555-0142');
  });

  it.each([
    ['Jane Doe\n12 Elm St\nSuite: 200\nAustin, TX 78701', { address2: 'Suite 200', city: 'Austin' }],
    ['Jane Doe\n12 Elm St Apt P 512-555-0142', { address2: 'Apt P', phone: '512-555-0142' }],
    ['Jane Doe\n12 Elm St\nDelivery c/o', { state: '', city: '' }],
    ['Jane Doe\n12 Elm St\nGermany 4711', { country: '' }],
    ['Jane Doe\n12 Elm St\nUnited States (USA)', { country: 'US' }],
    ['Jane Doe\n12 Elm St\nWashington D. C. 20500', { city: 'Washington', state: 'DC' }],
    ['Jane Doe\n12 Main E 20500', { state: '' }],
  ])('recognizes labels, states and countries only where they are one: %j', (text, expected) => {
    expect(pasteAddress(text).fields).toMatchObject(expected);
  });

  it('takes time in proportion to the length of any text, and drops nothing from a very long one', () => {
    const texts = [
      '',
      ' \n ',
      ',,,,',
      '#'.repeat(5000),
      '1 '.repeat(3000),
      'a@'.repeat(3000),
      '('.repeat(3000),
      '- '.repeat(2500),
    ];
    for (const text of texts)
      expect(
        cpuGrowth((part) => pasteAddress(part), text),
        text.slice(0, 10),
      ).toBeLessThan(MAX_CPU_GROWTH);
    const long = `Jane Doe\n12 Elm St\nAustin, TX 78701\n${'note '.repeat(1000)}end`;
    expect(pasteAddress(long).leftover).toMatch(/end$/);
  });
});
