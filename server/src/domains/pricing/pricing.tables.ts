import type { PostalAddress } from '@lading/contract/address.ts';
import type { MarkupType } from '@lading/contract/commission.ts';
import type { Parcel } from '@lading/contract/parcel.ts';
import type { Generated } from 'kysely';
import type { Immutable, Json, NullableJson } from '../../platform/db/column-types.ts';
import type { CarrierRate } from '../../providers/label-providers/port.ts';
import type { StoredDeclaration } from './stored-declaration.ts';

export interface PricingTables {
  global_pricing: CommissionColumns & { only_row: Generated<boolean> };
  client_pricing: CommissionColumns & { user_id: Immutable<string> };
  quote_requests: QuoteRequestsTable;
  quotes: QuotesTable;
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
  commission_type: Immutable<MarkupType>;
  commission_value: Immutable<number>;
  commission_cents: Immutable<number>;
  total_cents: Immutable<number>;
  consumed_by: string | null;
}
