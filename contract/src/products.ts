import * as z from 'zod/mini';
import { parseCountry } from './countries.ts';
import { CUSTOMS } from './customs/customs-messages.ts';
import { isVagueDescription, MIN_WEIGHT_OZ } from './customs/declaration.ts';
import { hsDigits, hsProblem } from './customs/hs-code.ts';
import { PaginationSchema } from './paging.ts';
import { storable, visibleLine } from './storable-text.ts';

export const MAX_PRODUCTS = 20_000;
export const MAX_PRODUCT_FILE_BYTES = 2 * 1024 * 1024;

export const PRODUCTS = {
  skuTaken: 'You already have a product with this SKU.',
  limitReached: `You can save up to ${MAX_PRODUCTS.toLocaleString('en-US')} products. Please delete some first.`,
  noColumns: 'The first line must name the columns. “SKU” and “Name” are required.',
  noRows: 'The file has no products.',
  sendCsv: 'Please send a CSV file.',
  skuTwice: (line: number) => `This SKU is also on line ${line}.`,
  weightUnit: 'Please use oz, lb, g or kg.',
  number: 'Please enter a number, such as 12.50.',
} as const;

const line = (max: number) =>
  z.string().check(z.trim(), z.maxLength(max, `Please use at most ${max} characters.`), visibleLine);
const required = (max: number, message: string) =>
  z.pipe(z.string(message).check(z.trim(), z.minLength(1, message)), line(max));

export const MAX_PRODUCT_NAME = 100;

/**
 * What a client sells: the customs data of one piece, found by SKU. Only SKU and name are required, because a shop
 * completes the rest when an international order needs it.
 */
export const ProductBodySchema = z.object({
  sku: required(60, 'Please enter a SKU.'),
  name: required(MAX_PRODUCT_NAME, 'Please enter a name.'),
  /** For customs: what it is and what it is made of. */
  description: z._default(
    line(100).check(
      z.refine((text: string) => text === '' || !isVagueDescription(text), CUSTOMS.descriptionVague),
    ),
    '',
  ),
  /** Ounces. */
  unitWeight: z._default(
    z.nullable(z.number().check(z.minimum(MIN_WEIGHT_OZ, CUSTOMS.weightInvalid), z.maximum(100_000))),
    null,
  ),
  /** Dollars. */
  unitValue: z._default(
    z.nullable(z.number().check(z.minimum(0.01, CUSTOMS.valueZero), z.maximum(999_999))),
    null,
  ),
  hsCode: z._default(
    z.pipe(
      line(20),
      z.transform((text, context) => {
        const problem = text === '' ? null : hsProblem(text);
        if (problem) context.issues.push({ code: 'custom', message: problem, input: text });
        return hsDigits(text);
      }),
    ),
    '',
  ),
  /** ISO alpha-2; names are understood. Empty if unknown. */
  origin: z._default(
    z.pipe(
      line(60),
      z.transform((text, context) => {
        const code = text === '' ? '' : parseCountry(text);
        if (code !== null) return code;
        context.issues.push({ code: 'custom', message: CUSTOMS.originRequired, input: text });
        return z.NEVER;
      }),
    ),
    '',
  ),
});
export type ProductBody = z.output<typeof ProductBodySchema>;

const ProductSchema = z.object({
  id: z.string(),
  sku: z.string(),
  name: z.string(),
  description: z.string(),
  unitWeight: z.nullable(z.number()),
  unitValue: z.nullable(z.number()),
  hsCode: z.string(),
  origin: z.string(),
});
export type Product = z.infer<typeof ProductSchema>;

export const ProductsQuerySchema = z.object({
  page: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000))),
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000))),
  /** Part of a SKU or name. */
  search: z.optional(z.string().check(z.trim(), z.maxLength(100), storable)),
  /** Exact SKUs, comma-separated. The URL, including its path, has at most 8 KB. */
  skus: z.optional(z.string().check(z.maxLength(8_000), storable)),
});
export type ProductsQuery = z.output<typeof ProductsQuerySchema>;

export const ProductsAnswerSchema = z.object({
  products: z.array(ProductSchema),
  pagination: PaginationSchema,
});
export type ProductsAnswer = z.infer<typeof ProductsAnswerSchema>;

export const ProductAnswerSchema = z.object({ product: ProductSchema });

/**
 * The result of a CSV import. Rows with a problem are left out; the others are saved by SKU. Columns that the file
 * does not have stay as they are.
 */
export const ProductImportAnswerSchema = z.object({
  added: z.number(),
  updated: z.number(),
  /** In the list with the same values already. */
  unchanged: z.number(),
  leftOut: z.number(),
  /** At most 1,000. `column` is the name in the file's first line. */
  problems: z.array(z.object({ line: z.number(), column: z.string(), message: z.string() })),
});
export type ProductImportAnswer = z.infer<typeof ProductImportAnswerSchema>;

/** A heading or subheading of the Harmonized System that matches a search. */
const HsMatchSchema = z.object({
  /** Six digits. */
  code: z.string(),
  text: z.string(),
  heading: z.string(),
  headingText: z.string(),
  chapter: z.string(),
  chapterText: z.string(),
});
export type HsMatch = z.infer<typeof HsMatchSchema>;

export const HsSearchQuerySchema = z.object({
  search: z.string().check(z.trim(), z.maxLength(100), storable),
});
export const HsSearchAnswerSchema = z.object({ matches: z.array(HsMatchSchema) });
