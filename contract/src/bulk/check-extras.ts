import { CUSTOMS } from '../customs/customs-messages.ts';
import type { CustomsDeclaration } from '../customs/declaration.ts';
import { type Extras, hasExtras, MAX_INSURED_CENTS } from '../customs/extras.ts';
import { totalValueCents } from '../customs/totals.ts';
import type { LithiumBatteries, Signature } from '../customs/vocabulary.ts';
import { centsOf } from '../money.ts';
import { columnTitle } from './column-names.ts';
import type { BulkColumn } from './columns.ts';
import { readDollars } from './item-form.ts';
import type { RowFindings } from './row-findings.ts';

/** The words of a cell for each value, without spaces and punctuation. */
const words = <V>(table: readonly (readonly [V, string])[]): ReadonlyMap<string, V> =>
  new Map(
    table.flatMap(([value, spellings]) => spellings.split(' ').map((word): [string, V] => [word, value])),
  );

const NO = 'no none false 0 n';
const YES = 'yes true 1 y x';
const SIGNATURE = words<Signature>([
  ['none', `${NO} notrequired`],
  ['standard', `${YES} standard signature direct required`],
  ['adult', 'adult adultsignature 21'],
]);
const SATURDAY = words<boolean>([
  [false, NO],
  [true, `${YES} saturday`],
]);
const BATTERIES = words<LithiumBatteries>([
  ['none', NO],
  ['in_device', 'indevice indevices containedinequipment'],
  ['with_device', 'withdevice withdevices packedwithequipment'],
  ['alone', 'alone standalone'],
]);

/** The extras of a row, or null if it has none or one of them is wrong. */
export function checkExtras(
  findings: RowFindings,
  customs: CustomsDeclaration | null,
  decimalComma: boolean,
): Extras | null {
  const extras: Extras = {
    signature: choice(findings, 'signature', SIGNATURE, 'none, standard or adult') ?? 'none',
    insuredCents: insuredCents(findings, customs, decimalComma),
    saturdayDelivery: choice(findings, 'saturday_delivery', SATURDAY, 'yes or no') ?? false,
    batteries: choice(findings, 'batteries', BATTERIES, 'none, in_device, with_device or alone') ?? 'none',
  };
  return hasExtras(extras) ? extras : null;
}

function choice<V>(
  findings: RowFindings,
  column: BulkColumn,
  values: ReadonlyMap<string, V>,
  choices: string,
): V | undefined {
  const text = findings.value(column);
  if (text === '') return undefined;
  const value = values.get(text.toLowerCase().replaceAll(/[^a-z\d]/g, ''));
  if (value === undefined) findings.problem(column, 'text', `${columnTitle(column)}: Please use ${choices}.`);
  return value;
}

function insuredCents(
  findings: RowFindings,
  customs: CustomsDeclaration | null,
  decimalComma: boolean,
): number {
  const text = findings.value('insurance');
  if (text === '') return 0;
  const dollars = readDollars(text, decimalComma);
  if (dollars === null) {
    findings.problem('insurance', 'number', 'Insured value: Please enter an amount in dollars.');
    return 0;
  }
  const cents = centsOf(Number(dollars));
  if (cents > MAX_INSURED_CENTS) findings.problem('insurance', 'number', CUSTOMS.insuranceTooHigh);
  else if (customs && cents > totalValueCents(customs.items))
    findings.problem('insurance', 'number', CUSTOMS.insuranceAboveValue);
  return cents;
}
