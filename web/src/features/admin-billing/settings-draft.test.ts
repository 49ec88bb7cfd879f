import type { BillingSettingsAnswer } from '@lading/contract/billing.ts';
import { describe, expect, it } from 'vitest';
import { COPY } from './copy.ts';
import {
  draftOf,
  isSameDraft,
  newTax,
  percentOf,
  problemsOf,
  readSettings,
  type SettingsDraft,
} from './settings-draft.ts';

const SETTINGS: BillingSettingsAnswer = {
  legalName: 'Harbor Labels LLC',
  addressLines: ['400 Pier Ave', 'Seattle, WA 98101'],
  taxId: '91-1234567',
  contactEmail: 'billing@harbor.example',
  numberPrefix: 'HL-',
  paymentInstructions: 'Wire to account 000123.',
  taxLines: [],
  noTaxReason: 'Not subject to sales tax',
  startMonth: '2026-01',
};
const saved = draftOf(SETTINGS, '2026-11');
const taxed = (rate: string, name = 'Sales tax'): SettingsDraft => ({
  ...saved,
  taxMode: 'included',
  taxes: [{ ...newTax([]), name, rate }],
});
const read = (draft: SettingsDraft, isFirst = false) => readSettings(draft, isFirst);

describe('the billing settings as a form', () => {
  it('are sent as they were read', () => {
    const { startMonth: _, ...settings } = SETTINGS;
    expect(read(saved)).toEqual({ body: settings });
    const lines = [
      { name: 'State', rate: 650, appliesTo: 'price' },
      { name: 'City', rate: 25, appliesTo: 'service' },
    ];
    expect(read(draftOf({ ...SETTINGS, taxLines: lines }, '2026-11'))).toEqual({
      body: { ...settings, taxLines: lines },
    });
  });

  it('are unchanged by a tax that “No tax” hides again', () => {
    expect(isSameDraft(taxed(''), saved)).toBe(false);
    expect(isSameDraft({ ...taxed(''), taxMode: 'none' }, saved)).toBe(true);
    expect(isSameDraft({ ...taxed('8.25'), taxMode: 'none' }, taxed('8.25'))).toBe(false);
  });

  it('name the first month only before the first save', () => {
    const first = draftOf({ ...SETTINGS, startMonth: null }, '2026-11');
    expect(first.startMonth).toBe('2026-11');
    expect(read(first, true)).toMatchObject({ body: { startMonth: '2026-11' } });
    expect(read(saved)).not.toHaveProperty('body.startMonth');
  });

  it('drop the taxes if there is no tax', () => {
    expect(read({ ...taxed('8.25'), taxMode: 'none' })).toMatchObject({ body: { taxLines: [] } });
  });

  it.each([
    ['8.25', 825],
    ['8.25%', 825],
    ['8.2 %', 820],
    ['100', 10_000],
    ['0.07', 7],
    ['16.35', 1635],
  ])('read the rate %s as %i basis points', (text, rate) => {
    expect(read(taxed(text))).toMatchObject({ body: { taxLines: [{ rate }] } });
  });

  it.each([
    ['', COPY.settings.taxRateWrong],
    ['8,25', COPY.settings.taxRateWrong],
    ['8.255', COPY.settings.taxRateWrong],
    ['-1', COPY.settings.taxRateWrong],
    ['0', 'The rate must be above 0%.'],
    ['100.01', 'The rate must be at most 100%.'],
  ])('refuse the rate "%s" at its field', (text, message) => {
    expect(read(taxed(text))).toEqual({ errors: { 'taxes.0.rate': message } });
  });

  it('name the field of every problem', () => {
    expect(read({ ...taxed('5', ''), legalName: ' ', address: ' \n', contactEmail: 'me' })).toEqual({
      errors: {
        legalName: 'Please enter the legal name.',
        address: 'Please enter the address.',
        contactEmail: 'Please enter a valid email address.',
        'taxes.0.name': 'Please enter a name.',
      },
    });
    expect(read({ ...saved, taxMode: 'included', taxes: [] })).toEqual({
      errors: { taxes: COPY.settings.taxMissing },
    });
    expect(problemsOf([{ path: 'addressLines.2', message: 'Too long' }])).toEqual({ address: 'Too long' });
  });

  it('write rates in percent', () => {
    expect([825, 820, 7, 10_000].map(percentOf)).toEqual(['8.25', '8.2', '0.07', '100']);
  });
});
