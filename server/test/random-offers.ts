import { CustomsSchema } from '@lading/contract/customs/declaration.ts';
import { NO_EXTRAS } from '@lading/contract/customs/extras.ts';
import * as z from 'zod/mini';
import type { PricedShipment } from '../src/domains/pricing/priced-shipment.ts';
import { shipmentRequestOf } from '../src/domains/shipments/shipment-request.ts';
import type { CarrierRate } from '../src/providers/label-providers/port.ts';
import { aDeclaration, BERLIN } from './declared-goods.ts';
import { aShipment, type FaultyApp } from './shipping.ts';

export interface Offer {
  shipment: PricedShipment;
  rate: CarrierRate;
}

/** A shipment at home and one abroad, with one rate of each carrier. */
export async function readOffers({ labelProvider }: Pick<FaultyApp, 'labelProvider'>): Promise<Offer[]> {
  const offers: Offer[] = [];
  for (const shipment of [aRequest(), aRequestAbroad()]) {
    const { sender: from, recipient: to, ...rest } = shipment;
    const { rates } = await labelProvider.rates({ from, to, ...rest, residential: true });
    const byCarrier = new Map(rates.map((rate) => [rate.carrier, rate]));
    offers.push(...[...byCarrier.values()].map((rate) => ({ shipment, rate })));
  }
  return offers;
}

const PARCEL = { type: 'package', lengthIn: 12, widthIn: 9, heightIn: 4, weightLb: 2 } as const;

const aRequest = (): PricedShipment => {
  const { sender, receiver, shippingDate } = aShipment();
  return shipmentRequestOf({
    sender: { ...sender, company: '' },
    receiver: { ...receiver, company: '' },
    package: PARCEL,
    shippingDate,
  });
};

/** With a tax ID, which is encrypted, and an extra. */
const aRequestAbroad = (): PricedShipment => ({
  ...aRequest(),
  recipient: shipmentRequestOf({
    ...aShipment(),
    sender: { ...BERLIN, company: '' },
    receiver: { ...BERLIN, company: '' },
    package: PARCEL,
  }).recipient,
  customs: z.parse(
    CustomsSchema,
    aDeclaration({ recipientTaxId: { kind: 'other', number: 'DE 136695976' } }),
  ),
  extras: { ...NO_EXTRAS, signature: 'standard', insuredCents: 2_500 },
});
