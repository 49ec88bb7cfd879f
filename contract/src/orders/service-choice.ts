import * as z from 'zod/mini';
import { centsOf } from '../money.ts';
import { openEnum } from '../open-enum.ts';
import { CARRIERS } from '../parcel.ts';

/** Which service an order is shipped with: a named one, or the best rate by a goal. */

const maxCents = z.optional(
  z
    .int('Please enter an amount.')
    .check(z.minimum(1, 'Please enter an amount.'), z.maximum(1_000_000, 'Please enter at most $10,000.')),
);
const goalFields = {
  /** Absent: any carrier. */
  carriers: z.optional(
    z
      .array(z.enum(CARRIERS))
      .check(z.minLength(1, 'Please choose at least one carrier.'), z.maxLength(CARRIERS.length)),
  ),
  /** The highest price, in cents. */
  maxCents,
};

export const ServiceChoiceSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('service'),
    carrier: z.enum(CARRIERS),
    /** The code of the service, as in rates. */
    service: z.string().check(z.regex(/^[a-z0-9_]{1,80}$/, 'Please choose a service.')),
    maxCents,
  }),
  z.object({ kind: z.literal('cheapest'), ...goalFields }),
  z.object({ kind: z.literal('fastest'), ...goalFields }),
  /** The cheapest that arrives by the day that the store promised. Without a promised day, the cheapest. */
  z.object({ kind: z.literal('cheapest_by_promise'), ...goalFields }),
  z.object({
    kind: z.literal('cheapest_within'),
    days: z.int().check(z.minimum(1), z.maximum(30)),
    ...goalFields,
  }),
]);
export type ServiceChoice = z.infer<typeof ServiceChoiceSchema>;

/** Why no rate fits a choice. A person must choose then. */
export const UNMET_CHOICES = [
  'not_offered',
  'package_not_accepted',
  'too_slow',
  'too_expensive',
  'orders_differ',
] as const;
export type UnmetChoice = (typeof UNMET_CHOICES)[number];

/** What a row of a batch wishes for. */
const ServiceWishSchema = z.object({
  choice: ServiceChoiceSchema,
  /** The promised day, YYYY-MM-DD. */
  deliverBy: z.nullable(z.string()),
  /** The carrier whose package is used; no other carrier takes it. */
  packageCarrier: z.optional(z.enum(CARRIERS)),
  /** The services that take the package. Absent: all of the carrier. */
  packageServices: z.optional(z.array(z.string())),
  /** The orders of the parcel wish for different services, so no rate is selected. */
  ordersDiffer: z.optional(z.boolean()),
});
export type ServiceWish = z.infer<typeof ServiceWishSchema>;

/** The wish of a row, as shown. `unmet` is null if a rate fits, or there are no rates yet. */
export const ShownWishSchema = z.extend(ServiceWishSchema, { unmet: z.nullable(openEnum(UNMET_CHOICES)) });

/** The fields of a rate that a choice looks at. */
interface Choosable {
  carrier: string;
  service: string;
  /** Dollars. */
  amount: number;
  estimatedDays: number | null;
  deliveryDate: string | null;
}

const daysOf = (rate: Choosable) => rate.estimatedDays ?? Number.POSITIVE_INFINITY;
const byPrice = (a: Choosable, b: Choosable) => a.amount - b.amount || daysOf(a) - daysOf(b);
const bySpeed = (a: Choosable, b: Choosable) => daysOf(a) - daysOf(b) || a.amount - b.amount;

/** A rate without a date or a number of days may be late, so it never counts as in time. */
function isInTime(rate: Choosable, { choice, deliverBy }: ServiceWish): boolean {
  if (choice.kind === 'cheapest_within') return daysOf(rate) <= choice.days;
  if (choice.kind !== 'cheapest_by_promise' || deliverBy === null) return true;
  return rate.deliveryDate !== null && rate.deliveryDate.slice(0, 10) <= deliverBy;
}

const isWanted = (rate: Choosable, choice: ServiceChoice): boolean =>
  choice.kind === 'service'
    ? rate.carrier === choice.carrier && rate.service === choice.service
    : choice.carriers === undefined || choice.carriers.some((carrier) => carrier === rate.carrier);

const takesPackage = (rate: Choosable, { packageCarrier, packageServices }: ServiceWish): boolean =>
  (packageCarrier === undefined || rate.carrier === packageCarrier) &&
  (packageServices === undefined || packageServices.includes(rate.service));

/** The rate that fits the wish, or the reason why none does. Never a service other than the one asked for. */
export function chooseRate<R extends Choosable>(
  rates: readonly R[],
  wish: ServiceWish,
): { rate: R } | { unmet: UnmetChoice } {
  if (wish.ordersDiffer) return { unmet: 'orders_differ' };
  const { choice } = wish;
  const wanted = rates.filter((rate) => isWanted(rate, choice));
  if (wanted.length === 0) return { unmet: 'not_offered' };
  const usable = wanted.filter((rate) => takesPackage(rate, wish));
  if (usable.length === 0) return { unmet: 'package_not_accepted' };
  const inTime = usable.filter((rate) => isInTime(rate, wish));
  if (inTime.length === 0) return { unmet: 'too_slow' };
  const { maxCents: most = Number.POSITIVE_INFINITY } = choice;
  const affordable = inTime.filter((rate) => centsOf(rate.amount) <= most);
  const [rate] = affordable.toSorted(choice.kind === 'fastest' ? bySpeed : byPrice);
  return rate ? { rate } : { unmet: 'too_expensive' };
}
