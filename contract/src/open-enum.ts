import * as z from 'zod/mini';

/**
 * A value of a response that a newer server or another provider may extend. Readers show an unknown value as it
 * is, instead of rejecting the whole response.
 */
export const openEnum = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.union([z.enum(values), z.string()]);
