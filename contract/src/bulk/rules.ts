import * as z from 'zod/mini';
import { CARRIERS } from '../parcel.ts';

/** Rules that choose a rate for every shipment. */
export const RateRuleSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('cheapest') }),
  z.object({ kind: z.literal('fastest') }),
  z.object({ kind: z.literal('best_value') }),
  z.object({ kind: z.literal('cheapest_within'), days: z.int().check(z.minimum(1), z.maximum(30)) }),
  z.object({ kind: z.literal('carrier'), carrier: z.enum(CARRIERS) }),
]);
export type RateRule = z.infer<typeof RateRuleSchema>;

/** The fields of a rate that rules use. */
interface Choosable {
  objectId: string;
  carrier: string;
  amount: number;
  estimatedDays: number | null;
  badges: readonly string[];
}

const days = (rate: Choosable) => rate.estimatedDays ?? Number.POSITIVE_INFINITY;
const byPrice = (a: Choosable, b: Choosable) => a.amount - b.amount || days(a) - days(b);
const bySpeed = (a: Choosable, b: Choosable) => days(a) - days(b) || a.amount - b.amount;

/** The rate that the rule chooses, or undefined if none fits. */
export function chooseByRule<R extends Choosable>(rates: readonly R[], rule: RateRule): R | undefined {
  switch (rule.kind) {
    case 'cheapest':
      return rates.toSorted(byPrice)[0];
    case 'fastest':
      return rates.toSorted(bySpeed)[0];
    case 'best_value':
      // Without a rate between the cheapest and the fastest, the cheapest is the best value.
      return rates.find(({ badges }) => badges.includes('best_value')) ?? rates.toSorted(byPrice)[0];
    case 'cheapest_within':
      return rates.filter((rate) => days(rate) <= rule.days).toSorted(byPrice)[0];
    case 'carrier':
      return rates.filter(({ carrier }) => carrier === rule.carrier).toSorted(byPrice)[0];
  }
}
