import { isChanged } from '@lading/contract/address-change.ts';
import { describe, expect, it } from 'vitest';
import type { AddressToCheck, AddressVerifier, Verdict } from './port.ts';

const US: AddressToCheck = {
  street1: '965 Mission St',
  street2: '',
  city: 'San Francisco',
  state: 'CA',
  zip: '94103',
  country: 'US',
};
const EMPTY: AddressToCheck = { street1: '', street2: '', city: '', state: '', zip: '', country: '' };
const ODD_TEXTS = ['', ' ', '\u0000', '\ud800', '🏠', '%s', '٠١٢٣٤', '1'.repeat(300), 'a '.repeat(50_000)];

/** The address of a verdict; null when it is invalid. */
export const settled = (verdict: Verdict): AddressToCheck | null => {
  if (verdict.verdict === 'invalid') return null;
  return verdict.verdict === 'valid' ? verdict.address : verdict.suggestion;
};

/** Tests for every address verification adapter. */
export function addressVerificationPortSuite(name: string, verifier: AddressVerifier): void {
  describe(`address verification by ${name}`, () => {
    it('finds a good address valid and returns it', async () => {
      const verdict = await verifier.verify(US);
      expect(verdict.verdict).toBe('valid');
      expect(isChanged(US, settled(verdict) ?? EMPTY)).toBe(false);
    });

    it('corrects a nonstandard address, and finds the correction valid', async () => {
      const entered = { ...US, street1: '965 Mission Street', city: 'san francisco', state: 'California' };
      const verdict = await verifier.verify(entered);
      const suggestion = settled(verdict) ?? EMPTY;
      expect(verdict.verdict).toBe('corrected');
      expect(isChanged(entered, suggestion)).toBe(true);
      expect(suggestion).toMatchObject({ state: 'CA', country: 'US' });
      expect(await verifier.verify(suggestion)).toMatchObject({ verdict: 'valid', address: suggestion });
    });

    it('rejects a ZIP code of another state with a readable message', async () => {
      const verdict = await verifier.verify({ ...US, state: 'TX' });
      expect(verdict).toMatchObject({
        verdict: 'invalid',
        messages: [expect.stringMatching(/^[A-Z“].*[.]$/)],
      });
    });

    it.each<[string, Partial<AddressToCheck>]>([
      ['a post office box', { street1: 'PO Box 77' }],
      ['a military address', { street1: 'PSC 802 Box 74', city: 'APO', state: 'AE', zip: '09499' }],
      [
        'Canada',
        { street1: '111 Wellington St', city: 'Ottawa', state: 'ON', zip: 'K1A 0A9', country: 'CA' },
      ],
      [
        'another country',
        { street1: '10 Downing St', city: 'London', state: '', zip: 'SW1A 2AA', country: 'GB' },
      ],
    ])('accepts %s', async (_, difference) => {
      expect((await verifier.verify({ ...US, ...difference })).verdict).not.toBe('invalid');
    });

    it.each(Object.keys(EMPTY))('answers any text in %s', async (field) => {
      for (const text of ODD_TEXTS) {
        const verdict = await verifier.verify({ ...US, [field]: text });
        if (verdict.verdict === 'invalid') expect(verdict.messages.length).toBeGreaterThan(0);
        else expect(Object.keys(settled(verdict) ?? {}).sort()).toEqual(Object.keys(EMPTY).sort());
      }
    });

    it('lists the missing parts of an empty address', async () => {
      const verdict = await verifier.verify(EMPTY);
      expect(verdict.verdict).toBe('invalid');
      if (verdict.verdict === 'invalid') expect(verdict.messages.every((text) => text !== '')).toBe(true);
    });
  });
}
