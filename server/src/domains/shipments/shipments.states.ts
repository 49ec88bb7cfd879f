import type { PostalAddress } from '@lading/contract/address.ts';
import type { LabelStatus, ShipmentStatus } from '@lading/contract/shipments.ts';
import type { ShipmentState, StoredStatus } from '../../platform/db/money-schema.ts';

/** Between payment and label: the sweeper drives these on. */
export const IN_PROGRESS: ReadonlySet<ShipmentState> = new Set(['paid', 'purchasing', 'purchase_unknown']);

/** What a client sees for a status of ours; `shipped` is `in_transit` in the history. */
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
  // Nobody may print what the carrier is about to take back.
  void_requested: 'voided',
  voided: 'voided',
  purchase_failed: 'refunding',
  refunding: 'refunding',
  refunded: 'refunded',
};
export const labelStatusOf = (state: ShipmentState): LabelStatus => LABEL_STATUS[state];

export const searchTextOf = (receiver: PostalAddress, trackingNumber: string | null): string =>
  [trackingNumber ?? '', receiver.name, receiver.company, receiver.city].join(' ').trim().toLowerCase();
