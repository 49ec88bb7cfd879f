import type { AddressForm } from '@lading/contract/address-form.ts';
import type { ValidateAddressAnswer } from '@lading/contract/addresses.ts';
import type { Party } from '@lading/contract/bulk/columns.ts';
import type { BulkProblem } from '@lading/contract/bulk/row.ts';
import { ADDRESS_FORM, BULK } from '@lading/contract/messages.ts';
import { type AddressDeps, validateAddress } from '../addresses/validate-address.ts';
import type { ClaimedRow } from './bulk-row-work.store.ts';
import type { AddressCheckResult } from './bulk-rows.store.ts';

const MAX_CACHED = 1_000;

const MESSAGES = {
  sender: {
    invalid: BULK.senderAddress,
    failed: BULK.senderAddressCall,
    fallback: ADDRESS_FORM.invalidSender,
  },
  receiver: {
    invalid: BULK.recipientAddress,
    failed: BULK.recipientAddressCall,
    fallback: ADDRESS_FORM.invalidRecipient,
  },
} as const;

/** Most files have one sender, so results are cached. */
export class AddressCheckCache {
  readonly #deps: AddressDeps;
  readonly #checks = new Map<string, Promise<ValidateAddressAnswer>>();

  constructor(deps: AddressDeps) {
    this.#deps = deps;
  }

  check({ address, address2, city, state, zipCode, country }: AddressForm) {
    const input = { street1: address, street2: address2, city, state, zip: zipCode, country };
    const key = JSON.stringify(input);
    const cached = this.#checks.get(key);
    if (cached) return cached;
    if (this.#checks.size >= MAX_CACHED) this.#checks.clear();
    const check = validateAddress(this.#deps, input);
    this.#checks.set(key, check);
    check.catch(() => this.#checks.delete(key));
    return check;
  }
}

/** Checks both addresses of a row. Problems are shown in the street cell. */
export async function checkAddresses(cache: AddressCheckCache, row: ClaimedRow): Promise<AddressCheckResult> {
  const { shipment, number, cells_version } = row;
  if (!shipment) throw new Error(`row ${number} of batch ${row.batch_id} has no addresses to check`);
  const sender = await checkParty(cache, 'sender', shipment.sender);
  const recipient = await checkParty(cache, 'receiver', shipment.receiver);
  const problems = [...sender.problems, ...recipient.problems];
  const valid = problems.length === 0;
  return {
    number,
    cells_version,
    status: valid ? 'pending' : 'invalid',
    problems,
    error: problems[0]?.message ?? null,
    shipment: valid ? shipment : null,
    validations: sender.answer && recipient.answer && { sender: sender.answer, receiver: recipient.answer },
  };
}

async function checkParty(cache: AddressCheckCache, party: Party, address: AddressForm) {
  const messages = MESSAGES[party];
  const column = `${party}_address` as const;
  try {
    const answer = await cache.check(address);
    if (answer.isValid) return { answer, problems: [] };
    const text = answer.validationResults?.messages[0]?.text ?? messages.fallback;
    const problem: BulkProblem = { column, kind: 'address', message: messages.invalid(text) };
    return { answer, problems: [problem] };
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'the service did not respond';
    const problem: BulkProblem = { column, kind: 'address_check', message: messages.failed(reason) };
    return { answer: null, problems: [problem] };
  }
}
