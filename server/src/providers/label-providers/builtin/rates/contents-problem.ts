import { CUSTOMS } from '@lading/contract/customs/customs-messages.ts';
import type { CustomsDeclaration } from '@lading/contract/customs/declaration.ts';
import { customsNeed, isForeign, isMilitary } from '@lading/contract/customs/needs-customs.ts';
import { CN22_LIMIT_CENTS, postalForm } from '@lading/contract/customs/postal-form.ts';
import { totalValueCents } from '@lading/contract/customs/totals.ts';
import { isGoods } from '@lading/contract/customs/vocabulary.ts';
import { formatMoney } from '@lading/contract/money.ts';
import type { Carrier } from '@lading/contract/parcel.ts';
import type { RateRequest } from '../../port.ts';
import { TAKES_BATTERIES_ALONE, USPS_FORM } from '../data/extras.ts';
import type { ServiceFacts } from '../data/service-facts.ts';
import type { Place } from './places.ts';

interface Route {
  from: Place;
  to: Place;
}

/** Why a carrier does not take the contents of a parcel; null if it does. */
export function contentsProblem(
  carrier: Carrier,
  { from, to }: Route,
  { customs, extras, parcel }: RateRequest,
): string | null {
  const goods = customs === null || isGoods(customs.contentsType);
  const need = customsNeed(carrier, { from, to, weightLb: parcel.weightLb, goods });
  if (need === 'needed' && customs === null) return CUSTOMS.declarationRequired;
  if (need === 'needed' && customs !== null && carrier === 'USPS') {
    const problem = formProblem(customs);
    if (problem !== null) return problem;
  }
  return extras.batteries === 'alone' ? batteryProblem(carrier, to) : null;
}

/** What does not fit on the form of USPS. */
function formProblem({ items }: CustomsDeclaration): string | null {
  if (items.length > USPS_FORM.items)
    return `USPS accepts up to ${USPS_FORM.items} items per parcel; this declaration lists ${items.length}.`;
  const long = items.find(({ description }) => description.length > USPS_FORM.descriptionLength);
  return long
    ? `USPS accepts item descriptions of up to ${USPS_FORM.descriptionLength} characters. Please shorten “${long.description.slice(0, 60)}”.`
    : null;
}

function batteryProblem(carrier: Carrier, to: Place): string | null {
  if (isForeign(to) || isMilitary(to))
    return `${carrier} takes lithium batteries to this destination only inside or packed with a device.`;
  return carrier === 'USPS'
    ? null
    : `${carrier} takes lithium batteries without a device only under a dangerous goods contract; USPS Ground Advantage takes them.`;
}

/** Why a service does not take the contents; null if it does. */
export function serviceContentsProblem(
  { code, carrier, name }: ServiceFacts,
  { customs, extras }: RateRequest,
): string | null {
  if (extras.batteries === 'alone' && !TAKES_BATTERIES_ALONE.has(code))
    return `${carrier} ${name} takes lithium batteries only inside or packed with a device.`;
  const valueCents = customs === null ? 0 : totalValueCents(customs.items);
  return carrier === 'USPS' && postalForm(code, valueCents) === 'refused'
    ? `${carrier} ${name} takes goods worth up to ${formatMoney(CN22_LIMIT_CENTS)}. Please use Priority Mail International.`
    : null;
}
