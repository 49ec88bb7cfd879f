import { formatHs } from '@lading/contract/customs/hs-code.ts';
import type { Product } from '@lading/contract/products.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listProducts } from '../../../lib/products.ts';
import { useSettled } from '../../../lib/use-settled.ts';
import type { Suggestion } from '../../../ui/suggestion-field.tsx';
import type { ItemValues } from './customs-values.ts';

const SHOWN = 6;
const MAX_SEARCH = 100;
const NONE: readonly ProductSuggestion[] = [];

interface ProductSuggestion extends Suggestion {
  product: Product;
}

const suggestionOf = (product: Product): ProductSuggestion => ({
  id: product.id,
  text: product.name,
  detail: [product.sku, product.description].filter(Boolean).join(' · '),
  product,
});

/** Products whose SKU or name contains the text. Empty if the list fails to load: every field can be typed. */
export function useProductSuggestions(text: string | null): readonly ProductSuggestion[] {
  const search = useSettled((text ?? '').trim().slice(0, MAX_SEARCH));
  const enabled = text !== null && search !== '';
  const { data } = useQuery({
    queryKey: ['products', 'suggestions', search],
    queryFn: ({ signal }) => listProducts({ search, limit: SHOWN }, signal),
    select: ({ products }) => products.map(suggestionOf),
    enabled,
    retry: false,
    placeholderData: keepPreviousData,
  });
  return enabled ? (data ?? NONE) : NONE;
}

/** Keeps what was typed where the product has no data. */
export const itemFrom = (item: ItemValues, product: Product): ItemValues => ({
  ...item,
  sku: product.sku,
  description: product.description || product.name,
  unitWeight: product.unitWeight === null ? item.unitWeight : String(product.unitWeight),
  unitValue: product.unitValue === null ? item.unitValue : product.unitValue.toFixed(2),
  hsCode: product.hsCode ? formatHs(product.hsCode) : item.hsCode,
  origin: product.origin || item.origin,
});
