import { describe, expect, it } from 'vitest';
import { TAX_ID_KINDS } from './tax-id-kinds.ts';
import { TAX_ID_SAMPLES } from './tax-ids.samples.ts';
import { checkTaxId, maskTaxId, taxIdKindsFor } from './tax-ids.ts';

const numbers = (list: string) => (list === '' ? [] : list.split('; '));
const ids = (country: string, side: 'sender' | 'recipient') =>
  taxIdKindsFor(country, side).map(({ id }) => id);

describe('a tax ID', () => {
  it('has samples for each of the 57 kinds', () => {
    expect(TAX_ID_KINDS).toHaveLength(57);
    expect(TAX_ID_SAMPLES.map(({ kind }) => kind)).toEqual(TAX_ID_KINDS.map(({ id }) => id));
  });

  it.each(TAX_ID_SAMPLES)(
    'of the kind $kind is accepted or refused as in its country',
    ({ kind, valid, invalid }) => {
      expect(numbers(valid).filter((number) => !checkTaxId(kind, number))).toEqual([]);
      expect(numbers(invalid).filter((number) => checkTaxId(kind, number))).toEqual([]);
    },
  );

  it('is refused if one digit is wrong, where the check digit is public', () => {
    const wrong = (number: string) =>
      number.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10));
    for (const kind of TAX_ID_KINDS.filter(({ check }) => check !== undefined)) {
      const valid = numbers(TAX_ID_SAMPLES.find((sample) => sample.kind === kind.id)?.valid ?? '');
      const [first = ''] = valid.filter((number) => /\d$/.test(number) && !/R[CMPT]|^XI/.test(number));
      expect([kind.id, checkTaxId(kind.id, wrong(first))]).toEqual([kind.id, false]);
    }
  });

  it('of a Mexican company is accepted whatever its check digit', () => {
    expect(checkTaxId('MX-RFC', 'MAB-930714-8T5')).toBe(true);
  });

  it('of a British government department has no check digits', () => {
    expect(checkTaxId('GB-VAT', 'GBGD001')).toBe(true);
    expect(checkTaxId('GB-VAT', 'GB HA 599')).toBe(true);
  });

  it('of another kind has 4 to 28 characters', () => {
    expect(checkTaxId('other', 'A-17')).toBe(true);
    expect(checkTaxId('other', '1'.repeat(28))).toBe(true);
    for (const number of ['', 'A17', '1'.repeat(29), '----', 'A17\n99;']) {
      expect([number, checkTaxId('other', number)]).toEqual([number, false]);
    }
    expect(checkTaxId('XX-NONE', '12345678')).toBe(false);
    expect(checkTaxId('LT-VAT', ' '.repeat(100_000))).toBe(false);
  });

  it('is offered by country and side', () => {
    expect(ids('BR', 'recipient')).toEqual(['BR-CPF', 'BR-CNPJ']);
    expect(ids('US', 'sender')).toEqual(['US-EIN']);
    expect(ids('US', 'recipient')).toEqual([]);
    expect(ids('DE', 'sender')).toEqual(['EU-IOSS', 'EU-EORI', 'DE-VAT']);
    expect(ids('DE', 'recipient')).toEqual(['EU-EORI', 'DE-VAT']);
    expect(ids('NO', 'sender')).toEqual(['NO-VOEC']);
    expect(ids('FJ', 'recipient')).toEqual([]);
  });

  it('is masked except for its last two characters', () => {
    expect(maskTaxId('39053344705')).toBe('•••••••••05');
    expect(maskTaxId('A1')).toBe('••');
    expect(maskTaxId('A12')).toBe('••2');
    expect(maskTaxId('')).toBe('');
  });
});
