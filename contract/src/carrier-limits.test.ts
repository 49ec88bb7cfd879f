import { expect, it } from 'vitest';
import { exceededLimits, type LimitedAddress, limitSentence } from './carrier-limits.ts';

const sentences = (address: LimitedAddress) => exceededLimits(address).map(limitSentence);

it('names the words that do not fit, per carrier', () => {
  expect(sentences({ address: 'Konrad-Adenauer-Straße 124, 3. Hinterhaus' })).toEqual([
    'UPS and FedEx print up to 35 characters per line. “Hinterhaus” does not fit.',
  ]);
  expect(sentences({ address2: 'Gebäude C, zweiter Aufgang, dritte Etage links, Wohnung vierzehn' })).toEqual(
    [
      'USPS prints up to 50 characters per line. “Wohnung vierzehn” does not fit.',
      'UPS and FedEx print up to 35 characters per line. “Etage links, Wohnung vierzehn” does not fit.',
      'DHL prints up to 45 characters per line. “links, Wohnung vierzehn” does not fit.',
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
    'UPS prints up to 35 characters in a name. “Hohenzollern-Sigmaringen” does not fit.',
    'UPS and FedEx print up to 35 characters in a company name. “Company” does not fit.',
    'USPS prints up to 28 characters in a city name. “wyrndrobwll” does not fit.',
    'UPS prints up to 30 characters in a city name. “rndrobwll” does not fit.',
    'FedEx prints up to 35 characters in a city name. “bwll” does not fit.',
  ]);
});

it('counts to the last character, and accents as one', () => {
  expect(sentences({ address: 'é'.repeat(35) })).toEqual([]);
  expect(sentences({ address: `${'a'.repeat(17)} ${'b'.repeat(17)}` })).toEqual([]);
  expect(sentences({ address: ` ${'a'.repeat(17)}   ${'b'.repeat(17)} ` })).toEqual([]);
  expect(sentences({})).toEqual([]);
});
