import type { Rate } from '@lading/contract/shipments.ts';
import { priceText } from './rate-list.ts';

/** What the extras add to a price that already includes them. The text of a free one says why. Spans, because a label contains it. */
export function ExtraLines({ extras }: { extras: NonNullable<Rate['extras']> }) {
  return extras.map((extra) => (
    <span key={extra.text} className="num block text-small text-text-2">
      {extra.amount === 0 ? extra.text : `${extra.text}: ${priceText(extra)}, included in the price`}
    </span>
  ));
}
