import type { AddressForm } from '@lading/contract/address-form.ts';
import type { ValidateAddressAnswer } from '@lading/contract/addresses.ts';
import type { Party } from '@lading/contract/bulk/columns.ts';
import type { BulkProblem } from '@lading/contract/bulk/row.ts';
import { ADDRESS_FORM, BULK } from '@lading/contract/messages.ts';
import { type AddressDeps, validateAddress } from '../addresses/validate-address.ts';
import type { Verdict } from './bulk-rows.store.ts';
import type { ClaimedRow } from './bulk-work.store.ts';

const SENTENCES = {
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

/** Rows of one file mostly have one sender: each address is asked about once in a while. */
export class AddressMemory {
  readonly #deps: AddressDeps;
  readonly #known = new Map<string, Promise<ValidateAddressAnswer>>();

  constructor(deps: AddressDeps) {
    this.#deps = deps;
  }

  verdictOn({ address, address2, city, state, zipCode, country }: AddressForm) {
    const input = { street1: address, street2: address2, city, state, zip: zipCode, country };
    const key = JSON.stringify(input);
    const known = this.#known.get(key);
    if (known) return known;
    if (this.#known.size >= 1_000) this.#known.clear();
    const asked = validateAddress(this.#deps, input);
    this.#known.set(key, asked);
    // A call that failed is no verdict.
    asked.catch(() => this.#known.delete(key));
    return asked;
  }
}

/** Both addresses of a row; what is wrong stands at the street's cell. */
export async function checkAddresses(memory: AddressMemory, row: ClaimedRow): Promise<Verdict> {
  const { shipment, number, cells_version } = row;
  if (!shipment) throw new Error(`row ${number} of batch ${row.batch_id} has no addresses to check`);
  const sender = await ask(memory, 'sender', shipment.sender);
  const receiver = await ask(memory, 'receiver', shipment.receiver);
  const problems = [...sender.problems, ...receiver.problems];
  const valid = problems.length === 0;
  return {
    number,
    cells_version,
    status: valid ? 'pending' : 'invalid',
    problems,
    error: problems[0]?.message ?? null,
    shipment: valid ? shipment : null,
    validations: sender.answer && receiver.answer && { sender: sender.answer, receiver: receiver.answer },
  };
}

async function ask(memory: AddressMemory, party: Party, address: AddressForm) {
  const sentences = SENTENCES[party];
  const column = `${party}_address` as const;
  try {
    const answer = await memory.verdictOn(address);
    if (answer.isValid) return { answer, problems: [] };
    const text = answer.validationResults.messages[0]?.text ?? sentences.fallback;
    const problem: BulkProblem = { column, kind: 'address', message: sentences.invalid(text) };
    return { answer, problems: [problem] };
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'the service does not answer';
    const problem: BulkProblem = { column, kind: 'address_check', message: sentences.failed(reason) };
    return { answer: null, problems: [problem] };
  }
}
