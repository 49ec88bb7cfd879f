import type { ValidateAddressAnswer, ValidateAddressBody } from '@lading/contract/addresses.ts';
import type { AddressVerifier } from '../../providers/address-verification/port.ts';

export interface AddressDeps {
  addressVerifier: AddressVerifier;
}

const inMessages = (texts: string[]) => ({ messages: texts.map((text) => ({ text })) });

export async function validateAddress(
  deps: AddressDeps,
  input: ValidateAddressBody,
): Promise<ValidateAddressAnswer> {
  const verdict = await deps.addressVerifier.verify(input);
  if (verdict.verdict === 'invalid')
    return { isValid: false, validationResults: inMessages(verdict.messages) };
  return {
    isValid: true,
    suggestedAddress: verdict.verdict === 'corrected' ? verdict.suggestion : verdict.address,
    validationResults: inMessages(verdict.notes),
  };
}
