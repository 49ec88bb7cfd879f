import {
  type BillingSettingsAnswer,
  type BillingSettingsBody,
  BillingSettingsBodySchema,
  TAX_BASES,
  type TaxBase,
} from '@lading/contract/billing.ts';
import type { Checked, Problems } from '../../lib/form-problems.ts';
import { linesOf, textOf } from '../../ui/billing/address-text.ts';
import { COPY } from './copy.ts';

interface TaxDraft {
  /** Identifies the row while it is edited. */
  key: number;
  name: string;
  /** In percent. */
  rate: string;
  appliesTo: TaxBase;
}

/** What the form edits: the address is one text, and rates are text until they are checked. */
export interface SettingsDraft {
  legalName: string;
  address: string;
  taxId: string;
  contactEmail: string;
  numberPrefix: string;
  paymentInstructions: string;
  taxMode: 'none' | 'included';
  taxes: readonly TaxDraft[];
  noTaxReason: string;
  /** Only before the first save. */
  startMonth: string;
}

/** 825 → 8.25 */
export const percentOf = (basisPoints: number): string => String(basisPoints / 100);

/** “8.25%” → 825; NaN for anything else. */
const basisPointsOf = (text: string): number => {
  const number = text.trim().replace(/\s*%$/, '');
  return /^\d{1,3}(\.\d{1,2})?$/.test(number) ? Math.round(Number(number) * 100) : Number.NaN;
};

const isBase = (text: string): text is TaxBase => TAX_BASES.some((base) => base === text);

export const draftOf = (saved: BillingSettingsAnswer, thisMonth: string): SettingsDraft => ({
  legalName: saved.legalName,
  address: textOf(saved.addressLines),
  taxId: saved.taxId,
  contactEmail: saved.contactEmail,
  numberPrefix: saved.numberPrefix,
  paymentInstructions: saved.paymentInstructions,
  taxMode: saved.taxLines.length > 0 ? 'included' : 'none',
  taxes: saved.taxLines.map(({ name, rate, appliesTo }, key) => ({
    key,
    name,
    rate: percentOf(rate),
    appliesTo: isBase(appliesTo) ? appliesTo : 'price',
  })),
  noTaxReason: saved.noTaxReason,
  startMonth: saved.startMonth ?? thisMonth,
});

export const newTax = (taxes: readonly TaxDraft[]): TaxDraft => ({
  key: Math.max(-1, ...taxes.map(({ key }) => key)) + 1,
  name: '',
  rate: '',
  appliesTo: 'price',
});

/** Without the rows that "No tax" hides. */
const shown = (draft: SettingsDraft): SettingsDraft =>
  draft.taxMode === 'none' ? { ...draft, taxes: [] } : draft;

export const isSameDraft = (one: SettingsDraft, other: SettingsDraft): boolean =>
  JSON.stringify(shown(one)) === JSON.stringify(shown(other));

/** The names of the form's fields: `address`, `taxes.0.rate`. */
export function problemsOf(found: readonly { path: string; message: string }[]): Problems {
  const errors: Problems = {};
  for (const { path, message } of found) {
    const name = path.replace(/^addressLines(\.\d+)?$/, 'address').replace(/^taxLines/, 'taxes');
    errors[name] ??= message;
  }
  return errors;
}

export function readSettings(draft: SettingsDraft, isFirst: boolean): Checked<BillingSettingsBody> {
  const { address, taxMode, taxes, startMonth, ...texts } = draft;
  if (taxMode === 'included' && taxes.length === 0) return { errors: { taxes: COPY.settings.taxMissing } };
  const result = BillingSettingsBodySchema.safeParse({
    ...texts,
    addressLines: linesOf(address),
    taxLines:
      taxMode === 'none'
        ? []
        : taxes.map(({ name, rate, appliesTo }) => ({ name, rate: basisPointsOf(rate), appliesTo })),
    ...(isFirst && { startMonth }),
  });
  if (result.success) return { body: result.data };
  return {
    errors: problemsOf(
      result.error.issues.map(({ path, message, code }) => ({
        path: path.join('.'),
        message: path.at(-1) === 'rate' && code === 'invalid_type' ? COPY.settings.taxRateWrong : message,
      })),
    ),
  };
}
