import { abroad, cityLine, placeName } from '@lading/contract/place-line.ts';
import { formatDay } from '../../lib/format-day.ts';
import type { AddressValues } from '../../ui/address-form/address-values.ts';
import type { LabelData, LabelParty, LabelZone } from '../../ui/label/label-data.ts';
import { priceText } from '../../ui/rates/rate-list.ts';
import { COPY } from './copy.ts';
import { dimensionsOf, weightOf } from './parcel-values.ts';
import { selectedRate, type Wizard } from './wizard-state.ts';

export const ZONE_OF_STEP: Record<Wizard['step'], LabelZone> = {
  sender: 'from',
  recipient: 'to',
  package: 'package',
  rates: 'service',
};

const partyOf = (address: AddressValues): Partial<LabelParty> => ({
  name: address.fullName,
  lines: [address.company, address.address, address.address2].filter(Boolean),
  city: address.city,
  state: address.state,
  zip: address.zipCode,
  ...(address.country !== 'US' && {
    abroad: {
      cityLine: cityLine({ ...address, zip: address.zipCode }),
      country: abroad(address.country),
    },
  }),
});

/** 2.0 lb, or 3.2 oz below a pound, because a letter would be 0.0 lb. */
function weightText(pounds: number): string {
  if (pounds < 1) return `${Number((pounds * 16).toFixed(2))} oz`;
  return `${pounds < 10 ? pounds.toFixed(1) : Math.round(pounds * 10) / 10} lb`;
}

/** The label so far. */
export function labelDataOf(wizard: Wizard): LabelData {
  const rate = selectedRate(wizard);
  const weight = weightOf(wizard.parcel);
  const dimensions = dimensionsOf(wizard.parcel);
  const arrival = rate?.deliveryDate ? `Arrives ${formatDay(rate.deliveryDate)}` : '';
  return {
    from: partyOf(wizard.sender),
    to: partyOf(wizard.recipient),
    shipDate: formatDay(wizard.shippingDate),
    ...(weight !== null && { weight: weightText(weight) }),
    ...(dimensions && { dimensions }),
    ...(rate && { carrier: rate.carrier, service: rate.serviceName, price: priceText(rate), band: arrival }),
  };
}

/** “Austin TX”, “London, United Kingdom”; nothing until the city is known. */
const placeOf = (address: AddressValues) => {
  const { city, state, country } = address;
  return country === 'US' || city === '' ? [city, state].filter(Boolean).join(' ') : placeName(address);
};

/** “Ada Park, Portland OR” */
export const addressSummary = (address: AddressValues): string =>
  [address.fullName, placeOf(address)].filter(Boolean).join(', ');

/** “USPS Ground Advantage, Portland OR → Austin TX” */
export function paymentDescription(wizard: Wizard): string {
  const rate = selectedRate(wizard);
  const service = rate ? `${rate.carrier} ${rate.serviceName}, ` : '';
  return `${service}${placeOf(wizard.sender)} → ${placeOf(wizard.recipient)}`;
}

export function parcelSummary({ parcel }: Wizard): string {
  const weight = weightOf(parcel);
  const dimensions = dimensionsOf(parcel);
  return [weight !== null && weightText(weight), dimensions && `${dimensions.join(' × ')} in`]
    .filter(Boolean)
    .join(' · ');
}

/**
 * “To Dana Reyes, Austin TX · 2.0 lb”, or the sender until there is a recipient. The price is separate, so that it
 * is never truncated.
 */
export function stubText({ sender, recipient, parcel }: Wizard): string {
  const weight = weightOf(parcel);
  const [from, to] = [addressSummary(sender), addressSummary(recipient)];
  const party = to ? `To ${to}` : from && `From ${from}`;
  return [party, weight !== null && weightText(weight)].filter(Boolean).join(' · ') || COPY.label.empty;
}
