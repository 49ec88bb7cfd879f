import type { DoubleServer } from '../double-server.ts';
import type { ShopifyBehavior } from './shopify-double-options.ts';
import type { ShopifyRecords } from './shopify-double-records.ts';

/** Shared by all parts of the double. */
export interface ShopifyDoubleContext {
  behavior: ShopifyBehavior;
  records: ShopifyRecords;
  server: DoubleServer;
}
