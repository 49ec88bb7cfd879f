import type { PostalAddress } from '@lading/contract/address.ts';
import type { MarkupType } from '@lading/contract/commission.ts';
import type { Parcel } from '@lading/contract/parcel.ts';
import type { StoredRule } from '@lading/contract/pricing/price-rules.ts';
import type { Generated } from 'kysely';
import type { Immutable, Json, NullableJson } from '../../platform/db/column-types.ts';
import type { CarrierRate } from '../../providers/label-providers/port.ts';
import type { StoredDeclaration } from './stored-declaration.ts';

export interface PricingTables {
  global_pricing: CommissionColumns & { only_row: Generated<boolean> };
  client_pricing: CommissionColumns & { user_id: Immutable<string> };
  quote_requests: QuoteRequestsTable;
  quotes: QuotesTable;
  client_groups: ClientGroupsTable;
  client_group_members: { group_id: Immutable<string>; user_id: Immutable<string> };
  price_draft: PriceDraftTable;
  price_versions: PriceVersionsTable;
}

interface CommissionColumns {
  markup_type: MarkupType;
  markup_value: number;
  updated_at: Date;
}

interface QuoteRequestsTable {
  id: Immutable<string>;
  user_id: Immutable<string>;
  request_hash: Buffer;
  sender: Json<PostalAddress>;
  receiver: Json<PostalAddress>;
  parcel: Json<Parcel>;
  declaration: NullableJson<StoredDeclaration>;
  ship_date: Immutable<string>;
  created_at: Immutable<Date>;
  expires_at: Immutable<Date>;
}

interface QuotesTable {
  id: Immutable<string>;
  request_id: Immutable<string>;
  user_id: Immutable<string>;
  provider: Immutable<string>;
  carrier_rate: Json<CarrierRate>;
  cost_cents: Immutable<number>;
  /** Both null if a price rule set the price. */
  commission_type: Immutable<MarkupType | null>;
  commission_value: Immutable<number | null>;
  commission_cents: Immutable<number>;
  total_cents: Immutable<number>;
  consumed_by: string | null;
  price_version: Immutable<number | null>;
  price_rule: Immutable<number | null>;
  /** Null in quotes of earlier versions. */
  priced_by: Immutable<PricedBy | null>;
}

/** What set a price: a rule of the list, the client's own commission or the global one. */
export type PricedBy = 'rule' | 'client' | 'global';

interface ClientGroupsTable {
  id: Immutable<string>;
  name: string;
  created_at: Immutable<Date>;
  updated_at: Date;
}

interface PriceDraftTable {
  only_row: Generated<boolean>;
  revision: string;
  rules: Json<StoredRule[]>;
  updated_at: Date;
  updated_by: string;
}

interface PriceVersionsTable {
  number: Immutable<number>;
  rules: Json<StoredRule[]>;
  effective_from: Immutable<Date>;
  published_at: Immutable<Date>;
  published_by: Immutable<string>;
  note: Immutable<string>;
  repeats: Immutable<number | null>;
}
