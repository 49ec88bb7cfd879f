import { addressFormat } from '../address-formats.ts';
import { parseCountry } from '../countries.ts';
import type { BulkCells, BulkColumn } from './columns.ts';

/** True for a state or postal code that the row's country does not need. */
export function isOptionalPlace(cells: BulkCells, column: BulkColumn): boolean {
  const [, party, part] = /^(sender|receiver)_(state|zipcode)$/.exec(column) ?? [];
  if (!party) return false;
  const country = parseCountry(cells[party === 'sender' ? 'sender_country' : 'receiver_country'] ?? '');
  if (country === null) return false;
  const { requiresState, requiresZip } = addressFormat(country);
  return !(part === 'state' ? requiresState : requiresZip);
}
