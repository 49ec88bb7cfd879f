import { isChanged } from '@lading/contract/address-change.ts';
import { parseCountry } from '@lading/contract/countries.ts';
import { AppError } from '../../../platform/app-error.ts';
import { FIELD_TOO_LONG, hasLongField } from '../field-length.ts';
import type { AddressToCheck, AddressVerifier, Verdict } from '../port.ts';

interface AddressCalls {
  createAddress(body: object): Promise<{ ok: true; value: CheckedAddress } | { ok: false; text: string }>;
}

interface CheckedAddress extends AddressToCheck {
  validation_results?:
    | { is_valid?: boolean | null | undefined; messages: { text: string }[] }
    | null
    | undefined;
}

/** Validates addresses with Shippo. */
export class ShippoVerifier implements AddressVerifier {
  readonly #calls: AddressCalls;

  constructor(calls: AddressCalls) {
    this.#calls = calls;
  }

  async verify(entered: AddressToCheck): Promise<Verdict> {
    const country = entered.country.trim() === '' ? 'US' : parseCountry(entered.country);
    if (!country) return invalid('We do not recognize this country. Use its name or its two-letter code.');
    if (hasLongField(entered)) return invalid(FIELD_TOO_LONG);
    const reply = await this.#ask(tidy({ ...entered, country }));
    return reply.ok ? verdictOf(entered, reply.value) : invalid(reply.text);
  }

  async #ask(address: AddressToCheck) {
    try {
      return await this.#calls.createAddress({ ...address, validate: true });
    } catch (cause) {
      throw new AppError('CARRIER_UNREACHABLE', {
        message: 'The address service is not responding. Please try again in a moment.',
        cause,
      });
    }
  }
}

const invalid = (text: string): Verdict => ({ verdict: 'invalid', messages: [text] });

function verdictOf(
  entered: AddressToCheck,
  { validation_results: results, ...checked }: CheckedAddress,
): Verdict {
  const texts = (results?.messages ?? []).map(({ text }) => text).filter((text) => text !== '');
  if (results?.is_valid !== true)
    return {
      verdict: 'invalid',
      messages: texts.length > 0 ? texts : ['This address could not be confirmed.'],
    };
  return isChanged(entered, checked)
    ? { verdict: 'corrected', suggestion: checked, notes: texts }
    : { verdict: 'valid', address: checked, notes: texts };
}

/** Removes characters that no address contains. */
const tidy = (address: AddressToCheck): AddressToCheck =>
  mapFields(address, (text) =>
    text
      .toWellFormed()
      .replace(/\p{Cc}+/gu, ' ')
      .trim(),
  );

const mapFields = (
  { street1, street2, city, state, zip, country }: AddressToCheck,
  change: (text: string) => string,
): AddressToCheck => ({
  street1: change(street1),
  street2: change(street2),
  city: change(city),
  state: change(state),
  zip: change(zip),
  country: change(country),
});
