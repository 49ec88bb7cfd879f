import type { PARCEL_STATES } from '@lading/contract/orders/orders.ts';
import type { MoveTable } from '../../platform/state-machine.ts';

export type ParcelState = (typeof PARCEL_STATES)[number];

/**
 * A parcel without a plan starts in its batch. Releasing a parcel frees its items for a new parcel, unless the client
 * first restores its row in the batch. A voided parcel has its label again if the carrier refuses the void later.
 */
export const INITIAL_PARCEL_STATES = ['planned', 'in_batch'] as const satisfies readonly ParcelState[];

export const ORDER_PARCEL_MOVES = {
  planned: ['in_batch', 'released'],
  in_batch: ['bought', 'released'],
  bought: ['voided'],
  voided: ['bought'],
  released: ['in_batch'],
} as const satisfies MoveTable<ParcelState>;

/** Has a label, or will have one when its batch is paid. */
export const SHIPPING_PARCEL_STATES = ['in_batch', 'bought'] as const satisfies readonly ParcelState[];

/** Their items are not available for another parcel. */
export const LIVE_PARCEL_STATES = ['planned', 'in_batch', 'bought'] as const satisfies readonly ParcelState[];
