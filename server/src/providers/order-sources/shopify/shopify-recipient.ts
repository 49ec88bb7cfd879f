import type { ShopRecipient } from '../port.ts';
import type { ShopifyFulfillmentOrder, ShopifyOrder } from './shopify-answers.ts';
import { textOf } from './shopify-text.ts';

type Parts = readonly ShopifyFulfillmentOrder[];

/**
 * Shopify hides names and addresses from apps of stores on its cheapest plan: the whole address is null, or its
 * personal fields are. An address with a name or a street is only incomplete.
 */
export function isWithheld({ shippingAddress }: ShopifyOrder, ours: Parts): boolean {
  const destination = destinationOf(ours);
  const personal = [
    shippingAddress?.name,
    shippingAddress?.address1,
    shippingAddress?.company,
    destination?.firstName,
    destination?.lastName,
    destination?.address1,
    destination?.company,
  ];
  return personal.every((field) => field === null || field === undefined);
}

/** The address of the order names the region by its code; the one of the fulfillment order by its name. */
export function recipientOf(order: ShopifyOrder, ours: Parts): ShopRecipient | null {
  const address = order.shippingAddress;
  const destination = destinationOf(ours);
  if (!address && !destination) return null;
  const email = textOf(destination?.email ?? order.email);
  if (address && (address.address1 || !destination?.address1))
    return {
      name: textOf(address.name),
      company: textOf(address.company),
      line1: textOf(address.address1),
      line2: textOf(address.address2),
      line3: '',
      city: textOf(address.city),
      region: textOf(address.provinceCode || address.province),
      postcode: textOf(address.zip),
      country: textOf(address.countryCodeV2),
      phone: textOf(address.phone || destination?.phone || order.phone),
      email,
    };
  return {
    name: textOf(`${destination?.firstName ?? ''} ${destination?.lastName ?? ''}`),
    company: textOf(destination?.company),
    line1: textOf(destination?.address1),
    line2: textOf(destination?.address2),
    line3: '',
    city: textOf(destination?.city),
    region: textOf(destination?.province),
    postcode: textOf(destination?.zip),
    country: textOf(destination?.countryCode),
    phone: textOf(destination?.phone || order.phone),
    email,
  };
}

const destinationOf = (ours: Parts) => ours.find(({ destination }) => destination)?.destination ?? null;
