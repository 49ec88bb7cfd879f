import { formatMoney } from '../money.ts';
import type { Carrier } from '../parcel.ts';
import { CUSTOMS } from './customs-messages.ts';
import type { CustomsDeclaration } from './declaration.ts';
import type { Extras } from './extras.ts';
import { type CustomsPlace, customsNeed, isForeign, isMilitary } from './needs-customs.ts';
import { CN22_LIMIT_CENTS, postalForm } from './postal-form.ts';
import { totalValueCents } from './totals.ts';
import { isGoods } from './vocabulary.ts';

interface SentContents {
  from: CustomsPlace;
  to: CustomsPlace;
  weightLb: number;
  /** Null if nothing was declared. */
  customs: CustomsDeclaration | null;
  extras: Extras;
}

/** Limits of a USPS customs form: International Labels API 3.3.7. */
const USPS_FORM = { items: 30, descriptionLength: 30 };

/** Batteries without a device go by ground only, and only within the United States. */
const TAKES_BATTERIES_ALONE: ReadonlySet<string> = new Set(['usps_ground_advantage']);

/** Why a carrier does not accept the contents; null if it does. */
export function contentsProblem(
  carrier: Carrier,
  { from, to, weightLb, customs, extras }: SentContents,
): string | null {
  const goods = customs === null || isGoods(customs.contentsType);
  const need = customsNeed(carrier, { from, to, weightLb, goods });
  if (need === 'needed' && customs === null) return CUSTOMS.declarationRequired;
  if (need === 'needed' && customs !== null && carrier === 'USPS') {
    const problem = formProblem(customs);
    if (problem !== null) return problem;
  }
  return extras.batteries === 'alone' ? batteryProblem(carrier, to) : null;
}

/** What does not fit on the USPS customs form. */
function formProblem({ items }: CustomsDeclaration): string | null {
  if (items.length > USPS_FORM.items)
    return `USPS accepts up to ${USPS_FORM.items} items per package; this declaration lists ${items.length}.`;
  const long = items.find(({ description }) => description.length > USPS_FORM.descriptionLength);
  return long
    ? `USPS accepts item descriptions of up to ${USPS_FORM.descriptionLength} characters. Please shorten “${long.description.slice(0, 60)}”.`
    : null;
}

function batteryProblem(carrier: Carrier, to: CustomsPlace): string | null {
  if (isForeign(to) || isMilitary(to))
    return `${carrier} accepts lithium batteries to this destination only if they are inside a device or packed with one.`;
  return carrier === 'USPS'
    ? null
    : `${carrier} accepts lithium batteries without a device only under a dangerous goods contract. USPS Ground Advantage does not require a contract.`;
}

/** Why a service does not accept the contents; null if it does. */
export function serviceContentsProblem(
  { code, carrier, name }: { code: string; carrier: Carrier; name: string },
  { customs, extras }: Pick<SentContents, 'customs' | 'extras'>,
): string | null {
  if (extras.batteries === 'alone' && !TAKES_BATTERIES_ALONE.has(code))
    return `${carrier} ${name} accepts lithium batteries only if they are inside a device or packed with one.`;
  const valueCents = customs === null ? 0 : totalValueCents(customs.items);
  return carrier === 'USPS' && postalForm(code, valueCents) === 'refused'
    ? `${carrier} ${name} accepts goods worth up to ${formatMoney(CN22_LIMIT_CENTS)}. Please use Priority Mail International.`
    : null;
}
