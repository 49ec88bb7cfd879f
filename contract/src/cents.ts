import * as z from 'zod/mini';

const WHOLE = 'The amount must be a whole number of cents.';
export const IN_CENTS = { description: 'In cents.' };

/** An amount in cents whose name does not say so. The API description says so instead. */
export const cents = z.number().register(z.globalRegistry, IN_CENTS);

/** The same, checked to be whole. */
export const wholeCents = z.number(WHOLE).check(z.int(WHOLE)).register(z.globalRegistry, IN_CENTS);
