import type { OrderItem, OrderPreparation } from '@lading/contract/orders/orders.ts';
import { formatDate } from '../../lib/format.ts';
import { sizeText } from '../../lib/packages.ts';

const number = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 2 });

/** 2 lb 3 oz */
export function weightText(ounces: number): string {
  const pounds = Math.floor(ounces / 16);
  const rest = Math.round((ounces - pounds * 16) * 100) / 100;
  if (pounds === 0) return `${number(rest)} oz`;
  return rest === 0 ? `${number(pounds)} lb` : `${number(pounds)} lb ${number(rest)} oz`;
}

export function packageText({ weightOz, parcel }: OrderPreparation) {
  return {
    weight: weightOz === undefined ? null : weightText(weightOz),
    size: parcel === undefined ? null : sizeText(parcel),
  };
}

/** T-shirt, L */
export const itemName = ({ title, variant }: Pick<OrderItem, 'title' | 'variant'>): string =>
  variant ? `${title}, ${variant}` : title;

export const orderDay = (iso: string): string => formatDate(iso) ?? '';
