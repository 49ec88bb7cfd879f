import { CUSTOMS } from '@lading/contract/customs/customs-messages.ts';
import { describe, expect, it } from 'vitest';
import { EMPTY_ADDRESS } from '../../../ui/address-form/address-values.ts';
import { emptyWizard, type Wizard } from '../wizard-state.ts';
import { customsBody, customsProblems } from './customs-body.ts';
import { declarationNeed } from './customs-route.ts';
import { EMPTY_CUSTOMS } from './customs-values.ts';
import { recipientOptions, senderOptions } from './tax-id-options.ts';

const place = (country: string, state = '') => ({ ...EMPTY_ADDRESS, country, state });
const ITEM = {
  id: '1',
  description: 'Soy wax candle',
  quantity: '2',
  unitWeight: '8',
  unitValue: '$1,250.00',
  hsCode: '3406.00',
  origin: 'US',
  sku: '',
};
const wizardTo = (recipient: Wizard['recipient'], customs: Partial<Wizard['customs']> = {}): Wizard => ({
  ...emptyWizard('2026-11-16'),
  sender: place('US', 'OR'),
  recipient,
  parcel: { type: 'package', weight: '2', length: '12', width: '9', height: '4' },
  customs: { ...EMPTY_CUSTOMS, signer: 'Ada Park', items: [ITEM], ...customs },
});

describe('a declaration', () => {
  it.each([
    ['New York', place('US', 'NY'), 'none'],
    ['Puerto Rico', place('US', 'PR'), 'some'],
    ['Puerto Rico as a country', place('PR'), 'some'],
    ['Guam', place('US', 'GU'), 'all'],
    ['an APO', place('US', 'AE'), 'all'],
    ['Germany', place('DE'), 'all'],
  ] as const)('to %s is needed by: %s', (_name, to, need) => {
    expect(declarationNeed(wizardTo(to))).toBe(need);
  });

  it('leaves out answers to questions that no longer apply', () => {
    const customs = {
      contentsExplanation: 'left over',
      itn: 'X20261116123456',
      recipientTaxId: { kind: 'BR-CPF', number: ' 760502620 ' },
    };
    expect(customsBody(wizardTo(place('CL'), customs))).toMatchObject({
      contentsExplanation: '',
      itn: '',
      recipientTaxId: { kind: 'CL-RUT', number: '760502620' },
      items: [{ unitValue: '1250.00' }],
    });
    expect(customsBody(wizardTo(place('US', 'NY'), customs))).toBeUndefined();
  });

  it('reports all problems together, both of the fields and of the route', () => {
    const items = [{ ...ITEM, description: '', hsCode: '', quantity: '3' }];
    expect(customsProblems(wizardTo(place('BR'), { items }))).toEqual({
      'customs.items.0.description': CUSTOMS.descriptionRequired,
      'customs.items.0.hsCode': CUSTOMS.hsRequired,
      'customs.itn': CUSTOMS.itnRequired,
      'customs.recipientTaxId.number': CUSTOMS.taxIdRequired,
    });
  });

  it('refuses a decimal comma at its field', () => {
    const items = [{ ...ITEM, unitWeight: '1,5', unitValue: '12,50' }];
    expect(customsProblems(wizardTo(place('DE'), { items }))).toMatchObject({
      'customs.items.0.unitWeight': CUSTOMS.weightRequired,
      'customs.items.0.unitValue': CUSTOMS.valueRequired,
    });
  });

  it('checks a tax ID against its kind', () => {
    const problemsOf = (kind: string, number: string) =>
      customsProblems(wizardTo(place('DE'), { senderTaxId: { kind, number } }));
    expect(problemsOf('EU-IOSS', 'IM2760000012')).toEqual({});
    expect(problemsOf('US-EIN', '91-1144442')).toEqual({});
    expect(problemsOf('US-EIN', 'IM2760000012')).toEqual({
      'customs.senderTaxId.number': CUSTOMS.taxIdInvalid,
    });
  });

  it('is complete for a candle to Berlin', () => {
    expect(customsProblems(wizardTo(place('DE')))).toEqual({});
  });
});

describe('the tax IDs to choose from', () => {
  const ids = (options: readonly { id: string }[]) => options.map(({ id }) => id);

  it.each([
    [
      'the US to Germany',
      place('US', 'OR'),
      place('DE'),
      ['US-EIN', 'EU-IOSS', 'EU-EORI', 'DE-VAT', 'other'],
    ],
    ['Puerto Rico to Norway', place('US', 'PR'), place('NO'), ['US-EIN', 'NO-VOEC', 'other']],
    ['Brazil to Chile', place('BR'), place('CL'), ['other']],
  ] as const)('are those of both countries for a seller from %s', (_route, from, to, kinds) => {
    expect(ids(senderOptions(from, to))).toEqual(kinds);
  });

  it('name the country where two have the same name', () => {
    expect(senderOptions(place('IE'), place('MT')).map(({ name }) => name)).toEqual([
      'IOSS number',
      'EORI number',
      'VAT number, Ireland',
      'VAT number, Malta',
      'Other tax ID',
    ]);
  });

  it.each([
    ['BR', ['BR-CPF', 'BR-CNPJ']],
    ['EC', ['other']],
    ['IT', ['other', 'EU-EORI', 'IT-VAT']],
    ['JP', ['JP-CN', 'other']],
    ['KE', ['other']],
  ] as const)('fit a recipient in %s', (country, kinds) => {
    expect(ids(recipientOptions(place(country)))).toEqual(kinds);
  });
});
