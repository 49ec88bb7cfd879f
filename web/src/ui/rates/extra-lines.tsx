import type { Rate } from '@lading/contract/shipments.ts';
import { priceText } from './rate-list.ts';

/**
 * The share of each extra in a price that includes them. The text of a free extra says why it is free. Uses spans,
 * because it is inside a `label`.
 */
export function ExtraLines({ extras }: { extras: NonNullable<Rate['extras']> }) {
  return extras.map((extra) => (
    <span key={extra.text} className="num block text-small text-text-2">
      {extra.amount === 0 ? extra.text : `${extra.text}: ${priceText(extra)}, included in the price`}
    </span>
  ));
}
