import type { Rate } from '@lading/contract/shipments.ts';
import { Keys } from '../keys.tsx';
import { ExtraLines } from './extra-lines.tsx';
import { arrivalText, badgeText, priceText, savingsText } from './rate-list.ts';

interface RateRowProps {
  rate: Rate;
  /** The radio group's name; unique per list on a page. */
  name?: string;
  /** The shortcut key, for the first nine rates. */
  shortcut: number | null;
  checked: boolean;
  onPick: () => void;
}

export function RateRow({ rate, name = 'rate', shortcut, checked, onPick }: RateRowProps) {
  const savings = savingsText(rate);
  return (
    <label className="flex min-h-16 items-center gap-3 px-4 py-3 hover:bg-surface-2 has-checked:bg-primary-soft has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus">
      <input
        type="radio"
        name={name}
        value={rate.objectId}
        checked={checked}
        onChange={onPick}
        className="size-5 shrink-0 accent-primary outline-none md:size-4"
      />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="rounded-badge border border-line-strong bg-surface px-1.5 text-micro text-text">
            {rate.carrier}
          </span>
          <span className="text-strong">{rate.serviceName}</span>
          {rate.badges.map((badge) => (
            <span
              key={badge}
              className="rounded-badge bg-text px-1.5 text-micro text-canvas"
              title={rate.reason ?? undefined}
            >
              {badgeText(badge)}
            </span>
          ))}
        </span>
        <span className="num mt-0.5 block text-text-2">{arrivalText(rate)}</span>
        {rate.reason && <span className="block text-small text-text-2">{rate.reason}</span>}
        {rate.extras && <ExtraLines extras={rate.extras} />}
        {rate.estimated && <span className="block text-small text-text-2">Estimated rate</span>}
      </span>
      <span className="shrink-0 text-right">
        <span className="num block text-h3">{priceText(rate)}</span>
        {savings && <span className="num block text-small text-ok-fg max-sm:max-w-26">{savings}</span>}
      </span>
      {shortcut !== null && (
        <span aria-hidden="true" className="hidden shrink-0 lg:block [@media(hover:none)]:hidden">
          <Keys keys={String(shortcut)} />
        </span>
      )}
    </label>
  );
}
