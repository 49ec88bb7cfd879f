import type { LithiumBatteries, Signature } from '@lading/contract/customs/vocabulary.ts';
import { typedNumber } from '../../lib/plain-number.ts';

/** As typed. */
export interface ExtrasValues {
  signature: Signature;
  /** Dollars. */
  insuredValue: string;
  saturdayDelivery: boolean;
  batteries: LithiumBatteries;
}

export const EMPTY_EXTRAS: ExtrasValues = {
  signature: 'none',
  insuredValue: '',
  saturdayDelivery: false,
  batteries: 'none',
};

/** Undefined without extras, so that a plain request stays as it is. */
export function extrasBody({ insuredValue, ...extras }: ExtrasValues) {
  const amount = insuredValue.trim() === '' ? 0 : typedNumber(insuredValue);
  const body = { ...extras, insuredValue: amount };
  const isPlain =
    extras.signature === 'none' && amount === 0 && !extras.saturdayDelivery && extras.batteries === 'none';
  return isPlain ? undefined : body;
}
