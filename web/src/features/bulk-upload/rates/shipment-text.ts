import type { BulkRow } from '@lading/contract/bulk.ts';
import { DEFAULT_COUNTRY } from '@lading/contract/constants.ts';
import { parseCountry } from '@lading/contract/countries.ts';
import { centsOf, formatMoney } from '@lading/contract/money.ts';
import { ENVELOPE_IN } from '@lading/contract/parcel.ts';
import { abroad, cityLine } from '@lading/contract/place-line.ts';
import { formatDay } from '../../../lib/format-day.ts';
import type { LabelData, LabelParty } from '../../../ui/label/label-data.ts';

type Cells = BulkRow['cells'];

/** The place of a party; the country as a code where it is known. */
const placeOf = (cells: Cells, party: 'sender' | 'receiver') => {
  const country = cells[`${party}_country`]?.trim() ?? '';
  return {
    city: cells[`${party}_city`] ?? '',
    state: cells[`${party}_state`] ?? '',
    zip: cells[`${party}_zipcode`] ?? '',
    country: country === '' ? DEFAULT_COUNTRY : (parseCountry(country) ?? country),
  };
};

function partyOf(cells: Cells, party: 'sender' | 'receiver'): Partial<LabelParty> {
  const { country, ...place } = placeOf(cells, party);
  return {
    name: cells[`${party}_fullname`] ?? '',
    lines: [cells[`${party}_address`] ?? '', cells[`${party}_address2`] ?? ''].filter(Boolean),
    ...place,
    ...(country !== 'US' && {
      abroad: { cityLine: cityLine({ ...place, country }), country: abroad(country) },
    }),
  };
}

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
  const envelope: [number, number, number] = [ENVELOPE_IN.length, ENVELOPE_IN.width, ENVELOPE_IN.height];
  const dimensions = measures(cells) ?? (isEnvelope(cells) ? envelope : null);
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

/** “Austin, TX 78701”, “London SW1A 2AA, United Kingdom” */
export function destinationText(cells: Cells): string {
  const place = placeOf(cells, 'receiver');
  const { city, state, zip, country } = place;
  if (country !== 'US') return [cityLine(place), abroad(country)].filter(Boolean).join(', ');
  return [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ');
}

/** Without any size, a row is an envelope. */
const isEnvelope = ({ package_length, package_width, package_height }: Cells) =>
  [package_length, package_width, package_height].every((side) => !side?.trim() || Number(side) === 0);

const ENVELOPE = `Envelope ${ENVELOPE_IN.length} × ${ENVELOPE_IN.width} × ${ENVELOPE_IN.height} in`;

/** “2 lb · 12 × 9 × 4 in · ships Nov 20” */
export function parcelText(cells: Cells): string {
  const dimensions = measures(cells);
  const day = dayText(cells.shipping_date);
  return [
    weightText(cells),
    dimensions
      ? `${dimensions.join(' × ')} ${cells.package_distance_unit || 'in'}`
      : isEnvelope(cells) && ENVELOPE,
    day && `ships ${day}`,
  ]
    .filter(Boolean)
    .join(' · ');
}
