import type { Product, ProductBody } from '@lading/contract/products.ts';
import { useState } from 'react';
import { reasonOf } from '../../lib/api-error.ts';
import { COUNTRY_OPTIONS } from '../../ui/country-options.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { HsField } from '../../ui/hs-search/hs-field.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { COPY } from './copy.ts';
import { checkProduct, draftOf, EMPTY_PRODUCT, type ProductDraft } from './product-draft.ts';

const ORIGIN_OPTIONS = [{ value: '', label: 'Unknown' }, ...COUNTRY_OPTIONS];

interface ProductDialogProps {
  /** Omitted for a new one. */
  product?: Product;
  onClose: () => void;
  save: (body: ProductBody) => Promise<void>;
}

export function ProductDialog({ product, onClose, save }: ProductDialogProps) {
  const [draft, setDraft] = useState<ProductDraft>(product ? draftOf(product) : EMPTY_PRODUCT);
  const change = (part: Partial<ProductDraft>) => setDraft((before) => ({ ...before, ...part }));
  return (
    <FormDialog
      title={product ? COPY.edit : COPY.add}
      onClose={onClose}
      check={() => checkProduct(draft)}
      submitLabel="Save"
      send={save}
      explain={reasonOf}
    >
      {({ errors }) => {
        const text = (name: keyof ProductDraft, label: string) => ({
          label,
          name,
          value: draft[name],
          error: errors[name],
          onChange: (value: string) => change({ [name]: value }),
          autoComplete: 'off',
        });
        return (
          <>
            <div className="grid gap-4 sm:grid-cols-2">
              <TextField {...text('sku', 'SKU')} required spellCheck={false} />
              <TextField {...text('name', 'Name')} required />
            </div>
            <TextField {...text('description', 'Description')} optional hint={COPY.descriptionHint} />
            <div className="grid gap-4 sm:grid-cols-2">
              <TextField {...text('unitWeight', 'Weight (oz)')} optional inputMode="decimal" />
              <TextField {...text('unitValue', 'Value ($)')} optional inputMode="decimal" />
              <HsField
                {...text('hsCode', 'HS code')}
                optional
                onTop
                words={draft.description || draft.name}
              />
              <Select {...text('origin', 'Made in')} options={ORIGIN_OPTIONS} />
            </div>
          </>
        );
      }}
    </FormDialog>
  );
}
