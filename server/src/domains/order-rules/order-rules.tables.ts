import type { OrderRule } from '@lading/contract/orders/order-rules.ts';
import type { PackageKind } from '@lading/contract/orders/packages.ts';
import type { Immutable, Json } from '../../platform/db/column-types.ts';

export interface OrderRulesTables {
  order_rule_lists: {
    user_id: Immutable<string>;
    version: number;
    rules: Json<OrderRule[]>;
    updated_at: Date;
  };
  package_lists: {
    user_id: Immutable<string>;
    version: number;
    packages: Json<StoredPackage[]>;
    updated_at: Date;
  };
}

export interface StoredPackage {
  id: string;
  name: string;
  kind: PackageKind;
  lengthIn: number;
  widthIn: number;
  heightIn: number;
  emptyWeightOz: number;
  isDefault: boolean;
}
