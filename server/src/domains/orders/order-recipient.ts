import { createHash } from 'node:crypto';
import { EmailSchema } from '@lading/contract/identity.ts';
import { normalizeText } from '@lading/contract/normalize-text.ts';
import type { OrderRecipient } from '@lading/contract/orders/orders.ts';
import { checkPhoneIn, hasTenDigitPhones } from '@lading/contract/phone.ts';
import type { ShopRecipient } from '../../providers/order-sources/port.ts';

/** The store's recipient in the fields of our address form. */
export const recipientOf = (recipient: ShopRecipient): OrderRecipient => ({
  fullName: recipient.name || recipient.company,
  company: recipient.name === '' ? '' : recipient.company,
  email: recipient.email,
  phone: recipient.phone,
  address: recipient.line1 || recipient.line2,
  address2: [recipient.line1 === '' ? '' : recipient.line2, recipient.line3].filter(Boolean).join(', '),
  city: recipient.city,
  state: recipient.region,
  zipCode: recipient.postcode,
  country: recipient.country,
});

interface Contact {
  phone: string;
  email: string;
}

/**
 * Carriers require a phone number and an email address, and stores often have none. Then the sender's are used, so that the
 * carrier can ask the sender. A number of the store that no carrier accepts counts as missing.
 */
export function withContact(recipient: OrderRecipient, sender: Contact, isEdited: boolean): OrderRecipient {
  const { country } = recipient;
  const phone = usablePhone(country, recipient.phone) || (isEdited ? recipient.phone : '');
  const email = isEdited || EmailSchema.safeParse(recipient.email).success ? recipient.email : '';
  return {
    ...recipient,
    phone: phone || (hasTenDigitPhones(country) ? sender.phone : `+1${sender.phone}`),
    email: email || sender.email,
  };
}

/** `+1 503 555 0142` as ten digits where numbers have ten. Empty if the number cannot be used. */
function usablePhone(country: string, phone: string): string {
  if (phone === '') return '';
  const digits = phone.replaceAll(/\D/g, '');
  const [, national] = /^(?:00)?1?(\d{10})$/.exec(digits) ?? [];
  const written = hasTenDigitPhones(country) ? (national ?? '') : phone;
  return written !== '' && checkPhoneIn(country, written) === null ? written : '';
}

const fold = (text: string) => normalizeText(text) || text.trim().toLowerCase();

/** Equal for orders to the same person at the same address. Null without an address. */
export function recipientKey(recipient: OrderRecipient | null): Buffer | null {
  if (!recipient || recipient.address === '') return null;
  const { fullName, company, address, address2, city, zipCode, country } = recipient;
  const parts = [fullName, company, address, address2, city, zipCode].map(fold);
  return createHash('sha256')
    .update(JSON.stringify([...parts, country]))
    .digest()
    .subarray(0, 16);
}

export const placeOf = ({ city, state, country }: OrderRecipient): string =>
  [city, state, country].filter((part) => part !== '').join(', ');
