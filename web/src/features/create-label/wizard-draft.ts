import { WrittenAddressSchema } from '@lading/contract/address-form.ts';
import { PACKAGE_TYPES } from '@lading/contract/parcel.ts';
import { DetailedRatesAnswerSchema } from '@lading/contract/shipments.ts';
import * as z from 'zod/mini';
import { ADDRESS_FIELDS } from '../../ui/address-form/address-values.ts';
import type { Wizard } from './wizard-state.ts';

export const DRAFT_NAME = 'create-label';

const AddressSchema = z.omit(WrittenAddressSchema, { company: true });

const DraftSchema = z.object({
  step: z.enum(['sender', 'recipient', 'package', 'rates']),
  sender: AddressSchema,
  recipient: AddressSchema,
  touched: z.array(z.enum(ADDRESS_FIELDS)),
  verified: z.object({ sender: z.boolean(), recipient: z.boolean() }),
  parcel: z.object({
    type: z.enum(PACKAGE_TYPES),
    weight: z.string(),
    length: z.string(),
    width: z.string(),
    height: z.string(),
  }),
  shippingDate: z.string(),
  internalNotes: z.string(),
  quote: z.nullable(z.extend(DetailedRatesAnswerSchema, { outdated: z.boolean() })),
  rateId: z.nullable(z.string()),
  purchase: z.nullable(
    z.object({
      state: z.enum(['confirming', 'paid']),
      paymentIntentId: z.string(),
      labelKey: z.string(),
      amountCents: z.number(),
      at: z.string(),
    }),
  ),
});

/** Null if the draft is invalid or from another version. */
export function readDraft(stored: unknown): Wizard | null {
  const parsed = DraftSchema.safeParse(stored);
  return parsed.success ? parsed.data : null;
}
