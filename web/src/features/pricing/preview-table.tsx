import type { GlobalPricingBody } from '@lading/contract/global-pricing.ts';
import { formatMoney } from '@lading/contract/money.ts';
import { useId } from 'react';
import { formatChange } from '../../lib/format-change.ts';
import { COPY } from './copy.ts';
import { previewRows } from './pricing-draft.ts';

const HEADERS = ['Carrier cost', 'Now', 'After', 'Difference'];

/** Client prices for example labels, before and after the change. */
export function PreviewTable({ now, after }: { now: GlobalPricingBody; after: GlobalPricingBody }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-card border border-line bg-surface px-4 py-4 sm:px-5">
      <h2 id={id} className="text-h3">
        Preview this change
      </h2>
      <p className="mt-1 text-text-2">{COPY.previewText}</p>
      <table className="num mt-3 w-full border-collapse text-right">
        <caption className="sr-only">{COPY.previewCaption}</caption>
        <thead>
          <tr className="text-micro border-b border-line-strong text-text-2">
            {HEADERS.map((header) => (
              <th key={header} scope="col" className="py-1.5 first:text-left">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {previewRows(now, after).map((row) => (
            <tr key={row.cost} className="border-b border-line last:border-0">
              <th scope="row" className="py-1.5 text-left font-normal">
                {formatMoney(row.cost)}
              </th>
              <td>{formatMoney(row.now)}</td>
              <td className="font-semibold">{formatMoney(row.after)}</td>
              <td>{formatChange(row.after - row.now)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
