import * as z from 'zod/mini';

const WHOLE = 'The amount must be a whole number of cents.';
export const IN_CENTS = { description: 'In cents.' };

/** An amount in cents. The API description says so for each such field; all other amounts are in dollars. */
export const cents = z.number().register(z.globalRegistry, IN_CENTS);

/** The same in a request. */
export const wholeCents = z.number(WHOLE).check(z.int(WHOLE)).register(z.globalRegistry, IN_CENTS);
