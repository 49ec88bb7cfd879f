import type { BulkDeps } from './domains/bulk/bulk.deps.ts';

/** The product list for bulk uploads. Connect the domain `products` here; until then, nobody has products. */
export const productList: Pick<BulkDeps, 'findProductsBySku' | 'saveProducts'> = {
  findProductsBySku: async () => new Map(),
  saveProducts: async () => {},
};
