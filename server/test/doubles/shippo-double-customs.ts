import { type Fields, isFields, textOf } from './shippo-double-answers.ts';

const OUNCES: Record<string, number> = { oz: 1, lb: 16, kg: 35.273_962, g: 0.035_273_962 };
const MAX_TARIFF_LENGTH = 12;
/** The parcel's own weight is rounded to four decimals of a pound. */
const TOLERANCE_OZ = 0.01;

/** What Shippo checks beyond the shape of a declaration; null if it is complete. */
export function declarationProblem(customs: Fields, parcelLb: number): string | null {
  const items = Array.isArray(customs.items) ? customs.items.filter(isFields) : [];
  if (customs.certify !== true || textOf(customs.certify_signer) === '')
    return 'The declaration must be certified by a signer.';
  if (customs.contents_type === 'OTHER' && textOf(customs.contents_explanation) === '')
    return 'contents_explanation is required if contents_type is OTHER.';
  if (customs.eel_pfc === 'AES_ITN' && !/^X\d{14}$/.test(textOf(customs.aes_itn)))
    return 'aes_itn is required if eel_pfc is AES_ITN.';
  if (items.length === 0) return 'At least one customs item is required.';
  for (const item of items) {
    if (!(Number(item.quantity) > 0)) return 'quantity must be greater than 0.';
    if (!(Number(item.value_amount) > 0)) return 'value_amount must be greater than 0.';
    if (!/^[A-Z]{2}$/.test(textOf(item.origin_country))) return 'origin_country is not valid.';
    if (textOf(item.tariff_number).length > MAX_TARIFF_LENGTH) return 'tariff_number is too long.';
  }
  const ounces = items.reduce(
    (sum, { net_weight, mass_unit }) => sum + Number(net_weight) * (OUNCES[textOf(mass_unit)] ?? Number.NaN),
    0,
  );
  return ounces > 0 && ounces <= parcelLb * 16 + TOLERANCE_OZ
    ? null
    : 'The net weight of the items must not exceed the weight of the parcel.';
}

const MILITARY = ['AA', 'AE', 'AP'];
const TERRITORIES = ['AS', 'FM', 'GU', 'MH', 'MP', 'PR', 'PW', 'VI'];
/** USPS delivers to these like to a state. */
const LIKE_STATES = ['PR', 'VI'];

/** Why a carrier returns no rates on this route; null if it does. */
export function routeProblem(provider: string, from: Fields, to: Fields, customs: Fields | null) {
  const [state, isUsps] = [textOf(to.state), provider === 'USPS'];
  if (from.country !== 'US') return { code: '', text: 'No rates available for this lane' };
  if (to.country === 'US' && MILITARY.includes(state) && !isUsps)
    return { code: '', text: 'No rates available for this lane' };
  return customs === null && needsCustoms(isUsps, to)
    ? { code: '', text: 'A customs declaration is required for this shipment' }
    : null;
}

function needsCustoms(isUsps: boolean, to: Fields): boolean {
  const state = textOf(to.state);
  if (to.country !== 'US' || MILITARY.includes(state)) return true;
  return TERRITORIES.includes(state) && !(isUsps && LIKE_STATES.includes(state));
}
