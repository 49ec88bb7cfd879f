import { PAGE_SIZE } from '@lading/contract/constants.ts';
import type { Product, ProductBody } from '@lading/contract/products.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { addProduct, changeProduct, listProducts, removeProduct } from '../../lib/products.ts';
import { useLoadFailure } from '../../lib/use-load-failure.ts';
import { usePending } from '../../lib/use-pending.ts';
import { reportFailure } from '../../ui/report-error.ts';
import { toast } from '../../ui/toast/toast.ts';
import { COPY } from './copy.ts';
import type { ProductsView } from './products-view.ts';

export function useProducts({ page, search }: ProductsView) {
  const query = { page, limit: PAGE_SIZE, ...(search && { search }) };
  const products = useQuery({
    queryKey: ['products', 'list', query],
    queryFn: ({ signal }) => listProducts(query, signal),
    placeholderData: keepPreviousData,
  });
  useLoadFailure(products, () => toast.error(COPY.loadFailed));
  return products;
}

/** Changes to the list. Deleting needs no confirmation, because it can be undone. */
export function useProductChanges() {
  const client = useQueryClient();
  const [removed, setRemoved] = useState<Product | null>(null);
  const { run } = usePending();
  const refresh = () => client.invalidateQueries({ queryKey: ['products'] });
  const attempt = (work: () => Promise<void>, failure: string) =>
    run(() => work().catch((error: unknown) => void reportFailure(error, failure)));

  return {
    removed,
    refresh,
    save: async (product: Product | null, body: ProductBody) => {
      const saved = await (product ? changeProduct(product.id, body) : addProduct(body));
      toast.success(COPY.saved(saved.sku));
      await refresh();
    },
    remove: (product: Product) =>
      attempt(async () => {
        await removeProduct(product.id);
        setRemoved(product);
        // Undo must work while the list reloads.
        void refresh();
      }, COPY.deleteFailed),
    undo: ({ id: _, ...body }: Product) =>
      attempt(async () => {
        await addProduct(body);
        setRemoved(null);
        void refresh();
      }, COPY.restoreFailed),
  };
}
