import { type ProductBody, ProductBodySchema } from '@lading/contract/products.ts';
import { useQueryClient } from '@tanstack/react-query';
import { typedNumber } from '../../../lib/plain-number.ts';
import { saveProduct } from '../../../lib/products.ts';
import { usePending } from '../../../lib/use-pending.ts';
import { reportError } from '../../../ui/report-error.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { COPY } from './copy.ts';
import type { ItemValues } from './customs-values.ts';

const amountOf = (text: string): number | null => {
  const value = typedNumber(text);
  return value > 0 ? value : null;
};

/** Null if the item is not complete enough for the product list. */
function productOf(item: ItemValues): ProductBody | null {
  const parsed = ProductBodySchema.safeParse({
    sku: item.sku,
    name: item.description,
    description: item.description,
    unitWeight: amountOf(item.unitWeight),
    unitValue: amountOf(item.unitValue),
    hsCode: item.hsCode,
    origin: item.origin,
  });
  return parsed.success ? parsed.data : null;
}

export function useSaveProduct() {
  const client = useQueryClient();
  const { pending, run } = usePending();
  const save = (item: ItemValues, message: (sku: string) => string) =>
    run(async () => {
      const body = productOf(item);
      if (!body) {
        toast.error(COPY.saveFailed);
        return;
      }
      try {
        await saveProduct(body);
        await client.invalidateQueries({ queryKey: ['products'] });
        toast.success(message(body.sku));
      } catch (error) {
        reportError(error, COPY.saveFailed);
      }
    });
  return {
    pending,
    save: (item: ItemValues) => save(item, COPY.productSaved),
    /** Saves the chosen HS code for the SKU, if the item is complete enough for the product list. */
    rememberHs: async (item: ItemValues) => {
      if (productOf(item)) await save(item, COPY.hsRemembered);
    },
  };
}
