import type { AdminShipment } from '@lading/contract/admin-shipments.ts';
import { centsOf, formatMoney } from '@lading/contract/money.ts';

export const money = (dollars: number) => formatMoney(centsOf(dollars));

/** 'purchase_unknown' → 'Purchase unknown' */
export function inWords(text: string) {
  const words = text.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The tracking number, or the destination if there is none yet. */
export const shipmentName = ({ trackingNumber, destination }: AdminShipment) =>
  trackingNumber ?? `the shipment to ${destination.formatted}`;
