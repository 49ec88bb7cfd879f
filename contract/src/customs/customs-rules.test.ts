import { describe, expect, it } from 'vitest';
import { checkDeclaration } from './check-declaration.ts';
import { CUSTOMS } from './customs-messages.ts';
import { CustomsItemSchema, CustomsSchema } from './declaration.ts';
import { exportFiling, isItn } from './export-filing.ts';
import { formatHs, hsProblem } from './hs-code.ts';
import { type CustomsPlace, customsNeed } from './needs-customs.ts';
import { postalForm } from './postal-form.ts';
import { CUSTOMS_NEEDED, EXPORT_FILING, HS_CODES, ITN, POSTAL_FORM, TOTALS } from './rule-vectors.samples.ts';
import { lineValueCents, lineWeightOz } from './totals.ts';

const CALIFORNIA: CustomsPlace = { country: 'US', state: 'CA' };
const BERLIN: CustomsPlace = { country: 'DE', state: '' };

/** `US-PR`, `CA-ON`, `PR` */
function placeOf(code: string): CustomsPlace {
  const [country = '', state = ''] = code.split('-');
  return { country, state };
}

const ITEM = {
  description: 'Soy wax candle',
  quantity: 2,
  unitWeight: 8,
  unitValue: '18.50',
  hsCode: '3406.00',
  origin: 'US',
};
const customsOf = (part: object = {}) => CustomsSchema.parse({ signer: 'Ada Park', items: [ITEM], ...part });
const problemsOf = (part: object, to: CustomsPlace = BERLIN, weightLb = 2) =>
  checkDeclaration({ from: CALIFORNIA, to, weightLb, customs: customsOf(part) });

describe('a customs declaration', () => {
  it.each(CUSTOMS_NEEDED)('is $need for $carrier from $from to $to, $oz oz, goods $goods', (given) => {
    const { carrier, from, to, oz, goods, need } = given;
    const route = { from: placeOf(from), to: placeOf(to), weightLb: oz / 16, goods };
    expect(customsNeed(carrier, route)).toBe(need);
  });
});

describe('the export filing', () => {
  it.each(EXPORT_FILING)('to $to is $answer for $lines', ({ to, needsLicense, lines, answer }) => {
    const filing = exportFiling({ from: CALIFORNIA, to: placeOf(to), needsLicense, lines });
    expect('code' in filing ? filing.code : filing.kind).toBe(answer);
  });

  it.each(['US-PR', 'PR', 'US-VI', 'VI'])('from %s is the same as from a state', (code) => {
    const codeOf = (to: string, valueCents: number) => {
      const lines = [{ hsCode: '610910', valueCents }];
      const filing = exportFiling({ from: placeOf(code), to: placeOf(to), needsLicense: false, lines });
      return 'code' in filing ? filing.code : filing.kind;
    };
    expect(codeOf('DE', 250_001)).toBe('AES_ITN');
    expect(codeOf('DE', 1_000)).toBe('NOEEI_30_37_a');
    expect(codeOf('CA', 250_001)).toBe('NOEEI_30_36');
    expect(codeOf('US-NY', 250_001)).toBe('none');
    expect(codeOf('US-AE', 250_001)).toBe('none');
    expect(codeOf(code, 250_001)).toBe('none');
  });

  it('is none from a foreign country', () => {
    const lines = [{ hsCode: '610910', valueCents: 250_001 }];
    expect(exportFiling({ from: BERLIN, to: placeOf('FR'), needsLicense: false, lines })).toEqual({
      kind: 'none',
    });
  });

  it.each(ITN.valid)('accepts the ITN %s', (text) => expect(isItn(text)).toBe(true));
  it.each(ITN.invalid)('refuses the ITN %s', (text) => expect(isItn(text)).toBe(false));
});

describe('an HS code', () => {
  it.each(HS_CODES.valid)('%s is valid', (text) => expect(hsProblem(text)).toBeNull());
  it.each(HS_CODES.invalid)('%s is refused', (text) => expect(hsProblem(text)).toEqual(expect.any(String)));
  it('is printed with dots', () => {
    expect(formatHs('610910')).toBe('6109.10');
    expect(formatHs('6109100012')).toBe('6109.10.00.12');
  });
});

describe('the postal form', () => {
  it.each(POSTAL_FORM)('of $service for $cents cents is $form', ({ service, cents, form }) => {
    expect(postalForm(service, cents)).toBe(form);
  });
});

describe('totals', () => {
  it.each(TOTALS)('of $items in $parcelOz oz: $ok', ({ items, parcelOz, ok, lines }) => {
    const parsed = items.map((item) => CustomsItemSchema.safeParse({ ...ITEM, ...item }));
    const given = parsed.flatMap(({ data }) => (data ? [data] : []));
    const isAccepted =
      given.length === items.length &&
      problemsOf({ items: items.map((item) => ({ ...ITEM, ...item })) }, BERLIN, parcelOz / 16).length === 0;
    expect(isAccepted).toBe(ok);
    if (lines)
      expect(
        given.map((item) => ({
          value: (lineValueCents(item) / 100).toFixed(2),
          weight: `${lineWeightOz(item)}`,
        })),
      ).toEqual(lines);
  });
});

describe('a declaration is checked for its route', () => {
  it('and is complete for a candle to Berlin', () => {
    expect(problemsOf({})).toEqual([]);
  });

  it.each([
    [
      'an HS code for goods',
      { items: [{ ...ITEM, hsCode: '' }] },
      ['items', 0, 'hsCode'],
      CUSTOMS.hsRequired,
    ],
    ['an ITN above $2,500', { items: [{ ...ITEM, unitValue: 1251 }] }, ['itn'], CUSTOMS.itnRequired],
    ['a valid ITN', { itn: 'X20261332123456' }, ['itn'], CUSTOMS.itnInvalid],
    ['an explanation', { contentsType: 'other' }, ['contentsExplanation'], CUSTOMS.explanationRequired],
    ['items that fit', { items: [{ ...ITEM, quantity: 5 }] }, ['items'], CUSTOMS.itemsHeavierThanParcel],
  ])('and needs %s', (_name, part, path, message) => {
    expect(problemsOf(part)).toEqual([{ path, message }]);
  });

  it('and needs a tax ID for Brazil', () => {
    const brazil = { country: 'BR', state: 'SP' };
    expect(problemsOf({}, brazil)).toEqual([
      { path: ['recipientTaxId', 'number'], message: CUSTOMS.taxIdRequired },
    ]);
    expect(problemsOf({ recipientTaxId: { kind: 'BR-CPF', number: '390.533.447-05' } }, brazil)).toEqual([]);
  });

  it('and needs no HS code for a gift or a military address', () => {
    const withoutHs = { items: [{ ...ITEM, hsCode: '' }] };
    expect(problemsOf({ ...withoutHs, contentsType: 'gift' })).toEqual([]);
    expect(problemsOf(withoutHs, { country: 'US', state: 'AE' })).toEqual([]);
  });
});

describe('a customs item', () => {
  it.each([
    ['N/A', CUSTOMS.descriptionVague],
    ['Gift', CUSTOMS.descriptionVague],
    ['', CUSTOMS.descriptionRequired],
  ])('described as “%s” is refused', (description, message) => {
    const { error } = CustomsItemSchema.safeParse({ ...ITEM, description });
    expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
  });

  it.each([
    ['unitValue', 0, CUSTOMS.valueZero],
    ['unitValue', '', CUSTOMS.valueRequired],
    ['quantity', 1.5, CUSTOMS.quantityInvalid],
    ['quantity', 0, CUSTOMS.quantityInvalid],
    ['unitWeight', 0, CUSTOMS.weightInvalid],
    ['unitWeight', 0.00009, CUSTOMS.weightInvalid],
    ['hsCode', '77', CUSTOMS.hsInvalid],
    ['origin', 'Atlantis', CUSTOMS.originRequired],
  ])('with %s %s is refused', (field, value, message) => {
    const { error } = CustomsItemSchema.safeParse({ ...ITEM, [field]: value });
    expect(error?.issues.map(({ path, message: text }) => ({ path, text }))).toEqual([
      { path: [field], text: message },
    ]);
  });
});

it('refuses DDP', () => {
  const { error } = CustomsSchema.safeParse({ signer: 'Ada Park', items: [ITEM], incoterm: 'DDP' });
  expect(error?.issues.map(({ message }) => message)).toEqual([CUSTOMS.incotermUnavailable]);
  expect(CustomsSchema.safeParse({ signer: 'Ada Park', items: [ITEM], incoterm: 'DAP' }).success).toBe(true);
});
