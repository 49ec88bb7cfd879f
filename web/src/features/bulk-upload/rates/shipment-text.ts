import type { BulkRow } from '@lading/contract/bulk.ts';
import { centsOf, formatMoney } from '@lading/contract/money.ts';
import { formatDay } from '../../../lib/format-day.ts';
import type { LabelData, LabelParty } from '../../../ui/label/label-data.ts';

type Cells = BulkRow['cells'];

const partyOf = (cells: Cells, party: 'sender' | 'receiver'): Partial<LabelParty> => ({
  name: cells[`${party}_fullname`] ?? '',
  lines: [cells[`${party}_address`] ?? '', cells[`${party}_address2`] ?? ''].filter(Boolean),
  city: cells[`${party}_city`] ?? '',
  state: cells[`${party}_state`] ?? '',
  zip: cells[`${party}_zipcode`] ?? '',
});

const isNumber = (text: string | undefined) => text !== undefined && Number(text) > 0;

function measures({ package_length, package_width, package_height }: Cells): [number, number, number] | null {
  const sides = [package_length, package_width, package_height];
  return sides.every(isNumber) ? (sides.map(Number) as [number, number, number]) : null;
}

const weightText = (cells: Cells) =>
  cells.package_weight ? `${cells.package_weight} ${cells.package_mass_unit || 'lb'}` : '';

/** A day as the file wrote it, where it is no plain one. */
const dayText = (text = '') => formatDay(text) || text;

/** The small picture of the label that would be bought. */
export function labelDataOf({ cells, rate }: Pick<BulkRow, 'cells' | 'rate'>): LabelData {
  const dimensions = measures(cells);
  return {
    from: partyOf(cells, 'sender'),
    to: partyOf(cells, 'receiver'),
    weight: weightText(cells),
    shipDate: dayText(cells.shipping_date),
    ...(dimensions && { dimensions }),
    ...(rate && {
      carrier: rate.carrier,
      service: rate.serviceName,
      price: formatMoney(centsOf(rate.amount)),
      band: rate.deliveryDate ? `Arrives ${formatDay(rate.deliveryDate)}` : '',
    }),
  };
}

const HOME = /^(us|usa|united states( of america)?)$/i;

/** «Austin, TX 78701», with the country where it is another one */
export function destinationText(cells: Cells): string {
  const {
    receiver_city: city,
    receiver_state: state,
    receiver_zipcode: zip,
    receiver_country: country,
  } = cells;
  const place = [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return country && !HOME.test(country.trim()) ? `${place}, ${country}` : place;
}

/** «2 lb · 12 × 9 × 4 in · ships Nov 20» */
export function parcelText(cells: Cells): string {
  const dimensions = measures(cells);
  const day = dayText(cells.shipping_date);
  return [
    weightText(cells),
    dimensions && `${dimensions.join(' × ')} ${cells.package_distance_unit || 'in'}`,
    day && `ships ${day}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The same shipment again, in words that say where. */
export function duplicateText(duplicate: NonNullable<BulkRow['duplicate']>): string {
  if (duplicate.number !== null && duplicate.fileName === null)
    return `Same shipment as row ${duplicate.number}`;
  const day = duplicate.date ? ` on ${dayText(duplicate.date.slice(0, 10))}` : '';
  return `You bought a label for the same shipment${day}`;
}
