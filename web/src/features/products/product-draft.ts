import { formatHs } from '@lading/contract/customs/hs-code.ts';
import { type Product, type ProductBody, ProductBodySchema } from '@lading/contract/products.ts';
import { type Checked, checkBody, type Problems } from '../../lib/form-problems.ts';
import { typedNumber } from '../../lib/plain-number.ts';
import { COPY } from './copy.ts';

/** As typed. */
export type ProductDraft = Record<keyof ProductBody, string>;

export const EMPTY_PRODUCT: ProductDraft = {
  sku: '',
  name: '',
  description: '',
  unitWeight: '',
  unitValue: '',
  hsCode: '',
  origin: '',
};

export const draftOf = ({ id: _, unitWeight, unitValue, hsCode, ...product }: Product): ProductDraft => ({
  ...product,
  hsCode: hsCode && formatHs(hsCode),
  unitWeight: unitWeight === null ? '' : String(unitWeight),
  unitValue: unitValue === null ? '' : unitValue.toFixed(2),
});

/** Weight and value are optional. */
const amountOf = (text: string): number | null => (text.trim() === '' ? null : typedNumber(text));

export function checkProduct(draft: ProductDraft): Checked<ProductBody> {
  const amounts = { unitWeight: amountOf(draft.unitWeight), unitValue: amountOf(draft.unitValue) };
  const errors: Problems = {};
  for (const [field, amount] of Object.entries(amounts))
    if (Number.isNaN(amount)) errors[field] = COPY.notNumber;
  const checked = checkBody(ProductBodySchema, { ...draft, ...amounts });
  if ('body' in checked) return checked;
  return { errors: { ...checked.errors, ...errors } };
}
