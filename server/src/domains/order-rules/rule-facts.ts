import type { OrderParcelSize } from '@lading/contract/orders/orders.ts';
import type { RuleField } from '@lading/contract/orders/rule-trace.ts';
import { parseProvince, parseState } from '@lading/contract/regions.ts';

/** A package as an order uses it. Without an ID, it is a size that no package of the list has. */
export interface ChosenPackage {
  id: string | null;
  name: string;
  parcel: OrderParcelSize;
  emptyWeightOz: number;
}

interface FactItem {
  sku: string;
  title: string;
}

/** What rules know about an order before they run. */
export interface RuleFacts {
  source: { id: string; name: string };
  country: string;
  /** As in the address. */
  region: string;
  postalCode: string;
  isInternational: boolean;
  totalCents: number;
  items: readonly FactItem[];
  pieces: number;
  shippingMethod: { text: string; code: string };
  hasBuyerNote: boolean;
  /** Tags from the shop and from people. */
  tags: readonly string[];
  /** The value of the items; null if it is not in dollars. */
  insurableCents: number | null;
  /** Undefined if it is not known. `isWhole`: with its package. */
  weight: { ounces: number | undefined; isWhole: boolean };
  package: ChosenPackage | null;
  /** What a person set. */
  byPerson: ReadonlySet<RuleField>;
  /** Rules whose hold of this order was released. */
  releasedHolds: ReadonlySet<string>;
}

/** Texts are compared without regard to case. */
export const foldText = (text: string): string => text.toLowerCase();

export const foldPostalCode = (text: string): string => text.toLowerCase().replaceAll(/[\s-]/g, '');

/** A state by its code or its name in any spelling. Codes are in upper case, so that other texts never equal them. */
export const foldRegion = (text: string): string => parseState(text) ?? parseProvince(text) ?? foldText(text);

const roundOunces = (ounces: number): number => Math.round(ounces * 100) / 100;

/** The weight of the parcel: of the items and the empty package. */
export function wholeWeight(
  { ounces, isWhole }: RuleFacts['weight'],
  chosen: ChosenPackage | null,
): number | undefined {
  if (ounces === undefined) return undefined;
  return roundOunces(isWhole ? ounces : ounces + (chosen?.emptyWeightOz ?? 0));
}
