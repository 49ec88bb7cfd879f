import * as z from 'zod/mini';
import { commissionValueOf, MAX_COMMISSION_VALUE, type MarkupType } from './commission.ts';

export const COMMISSION_TOO_LARGE = 'The commission is too large.';

/** Dollars or percent with at most two decimals. The bound of a percentage is lower and is checked with its type. */
export const markupAmountSchema = (message: string) =>
  z
    .number(message)
    .check(
      z.minimum(0, message),
      z.maximum(MAX_COMMISSION_VALUE.flat_rate / 100, { error: COMMISSION_TOO_LARGE, abort: true }),
      z.refine(hasWholeCents, 'Please use at most two decimals.'),
    );

/** 0.1 + 0.2 has whole cents, 0.125 has not. */
export const hasWholeCents = (amount: number): boolean =>
  Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6;

/** The amount is within the bound of its type. */
export const isWithinBound = (type: MarkupType, amount: number): boolean =>
  commissionValueOf(amount) <= MAX_COMMISSION_VALUE[type];
