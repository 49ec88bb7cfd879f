import { CUSTOMS } from '../customs/customs-messages.ts';
import type { CustomsDeclaration } from '../customs/declaration.ts';
import { type Extras, hasExtras, MAX_INSURED_CENTS } from '../customs/extras.ts';
import { totalValueCents } from '../customs/totals.ts';
import type { LithiumBatteries, Signature } from '../customs/vocabulary.ts';
import { centsOf } from '../money.ts';
import { readDollars } from './item-form.ts';
import { NO, readChoice, words, YES } from './read-choice.ts';
import type { RowFindings } from './row-findings.ts';

const SIGNATURE = words<Signature>([
  ['none', `${NO} notrequired nosignature`],
  ['standard', `${YES} standard signature direct required`],
  ['adult', 'adult adultsignature 21'],
]);
const SATURDAY = words<boolean>([
  [false, NO],
  [true, `${YES} saturday`],
]);
const BATTERIES = words<LithiumBatteries>([
  ['none', NO],
  ['in_device', 'indevice indevices insidethedevice insideadevice containedinequipment'],
  ['with_device', 'withdevice withdevices packedwiththedevice packedwithadevice packedwithequipment'],
  ['alone', 'alone standalone withoutadevice withoutdevice'],
]);

/** The extras of a row, or null if it has none or one of them is wrong. */
export function checkExtras(
  findings: RowFindings,
  customs: CustomsDeclaration | null,
  decimalComma: boolean,
): Extras | null {
  const extras: Extras = {
    signature: readChoice(findings, 'signature', SIGNATURE, 'none, standard or adult') ?? 'none',
    insuredCents: insuredCents(findings, customs, decimalComma),
    saturdayDelivery: readChoice(findings, 'saturday_delivery', SATURDAY, 'yes or no') ?? false,
    batteries:
      readChoice(findings, 'batteries', BATTERIES, 'none, in_device, with_device or alone') ?? 'none',
  };
  return hasExtras(extras) ? extras : null;
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
