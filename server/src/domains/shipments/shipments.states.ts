import type { LabelStatus, ShipmentStatus } from '@lading/contract/shipments.ts';
import { isOneOf, type MoveTable, type SourceOf } from '../../platform/state-machine.ts';
import type { ShipmentState, StoredStatus } from './shipments.tables.ts';

export const INITIAL_STATE = 'paid' satisfies ShipmentState;

export const MOVES = {
  paid: ['purchasing', 'purchase_failed'],
  purchasing: ['purchased', 'purchase_unknown', 'purchase_failed', 'paid'],
  purchase_unknown: ['purchased', 'purchasing', 'purchase_failed', 'paid'],
  purchased: ['in_transit', 'delivered', 'returned', 'void_requested'],
  in_transit: ['delivered', 'returned'],
  delivered: [],
  returned: [],
  void_requested: ['voided', 'purchased'],
  voided: [],
  purchase_failed: ['refunding'],
  refunding: ['refunded'],
  refunded: [],
} as const satisfies MoveTable<ShipmentState>;

/** The states that may become `To`, and `To` itself. */
export type StateBefore<To extends ShipmentState> = SourceOf<typeof MOVES, To> | To;

/** Paid, with neither a label nor a failure. The sweep continues these. */
export const IN_PROGRESS = [
  'paid',
  'purchasing',
  'purchase_unknown',
] as const satisfies readonly ShipmentState[];

/** A worker has ordered the label, or may have. */
export const ORDERED = ['purchasing', 'purchase_unknown'] as const satisfies readonly ShipmentState[];

/** The label provider sold a label, even if it was voided later. */
export const BOUGHT = [
  'purchased',
  'in_transit',
  'delivered',
  'returned',
  'void_requested',
  'voided',
] as const satisfies readonly ShipmentState[];

/** No label, and the refund is not paid yet. */
export const REFUNDING = ['purchase_failed', 'refunding'] as const satisfies readonly ShipmentState[];

/** Parcels to track: the label is valid and the carrier has not delivered or returned the parcel. */
export const TRACKED = ['purchased', 'in_transit'] as const satisfies readonly ShipmentState[];

/** Clients see our status `shipped` as `in_transit`. */
export const statusShown = (status: StoredStatus): ShipmentStatus =>
  status === 'shipped' ? 'in_transit' : status;

export const statusStored = (status: ShipmentStatus): StoredStatus =>
  status === 'in_transit' ? 'shipped' : status;

const LABEL_STATUS: Record<ShipmentState, LabelStatus> = {
  paid: 'processing',
  purchasing: 'processing',
  purchase_unknown: 'processing',
  purchased: 'ready',
  in_transit: 'ready',
  delivered: 'ready',
  returned: 'ready',
  // A label must not be printed after we have requested its void.
  void_requested: 'voided',
  voided: 'voided',
  purchase_failed: 'refunding',
  refunding: 'refunding',
  refunded: 'refunded',
};
export const labelStatusOf = (state: ShipmentState): LabelStatus => LABEL_STATUS[state];

/** Every state that may become `to`. */
export const statesBefore = <To extends ShipmentState>(to: To): StateBefore<To>[] =>
  (Object.keys(MOVES) as ShipmentState[]).filter((from) => isOneOf(MOVES[from], to)) as StateBefore<To>[];
