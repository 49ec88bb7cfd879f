import * as z from 'zod/mini';
import { parseCountry } from '../countries.ts';
import { centsOf } from '../money.ts';
import { visibleLine } from '../storable-text.ts';
import { CUSTOMS } from './customs-messages.ts';
import { plainItn } from './export-filing.ts';
import { hsDigits, hsProblem } from './hs-code.ts';
import {
  CONTENTS_TYPES,
  type ContentsType,
  NON_DELIVERY_OPTIONS,
  type NonDeliveryOption,
} from './vocabulary.ts';

/** Weight and value are for one piece. */
export interface CustomsItem {
  description: string;
  quantity: number;
  unitWeightOz: number;
  unitValueCents: number;
  /** Digits only; empty if none was given. */
  hsCode: string;
  /** ISO alpha-2 code of the country where it was made. */
  origin: string;
  sku: string;
}

export interface TaxId {
  /** A kind from the tax ID table, such as `BR-CPF`, or `other`. */
  kind: string;
  number: string;
}

export interface CustomsDeclaration {
  contentsType: ContentsType;
  contentsExplanation: string;
  nonDelivery: NonDeliveryOption;
  signer: string;
  needsLicense: boolean;
  /** Empty if the export needs no filing. */
  itn: string;
  invoiceNumber: string;
  senderTaxId: TaxId | null;
  recipientTaxId: TaxId | null;
  items: CustomsItem[];
}

export const MAX_ITEMS = 100;
const MAX_QUANTITY = 9999;
const MAX_LINE_CENTS = 99_999_999;
/** Lighter pieces would weigh nothing in a sum. */
export const MIN_WEIGHT_OZ = 0.0001;
const MAX_WEIGHT_OZ = 100_000;

const line = (max: number) =>
  z.string().check(z.trim(), z.maxLength(max, `Please use at most ${max} characters.`), visibleLine);
const optionalLine = (max: number) => z._default(line(max), '');
const requiredLine = (max: number, message: string) =>
  z.pipe(z.string(message).check(z.trim(), z.minLength(1, message)), line(max));

/** Forms send a number or its digits. */
const amount = (missing: string) =>
  z.pipe(
    z.union([z.number(), z.string().check(z.trim(), z.maxLength(20))], missing),
    z.transform((given, context) => {
      const value = given === '' ? Number.NaN : Number(given);
      if (Number.isFinite(value)) return value;
      context.issues.push({ code: 'custom', message: missing, input: given });
      return z.NEVER;
    }),
  );

const QuantitySchema = amount(CUSTOMS.quantityInvalid).check(
  z.int(CUSTOMS.quantityInvalid),
  z.minimum(1, CUSTOMS.quantityInvalid),
  z.maximum(MAX_QUANTITY, CUSTOMS.quantityInvalid),
);

const HsCodeSchema = z.pipe(
  optionalLine(20),
  z.transform((text, context) => {
    if (text === '') return '';
    const problem = hsProblem(text);
    if (problem) context.issues.push({ code: 'custom', message: problem, input: text });
    return hsDigits(text);
  }),
);

const OriginSchema = z.pipe(
  requiredLine(60, CUSTOMS.originRequired),
  z.transform((text, context) => {
    const code = parseCountry(text);
    if (code !== null) return code;
    context.issues.push({ code: 'custom', message: CUSTOMS.originRequired, input: text });
    return z.NEVER;
  }),
);

/** USPS refuses these as the whole description. */
const VAGUE: ReadonlySet<string> = new Set([
  'none',
  'notapplicable',
  'na',
  'null',
  'gift',
  'gifts',
  'merchandise',
  'goods',
  'sample',
  'samples',
  'foodproducts',
  'toiletries',
]);

export const isVagueDescription = (text: string): boolean =>
  VAGUE.has(text.toLowerCase().replace(/[^a-z]/g, ''));

const DescriptionSchema = requiredLine(100, CUSTOMS.descriptionRequired).check(
  z.refine((text: string) => !isVagueDescription(text), CUSTOMS.descriptionVague),
);

export const CustomsItemSchema = z.pipe(
  z.object({
    description: DescriptionSchema,
    quantity: QuantitySchema,
    /** Ounces. */
    unitWeight: amount(CUSTOMS.weightRequired).check(
      z.minimum(MIN_WEIGHT_OZ, CUSTOMS.weightInvalid),
      z.maximum(MAX_WEIGHT_OZ, CUSTOMS.itemsHeavierThanParcel),
    ),
    /** Dollars. */
    unitValue: amount(CUSTOMS.valueRequired).check(z.minimum(0.005, CUSTOMS.valueZero)),
    hsCode: HsCodeSchema,
    origin: OriginSchema,
    sku: optionalLine(60),
  }),
  z.transform(({ unitWeight, unitValue, ...item }, context): CustomsItem => {
    const unitValueCents = centsOf(unitValue);
    if (unitValueCents * item.quantity > MAX_LINE_CENTS)
      context.issues.push({
        code: 'custom',
        message: CUSTOMS.valueTooHigh,
        input: unitValue,
        path: ['unitValue'],
      });
    return { ...item, unitWeightOz: unitWeight, unitValueCents };
  }),
);

const TaxIdSchema = z._default(
  z.nullable(
    z.object({
      kind: line(20),
      number: line(40).check(z.minLength(1, CUSTOMS.taxIdInvalid)),
    }),
  ),
  null,
);

const IncotermSchema = z.optional(
  line(10).check(z.refine((text: string) => /^(?:DDU|DAP)?$/i.test(text), CUSTOMS.incotermUnavailable)),
);

/** What the sender declares to customs. What else is required depends on the route, see `check-declaration.ts`. */
export const CustomsSchema = z.pipe(
  z.object({
    contentsType: z._default(z.enum(CONTENTS_TYPES), 'merchandise'),
    contentsExplanation: optionalLine(25),
    nonDelivery: z._default(z.enum(NON_DELIVERY_OPTIONS), 'return'),
    signer: requiredLine(70, CUSTOMS.signerRequired),
    needsLicense: z._default(z.boolean(), false),
    itn: optionalLine(40),
    incoterm: IncotermSchema,
    invoiceNumber: optionalLine(35),
    senderTaxId: TaxIdSchema,
    recipientTaxId: TaxIdSchema,
    items: z
      .array(CustomsItemSchema, CUSTOMS.itemsRequired)
      .check(z.minLength(1, CUSTOMS.itemsRequired), z.maxLength(MAX_ITEMS, CUSTOMS.tooManyItems)),
  }),
  z.transform(({ incoterm: _only, itn, ...form }): CustomsDeclaration => ({ ...form, itn: plainItn(itn) })),
);

/** An item in a response. */
const WrittenItemSchema = z.object({
  description: z.string(),
  quantity: z.number(),
  unitWeight: z.number(),
  unitValue: z.number(),
  hsCode: z.string(),
  origin: z.string(),
  sku: z.string(),
});
export type WrittenItem = z.infer<typeof WrittenItemSchema>;

const WrittenTaxIdSchema = z.nullable(z.object({ kind: z.string(), /** Masked. */ number: z.string() }));

/** A declaration in a response. */
export const WrittenCustomsSchema = z.object({
  contentsType: z.string(),
  contentsExplanation: z.string(),
  nonDelivery: z.string(),
  signer: z.string(),
  needsLicense: z.boolean(),
  itn: z.string(),
  incoterm: z.string(),
  invoiceNumber: z.string(),
  senderTaxId: WrittenTaxIdSchema,
  recipientTaxId: WrittenTaxIdSchema,
  items: z.array(WrittenItemSchema),
  /** Dollars. */
  totalValue: z.number(),
  /** Such as `NOEEI 30.37(a)` or `AES X20261116123456`; empty if none applies. */
  exportFiling: z.string(),
});
export type WrittenCustoms = z.infer<typeof WrittenCustomsSchema>;
