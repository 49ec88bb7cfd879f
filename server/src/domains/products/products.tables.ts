import type { Immutable } from '../../platform/db/column-types.ts';

export interface ProductsTables {
  products: {
    id: Immutable<string>;
    user_id: Immutable<string>;
    sku: string;
    name: string;
    description: string;
    unit_weight_oz: number | null;
    unit_value_cents: number | null;
    hs_code: string;
    origin: string;
    created_at: Immutable<Date>;
    updated_at: Date;
  };
}
