import { WrittenAddressSchema } from '@lading/contract/address-form.ts';
import {
  CONTENTS_TYPES,
  LITHIUM_BATTERIES,
  NON_DELIVERY_OPTIONS,
  SIGNATURES,
} from '@lading/contract/customs/vocabulary.ts';
import { PACKAGE_TYPES } from '@lading/contract/parcel.ts';
import { DetailedRatesAnswerSchema } from '@lading/contract/shipments.ts';
import * as z from 'zod/mini';
import { ADDRESS_FIELDS } from '../../ui/address-form/address-values.ts';
import { EMPTY_CUSTOMS } from './customs/customs-values.ts';
import { EMPTY_EXTRAS } from './extras-values.ts';
import type { Wizard } from './wizard-state.ts';

export const DRAFT_NAME = 'create-label';

/** Drafts of earlier versions have no company. */
const AddressSchema = z.extend(WrittenAddressSchema, { company: z._default(z.string(), '') });

const TaxIdSchema = z.object({ kind: z.string(), number: z.string() });

const CustomsSchema = z.object({
  wanted: z.boolean(),
  contentsType: z.enum(CONTENTS_TYPES),
  contentsExplanation: z.string(),
  nonDelivery: z.enum(NON_DELIVERY_OPTIONS),
  signer: z.string(),
  needsLicense: z.boolean(),
  itn: z.string(),
  invoiceNumber: z.string(),
  senderTaxId: TaxIdSchema,
  recipientTaxId: TaxIdSchema,
  items: z.array(
    z.object({
      id: z.string(),
      description: z.string(),
      quantity: z.string(),
      unitWeight: z.string(),
      unitValue: z.string(),
      hsCode: z.string(),
      origin: z.string(),
      sku: z.string(),
    }),
  ),
});

const ExtrasSchema = z.object({
  signature: z.enum(SIGNATURES),
  insuredValue: z.string(),
  saturdayDelivery: z.boolean(),
  batteries: z.enum(LITHIUM_BATTERIES),
});

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
  // Drafts of earlier versions have neither.
  customs: z.catch(CustomsSchema, EMPTY_CUSTOMS),
  extras: z.catch(ExtrasSchema, EMPTY_EXTRAS),
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
