import * as z from 'zod/mini';
import { commissionValueOf, MAX_COMMISSION_VALUE, type MarkupType } from './commission.ts';

export const COMMISSION_TOO_LARGE = 'The commission is too large.';

/** Dollars or percent, at most two decimals. `isWithinBound` checks the lower maximum of a percentage. */
export const markupAmountSchema = (message: string) =>
  z
    .number(message)
    .check(
      z.minimum(0, message),
      z.maximum(MAX_COMMISSION_VALUE.flat_rate / 100, { error: COMMISSION_TOO_LARGE, abort: true }),
      z.refine(hasWholeCents, 'Please use at most two decimal places.'),
    );

/** True for 0.1 + 0.2, false for 0.125. */
export const hasWholeCents = (amount: number): boolean =>
  Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6;

export const isWithinBound = (type: MarkupType, amount: number): boolean =>
  commissionValueOf(amount) <= MAX_COMMISSION_VALUE[type];
