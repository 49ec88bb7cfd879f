/** The scopes that a merchant usually grants. */
const SCOPES = [
  'read_orders',
  'write_merchant_managed_fulfillment_orders',
  'read_products',
  'read_inventory',
  'read_locations',
];

export const BAD_ANSWERS = [
  'html',
  'error',
  'bad-gateway',
  'unavailable',
  'huge',
  'limited',
  'limited-for-2s',
] as const;
export type ShopifyBadAnswer = (typeof BAD_ANSWERS)[number];

/** The behavior of the double, as JSON; `PUT /double/options` changes it while it runs. */
export interface ShopifyBehavior {
  shop: { name: string; domain: string; currencyCode: string };
  /** The app of the merchant or the operator. */
  app: { clientId: string; clientSecret: string };
  /** A token of an app that was created in the admin; it does not expire. */
  pastedToken: string;
  scopes: string[];
  /** Seconds. */
  tokenLifetime: number;
  /** Names, addresses, phone numbers and emails are null. */
  withholdsPersonalData: boolean;
  /** The most that one query may cost. */
  maxQueryCost: number;
  /** How many entries of a list can be read page by page. */
  maxListDepth: number;
  bucket: { size: number; restoredPerSecond: number };
  /** The HTTP status of an answer to a query that the bucket has no points for. */
  throttledStatus: 200 | 429;
  /** Replace every answer, or the next ones, before the double looks at the request. */
  badAnswer: ShopifyBadAnswer | null;
  nextBadAnswers: ShopifyBadAnswer[];
  /** The names of operations whose next answer is lost after the work is done. */
  losesNext: string[];
  /** Answers with values of enums that are not in the schema. */
  hasUnknownEnums: boolean;
  /** Answers with extra fields. */
  hasExtraFields: boolean;
  apiVersion: string;
}

export const USUAL: ShopifyBehavior = {
  shop: { name: 'Barton Springs Pottery', domain: 'barton-springs.myshopify.com', currencyCode: 'USD' },
  app: { clientId: 'client-of-this-test', clientSecret: 'client-secret-of-this-test' },
  pastedToken: 'shpat_0123456789abcdef0123456789abcdef',
  scopes: SCOPES,
  tokenLifetime: 86_399,
  withholdsPersonalData: false,
  maxQueryCost: 1_000,
  maxListDepth: 25_000,
  bucket: { size: 2_000, restoredPerSecond: 1_000_000 },
  throttledStatus: 200,
  badAnswer: null,
  nextBadAnswers: [],
  losesNext: [],
  hasUnknownEnums: false,
  hasExtraFields: false,
  apiVersion: '2026-10',
};
