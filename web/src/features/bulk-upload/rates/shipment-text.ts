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

/** Falls back to the text in the file. */
const dayText = (text = '') => formatDay(text) || text;

/** The thumbnail of the label to be bought. */
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

/** “Austin, TX 78701”, with the country if it is not the US */
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

/** “2 lb · 12 × 9 × 4 in · ships Nov 20” */
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
