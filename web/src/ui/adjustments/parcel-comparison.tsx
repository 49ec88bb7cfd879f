import { formatWeight, type ParcelFacts } from '@lading/contract/adjustment-reasons.ts';
import { Missing } from '../missing.tsx';
import { COPY } from './copy.ts';

interface ParcelComparisonProps {
  claimed: ParcelFacts;
  measured: ParcelFacts;
}

const weight = (grams: number | null) => (grams === null ? null : formatWeight(grams));

const rowsOf = ({ claimed, measured }: ParcelComparisonProps) =>
  [
    { name: COPY.facts.weight, label: weight(claimed.weightGrams), carrier: weight(measured.weightGrams) },
    { name: COPY.facts.dimensions, label: claimed.dimensions, carrier: measured.dimensions },
    { name: COPY.facts.zone, label: claimed.zone, carrier: measured.zone },
    { name: COPY.facts.service, label: claimed.service, carrier: measured.service },
  ].filter(({ label, carrier }) => label !== null || carrier !== null);

/** Only what is known. Differences are bold. */
export function ParcelComparison(props: ParcelComparisonProps) {
  const rows = rowsOf(props);
  if (rows.length === 0) return <Missing />;
  return (
    <table className="num w-full border-b border-line">
      <caption className="sr-only">{COPY.facts.caption}</caption>
      <thead className="text-micro text-text-2">
        <tr>
          <td />
          <th scope="col" className="py-1 text-left">
            {COPY.facts.claimed}
          </th>
          <th scope="col" className="py-1 pl-3 text-left">
            {COPY.facts.measured}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, label, carrier }) => (
          <tr key={name} className="border-t border-line align-top">
            <th scope="row" className="w-20 py-1.5 text-left font-normal text-text-2">
              {name}
            </th>
            <td className="py-1.5 wrap-anywhere">{label ?? <Missing />}</td>
            <td className="py-1.5 pl-3 wrap-anywhere">
              {carrier === null ? (
                <Missing />
              ) : (
                <span className={carrier === label ? undefined : 'font-semibold'}>{carrier}</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
