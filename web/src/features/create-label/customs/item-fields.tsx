import { Save, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import type { Problems } from '../../../lib/form-problems.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { COUNTRY_OPTIONS } from '../../../ui/country-options.ts';
import { HsField } from '../../../ui/hs-search/hs-field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Select } from '../../../ui/select.tsx';
import { SuggestionField } from '../../../ui/suggestion-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { COPY } from './copy.ts';
import type { ItemValues } from './customs-values.ts';
import { itemFrom, useProductSuggestions } from './use-product-suggestions.ts';
import { useSaveProduct } from './use-save-product.ts';

const ORIGIN_OPTIONS = [{ value: '', label: COPY.chooseCountry }, ...COUNTRY_OPTIONS];

interface ItemFieldsProps {
  item: ItemValues;
  index: number;
  needsHs: boolean;
  problems: Problems;
  onChange: (edit: (item: ItemValues) => ItemValues) => void;
  /** Null for the only item. */
  onRemove: (() => void) | null;
}

/** The properties of each field. Description and SKU suggest products. */
function useItemFields({ item, index, problems, onChange }: Omit<ItemFieldsProps, 'needsHs' | 'onRemove'>) {
  const [searched, setSearched] = useState<'description' | 'sku' | null>(null);
  const suggestions = useProductSuggestions(searched && item[searched]);
  const text = (field: keyof ItemValues, label: string) => ({
    label,
    name: `customs.items.${index}.${field}`,
    value: item[field],
    error: problems[`customs.items.${index}.${field}`],
    onChange: (value: string) => onChange((before) => ({ ...before, [field]: value })),
    autoComplete: 'off',
  });
  const search = (field: 'description' | 'sku', label: string) => {
    const props = text(field, label);
    return {
      ...props,
      suggestions: searched === field ? suggestions : [],
      onChange: (value: string) => {
        setSearched(field);
        props.onChange(value);
      },
      onPick: ({ product }: (typeof suggestions)[number]) => {
        setSearched(null);
        onChange((before) => itemFrom(before, product));
      },
    };
  };
  return { text, search };
}

export function ItemFields({ needsHs, onRemove, ...props }: ItemFieldsProps) {
  const { item, index } = props;
  const id = useId();
  const { text, search } = useItemFields(props);
  const { rememberHs } = useSaveProduct();
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-2 gap-x-3 gap-y-4 rounded-card border border-line bg-surface p-4 sm:grid-cols-6"
    >
      <div className="col-span-full -my-1 flex min-h-9 items-center justify-between">
        <h4 id={id} className="text-micro text-text-2">
          Item {index + 1}
        </h4>
        {onRemove && (
          <IconButton label={`Remove item ${index + 1}`} onClick={onRemove}>
            <Icon of={Trash2} />
          </IconButton>
        )}
      </div>
      <SuggestionField
        {...search('description', 'Description')}
        required
        hint={COPY.descriptionHint}
        className="col-span-2 sm:col-span-4"
      />
      <SuggestionField {...search('sku', 'SKU')} optional className="max-sm:col-span-2 sm:col-span-2" />
      <TextField
        {...text('quantity', 'Quantity')}
        required
        inputMode="numeric"
        className="max-sm:col-span-2 sm:col-span-2"
      />
      <TextField
        {...text('unitWeight', 'Weight each (oz)')}
        required
        inputMode="decimal"
        className="sm:col-span-2"
      />
      <TextField
        {...text('unitValue', 'Value each ($)')}
        required
        inputMode="decimal"
        className="sm:col-span-2"
      />
      <HsField
        {...text('hsCode', 'HS code')}
        required={needsHs}
        optional={!needsHs}
        hint={COPY.hsHint}
        words={item.description}
        onPick={(hsCode) => void rememberHs({ ...item, hsCode })}
        className="col-span-2 sm:col-span-3"
      />
      <Select
        {...text('origin', 'Made in')}
        required
        options={ORIGIN_OPTIONS}
        className="col-span-2 sm:col-span-3"
      />
      <SaveProduct item={item} index={index} />
    </section>
  );
}

function SaveProduct({ item, index }: { item: ItemValues; index: number }) {
  const { pending, save } = useSaveProduct();
  const ready = item.sku.trim() !== '' && item.description.trim() !== '';
  if (!ready) return null;
  return (
    <div className="col-span-full">
      <Button variant="ghost" size="sm" className="-ml-2.5" loading={pending} onClick={() => void save(item)}>
        <Icon of={Save} className="size-4" />
        {COPY.saveProduct}
        <span className="sr-only"> (item {index + 1})</span>
      </Button>
    </div>
  );
}
