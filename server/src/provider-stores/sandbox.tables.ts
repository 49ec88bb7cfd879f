import type { Carrier } from '@lading/contract/parcel.ts';
import type { DocumentKind } from '@lading/contract/shipments.ts';
import type { ConfirmTestPaymentAnswer } from '@lading/contract/test-gateway.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import type { Immutable } from '../platform/db/column-types.ts';

/** The records of the built-in providers. */
export interface SandboxTables {
  'sandbox.carrier_purchases': CarrierPurchasesTable;
  'sandbox.gateway_intents': GatewayIntentsTable;
  'sandbox.gateway_refunds': GatewayRefundsTable;
  'sandbox.gateway_events': GatewayEventsTable;
  'sandbox.gateway_customers': {
    customer_id: Immutable<string>;
    key: Immutable<string>;
    created_at: Immutable<Date>;
  };
  'sandbox.gateway_cards': GatewayCardsTable;
  'sandbox.gateway_setups': GatewaySetupsTable;
  'sandbox.gateway_movements': GatewayMovementsTable;
  'sandbox.gateway_payouts': GatewayPayoutsTable;
}

interface PlaceJson {
  city: string;
  state: string;
  country: string;
}

interface CarrierPurchasesTable {
  key: Immutable<string>;
  order_hash: Immutable<Buffer>;
  transaction_id: Immutable<string>;
  tracking_number: Immutable<string>;
  carrier: Immutable<Carrier>;
  service: Immutable<string>;
  cost_cents: Immutable<number>;
  ship_date: Immutable<string>;
  delivery_date: Immutable<string | null>;
  transit_days: Immutable<number | null>;
  origin: Immutable<PlaceJson>;
  destination: Immutable<PlaceJson>;
  label_format: Immutable<'lading-page' | 'pdf'>;
  label_bytes: Immutable<Buffer>;
  document_kind: Immutable<DocumentKind | null>;
  document_bytes: Immutable<Buffer | null>;
  bought_at: Immutable<Date>;
  voided_at: Date | null;
}

interface GatewayIntentsTable {
  intent_id: Immutable<string>;
  key: Immutable<string>;
  client_secret: Immutable<string>;
  amount_cents: Immutable<number>;
  currency: Immutable<string>;
  description: Immutable<string>;
  status: ConfirmTestPaymentAnswer['status'];
  last_error: string | null;
  card_brand: string | null;
  card_last4: string | null;
  refunded_cents: Generated<number>;
  disputed_at: Date | null;
  created_at: Immutable<Date>;
  customer_id: Immutable<string | null>;
  method_id: Immutable<string | null>;
  saves_card: Generated<boolean>;
  decline_code: string | null;
  card_exp_month: number | null;
  card_exp_year: number | null;
}

interface GatewayCardsTable {
  method_id: Immutable<string>;
  customer_id: Immutable<string>;
  brand: string;
  last4: string;
  exp_month: Immutable<number>;
  exp_year: Immutable<number>;
  created_at: Immutable<Date>;
  detached_at: Date | null;
}

interface GatewaySetupsTable {
  setup_id: Immutable<string>;
  key: Immutable<string>;
  customer_id: Immutable<string>;
  client_secret: Immutable<string>;
  status: 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled';
  card_last4: string | null;
  exp_month: number | null;
  exp_year: number | null;
  method_id: string | null;
  created_at: Immutable<Date>;
}

interface GatewayMovementsTable {
  seq: GeneratedAlways<number>;
  movement_id: Immutable<string>;
  kind: Immutable<'charge' | 'refund' | 'dispute' | 'payout'>;
  intent_id: Immutable<string | null>;
  refund_key: Immutable<string | null>;
  amount_cents: Immutable<number>;
  fee_cents: Immutable<number>;
  payout_id: string | null;
  created_at: Date;
  available_at: Date;
}

interface GatewayPayoutsTable {
  payout_id: Immutable<string>;
  amount_cents: Immutable<number>;
  created_at: Immutable<Date>;
  arrives_at: Immutable<Date>;
  failed_at: Date | null;
}

interface GatewayRefundsTable {
  key: Immutable<string>;
  refund_id: Immutable<string>;
  intent_id: Immutable<string>;
  amount_cents: Immutable<number>;
  reason: Immutable<string>;
  refusal: Immutable<string | null>;
  created_at: Immutable<Date>;
}

interface GatewayEventsTable {
  seq: Generated<number>;
  event_id: Immutable<string>;
  intent_id: Immutable<string>;
  kind: Immutable<string>;
  created_at: Immutable<Date>;
  due_at: Date;
  delivered_at: Date | null;
}
