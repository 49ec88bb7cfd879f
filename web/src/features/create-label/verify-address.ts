import { isChanged } from '@lading/contract/address-change.ts';
import { type SuggestedAddress, ValidateAddressAnswerSchema } from '@lading/contract/addresses.ts';
import { ADDRESS_FORM } from '@lading/contract/messages.ts';
import { API } from '@lading/contract/routes.ts';
import { apiRequest } from '../../lib/api-client.ts';
import type { AddressValues } from '../../ui/address-form/address-values.ts';
import type { Side } from './wizard-state.ts';

type Verdict =
  | { kind: 'same' }
  | { kind: 'differs'; suggested: SuggestedAddress }
  | { kind: 'invalid'; message: string };

export const FAILURE_TEXT = {
  sender: { invalid: ADDRESS_FORM.invalidSender, failed: ADDRESS_FORM.senderCheckFailed },
  recipient: { invalid: ADDRESS_FORM.invalidRecipient, failed: ADDRESS_FORM.recipientCheckFailed },
} as const satisfies Record<Side, unknown>;

export const enteredAddress = (values: AddressValues): SuggestedAddress => ({
  street1: values.address,
  street2: values.address2,
  city: values.city,
  state: values.state,
  zip: values.zipCode,
  country: values.country,
});

export const withSuggestion = (values: AddressValues, suggested: SuggestedAddress): AddressValues => ({
  ...values,
  address: suggested.street1,
  address2: suggested.street2,
  city: suggested.city,
  state: suggested.state,
  zipCode: suggested.zip,
  country: suggested.country,
});

export async function verifyAddress(side: Side, values: AddressValues): Promise<Verdict> {
  const entered = enteredAddress(values);
  const answer = await apiRequest(ValidateAddressAnswerSchema, API.validateAddress, {
    method: 'POST',
    body: entered,
  });
  const { isValid, suggestedAddress: suggested, validationResults } = answer;
  if (!isValid) {
    return { kind: 'invalid', message: validationResults?.messages[0]?.text || FAILURE_TEXT[side].invalid };
  }
  return suggested && isChanged(entered, suggested) ? { kind: 'differs', suggested } : { kind: 'same' };
}
