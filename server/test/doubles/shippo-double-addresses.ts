import { BuiltinAddressVerifier } from '../../src/providers/address-verification/builtin/verify-address.ts';
import type { AddressToCheck, Verdict } from '../../src/providers/address-verification/port.ts';
import type { DoubleAnswer } from './double-server.ts';
import {
  created,
  type Fields,
  isFields,
  missing,
  newObject,
  notFound,
  ok,
  textOf,
} from './shippo-double-answers.ts';

const NAMES = ['name', 'company', 'street1', 'street2', 'city', 'state', 'zip', 'country', 'phone', 'email'];

/** Stores and checks addresses like Shippo, with the built-in gazetteer. */
export class ShippoAddresses {
  readonly #verifier = new BuiltinAddressVerifier();
  readonly #addresses = new Map<string, Fields>();

  all(): Fields[] {
    return [...this.#addresses.values()];
  }

  async create(body: Fields): Promise<DoubleAnswer> {
    if (textOf(body.country) === '') return missing('country');
    const address = { ...this.#describe(body), validation_results: {} };
    const answer = body.validate === true ? await this.#checked(address) : address;
    this.#addresses.set(answer.object_id, answer);
    return created(answer);
  }

  read(id: string): DoubleAnswer {
    const address = this.#addresses.get(id);
    return address ? ok(address) : notFound();
  }

  async validate(id: string): Promise<DoubleAnswer> {
    const address = this.#addresses.get(id);
    return address ? ok(await this.#checked(address)) : notFound();
  }

  /** The address of a shipment, given in full or by id. */
  find(given: unknown): Fields | null {
    if (typeof given === 'string') return this.#addresses.get(given) ?? null;
    return isFields(given) ? this.#describe(given) : null;
  }

  #describe(given: Fields) {
    const fields = Object.fromEntries(NAMES.map((name) => [name, textOf(given[name])]));
    return {
      ...newObject(),
      ...fields,
      is_residential: typeof given.is_residential === 'boolean' ? given.is_residential : null,
      metadata: textOf(given.metadata),
      is_complete: ['name', 'street1', 'city', 'country'].every((name) => fields[name] !== ''),
    };
  }

  async #checked<T extends Fields>(address: T) {
    const part = (name: keyof AddressToCheck) => textOf(address[name]);
    const entered: AddressToCheck = {
      street1: part('street1'),
      street2: part('street2'),
      city: part('city'),
      state: part('state'),
      zip: part('zip'),
      country: part('country'),
    };
    return { ...address, ...results(await this.#verifier.verify(entered)) };
  }
}

function results(verdict: Verdict) {
  const message = (type: string, code: string) => (text: string) => ({
    source: 'Shippo Address Validator',
    code,
    type,
    text,
  });
  if (verdict.verdict === 'invalid')
    return {
      is_complete: false,
      validation_results: {
        is_valid: false,
        messages: verdict.messages.map(message('address_error', 'verification_error')),
      },
    };
  const corrected = verdict.verdict === 'corrected';
  return {
    ...(corrected ? verdict.suggestion : verdict.address),
    validation_results: {
      is_valid: true,
      messages: verdict.notes.map(
        corrected
          ? message('address_correction', 'street_name_change')
          : message('address_warning', 'premises_full'),
      ),
    },
  };
}
