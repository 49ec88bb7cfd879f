import { Check } from 'lucide-react';
import { Icon } from '../../ui/icon.tsx';
import { Label } from '../../ui/label/label.tsx';
import { BULK_EXAMPLES, dollars, EXAMPLES, PRICE_EXAMPLES, savedPercent } from './examples.ts';

export function LabelMiniature() {
  return (
    <div className="flex justify-center rounded-card border border-line bg-surface-2 px-4 pt-6">
      <div className="max-h-56 overflow-hidden">
        <Label data={EXAMPLES.tube} size="small" mode="preview" />
      </div>
    </div>
  );
}

export function PriceMiniature() {
  return (
    <ul className="grid grid-rows-3 border-t border-line">
      {PRICE_EXAMPLES.map((example) => (
        <li key={example.service} className="flex flex-col justify-center border-b border-line py-2.5">
          <div className="flex items-baseline justify-between gap-3">
            <span className="text-strong">{example.service}</span>
            <span className="num text-strong">{dollars(example.priceCents)}</span>
          </div>
          <div className="num mt-0.5 flex items-baseline justify-between gap-3 text-small text-text-2">
            <span>{example.parcel}</span>
            <span>
              <span className="sr-only">instead of </span>
              <s>{dollars(example.retailCents)}</s>{' '}
              <span className="font-semibold text-ok-fg">save {savedPercent(example)}%</span>
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
}

export function BulkMiniature() {
  return (
    <div className="overflow-hidden rounded-card border border-line">
      <table className="h-full w-full text-small">
        <caption className="sr-only">Three rows of an uploaded file</caption>
        <thead className="bg-surface-2 text-left text-text-2">
          <tr>
            {['Row', 'Ship to', 'ZIP', 'Check'].map((header) => (
              <th key={header} scope="col" className="px-2 py-1.5 text-micro">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {BULK_EXAMPLES.map(({ row, name, zip }) => (
            <tr key={row} className="border-t border-line">
              <td className="num px-2 py-2.5 text-text-2">{row}</td>
              <td className="px-2 py-2.5 whitespace-nowrap">{name}</td>
              <td className="num px-2 py-2.5">{zip}</td>
              <td className="px-2 py-2.5">
                <span className="inline-flex items-center gap-1 align-middle text-ok-fg">
                  <Icon of={Check} strokeWidth={2} className="size-3.5" />
                  Ready
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const FACTS = [
  { name: 'Weight', value: '2.0 lb', reading: 'within all limits' },
  { name: 'Size', value: '12 × 9 × 4 in', reading: 'standard size' },
  { name: 'Destination', value: 'TX 78701', reading: 'zone 7' },
] as const;

export function RoutingMiniature() {
  return (
    <div className="flex flex-col">
      <ol className="relative ml-1.5 flex flex-1 flex-col justify-around border-l-2 border-line-strong pl-5">
        {FACTS.map(({ name, value, reading }) => (
          <li key={name} className="relative pb-4">
            <span
              aria-hidden="true"
              className="absolute top-1.5 -left-[1.625rem] size-2.5 rounded-full border-2 border-text bg-surface"
            />
            <p className="text-small text-text-2">{name}</p>
            <p className="num flex flex-wrap justify-between gap-x-3">
              <span className="text-strong">{value}</span>
              <span className="text-small text-text-2">{reading}</span>
            </p>
          </li>
        ))}
      </ol>
      <div className="flex items-center justify-between gap-3 rounded-control bg-primary-soft px-3 py-2.5 text-on-primary-soft">
        <span className="text-strong">USPS Ground Advantage</span>
        <span className="text-small font-medium whitespace-nowrap">Cheapest</span>
      </div>
    </div>
  );
}
