import { exceededLimits, limitSentence } from '@lading/contract/carrier-limits.ts';
import { InlineAlert } from '../inline-alert.tsx';
import type { AddressValues } from './address-values.ts';

/** Always rendered, because screen readers announce only changes inside an existing region. */
export function CarrierLimits({ values }: { values: AddressValues }) {
  const sentences = exceededLimits(values).map(limitSentence);
  return (
    <div role="status">
      {sentences.length > 0 && (
        <InlineAlert tone="warn">
          <ul className="grid gap-1 wrap-anywhere">
            {sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </InlineAlert>
      )}
    </div>
  );
}
