import * as z from 'zod/mini';
import { centsOf } from '../money.ts';
import { CUSTOMS } from './customs-messages.ts';
import { LITHIUM_BATTERIES, type LithiumBatteries, SIGNATURES, type Signature } from './vocabulary.ts';

/** Options that change the price or the carriers to choose from. */
export interface Extras {
  signature: Signature;
  /** 0 without insurance. */
  insuredCents: number;
  saturdayDelivery: boolean;
  batteries: LithiumBatteries;
}

export const NO_EXTRAS: Extras = {
  signature: 'none',
  insuredCents: 0,
  saturdayDelivery: false,
  batteries: 'none',
};

export const MAX_INSURED_CENTS = 1_000_000;

export const ExtrasSchema = z.pipe(
  z.object({
    signature: z._default(z.enum(SIGNATURES), 'none'),
    /** Dollars. */
    insuredValue: z._default(
      z.number().check(z.minimum(0), z.maximum(MAX_INSURED_CENTS / 100, CUSTOMS.insuranceTooHigh)),
      0,
    ),
    saturdayDelivery: z._default(z.boolean(), false),
    batteries: z._default(z.enum(LITHIUM_BATTERIES), 'none'),
  }),
  z.transform(({ insuredValue, ...form }): Extras => ({ ...form, insuredCents: centsOf(insuredValue) })),
);

/** Extras in a response. */
export const WrittenExtrasSchema = z.object({
  signature: z.string(),
  insuredValue: z.number(),
  saturdayDelivery: z.boolean(),
  batteries: z.string(),
});
export type WrittenExtras = z.infer<typeof WrittenExtrasSchema>;

export const hasExtras = ({ signature, insuredCents, saturdayDelivery, batteries }: Extras): boolean =>
  signature !== 'none' || insuredCents > 0 || saturdayDelivery || batteries !== 'none';
