import { describe, expect, it } from 'vitest';
import type { PlaceQuery, PlacesProvider } from './port.ts';

/** Texts that must not make an adapter fail. */
const ODD_TEXTS = [
  '',
  ' ',
  '%',
  '_',
  '\u0000',
  '\ud800',
  '🏠🏠',
  ','.repeat(500),
  '0'.repeat(500),
  'x y '.repeat(5000),
];

/** Tests for every places adapter. Pass a place that the adapter knows, with a street if it supports streets. */
export function placesPortSuite(
  places: PlacesProvider,
  known: { zip: string; city: string; state: string; street?: string },
): void {
  const suggest = (query: Partial<PlaceQuery>) =>
    places.suggest({ text: '', country: 'US', limit: 5, ...query });

  const { zip, city, state, street } = known;

  describe(`the places of ${places.name}`, () => {
    it('complete a city, ignoring case', async () => {
      const found = await suggest({ text: `${known.city.toLowerCase()}, ${known.state}` });
      expect(found[0]).toMatchObject({ kind: 'city', city: known.city, state: known.state, country: 'US' });
    });

    it('complete a ZIP code with its city and state', async () => {
      const found = await suggest({ text: known.zip });
      expect(found[0]).toMatchObject({ kind: 'zip', zip, city, state, country: 'US' });
    });

    it('suggest no duplicates, no empty lines, and no more than the limit', async () => {
      for (const text of [known.city.slice(0, 1), known.zip.slice(0, 1)])
        for (const limit of [0, 1, 3]) {
          const texts = (await suggest({ text, limit })).map((suggestion) => suggestion.text);
          expect(texts.length).toBeLessThanOrEqual(limit);
          expect(new Set(texts).size).toBe(texts.length);
          expect(texts).not.toContain('');
        }
    });

    if (street)
      it('complete a street, and return the full address when it is chosen', async () => {
        const session = 'one-address';
        const found = await suggest({ text: street, session });
        const [line] = found.filter(({ kind }) => kind === 'address');
        expect(line).toMatchObject({ country: 'US', placeId: expect.stringMatching(/^[\w-]{1,500}$/) });
        expect(await places.address(line?.placeId ?? '', session)).toMatchObject({
          street1: expect.stringContaining(street),
          city: known.city,
          state: known.state,
          zip: expect.stringMatching(/^\d{5}(-\d{4})?$/),
          country: 'US',
        });
      });

    it('return no address for a place that does not exist', async () => {
      expect(await places.address('nowhere')).toBeNull();
    });

    it('find the place of a ZIP code, even with ZIP+4', async () => {
      const expected = { zip, city, state, country: 'US' };
      expect(await places.placeOfZip(known.zip, 'US')).toEqual(expected);
      expect(await places.placeOfZip(`${known.zip}-1234`, 'US')).toEqual(expected);
    });

    it.each([
      '787',
      '00000',
      'abcde',
      '1e4',
      `${known.zip}9`,
      `${known.zip}-12`,
      `x${known.zip}`,
      ...ODD_TEXTS,
    ])('find no place for an invalid ZIP code: %#', async (zip) => {
      expect(await places.placeOfZip(zip, 'US')).toBeNull();
    });

    it.each(ODD_TEXTS)('answer any text with a list: %#', async (text) => {
      for (const country of ['US', 'CA', 'ZZ', ''])
        expect(Array.isArray(await suggest({ text, country }))).toBe(true);
    });
  });
}
