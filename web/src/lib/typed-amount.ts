import { centsOf } from '@lading/contract/money.ts';
import { plainNumber } from './plain-number.ts';

/** The cents of an amount in dollars, such as “$1,250.00”; null if the text is not an amount. */
export const typedCents = (text: string): number | null => {
  const number = plainNumber(text);
  return /^\d+([.]\d{1,2})?$/.test(number) ? centsOf(Number(number)) : null;
};
