import { expect, it } from 'vitest';
import { exceededLimits, type LimitedAddress, limitSentence } from './carrier-limits.ts';

const sentences = (address: LimitedAddress) => exceededLimits(address).map(limitSentence);

it('names the words that do not fit, per carrier', () => {
  expect(sentences({ address: 'Konrad-Adenauer-Straße 124, 3. Hinterhaus' })).toEqual([
    'UPS and FedEx print 35 characters per line. “Hinterhaus” does not fit.',
  ]);
  expect(sentences({ address2: 'Gebäude C, zweiter Aufgang, dritte Etage links, Wohnung vierzehn' })).toEqual(
    [
      'USPS prints 50 characters per line. “Wohnung vierzehn” does not fit.',
      'UPS and FedEx print 35 characters per line. “Etage links, Wohnung vierzehn” does not fit.',
      'DHL prints 45 characters per line. “links, Wohnung vierzehn” does not fit.',
    ],
  );
});

it('has limits for names and cities', () => {
  expect(
    sentences({
      fullName: 'Maximilian Alexander von Hohenzollern-Sigmaringen',
      company: 'International Handicraft and Candle Company',
      city: 'Llanfairpwllgwyngyllgogerychwyrndrobwll',
    }),
  ).toEqual([
    'UPS prints 35 characters of a name. “Hohenzollern-Sigmaringen” does not fit.',
    'UPS and FedEx print 35 characters of a company name. “Company” does not fit.',
    'USPS prints 28 characters of a city. “wyrndrobwll” does not fit.',
    'UPS prints 30 characters of a city. “rndrobwll” does not fit.',
    'FedEx prints 35 characters of a city. “bwll” does not fit.',
  ]);
});

it('counts to the last character, and accents as one', () => {
  expect(sentences({ address: 'é'.repeat(35) })).toEqual([]);
  expect(sentences({ address: `${'a'.repeat(17)} ${'b'.repeat(17)}` })).toEqual([]);
  expect(sentences({ address: ` ${'a'.repeat(17)}   ${'b'.repeat(17)} ` })).toEqual([]);
  expect(sentences({})).toEqual([]);
});
