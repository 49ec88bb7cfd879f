import { foldPostalCode, foldRegion, foldText, type RuleFacts, wholeWeight } from './rule-facts.ts';

/** An order as conditions see it: folded for comparison, with what earlier rules changed. */
export interface SeenOrder {
  facts: RuleFacts;
  region: string;
  postalCode: string;
  skus: readonly string[];
  titles: readonly string[];
  methods: readonly string[];
  /** Folded tag to the tag as written. */
  tags: Map<string, string>;
  weightOz: number | undefined;
}

export const seeOrder = (facts: RuleFacts): SeenOrder => ({
  facts,
  region: foldRegion(facts.region),
  postalCode: foldPostalCode(facts.postalCode),
  skus: facts.items.map(({ sku }) => foldText(sku)),
  titles: facts.items.map(({ title }) => foldText(title)),
  methods: [foldText(facts.shippingMethod.text), foldText(facts.shippingMethod.code)],
  tags: new Map(facts.tags.map((tag) => [foldText(tag), tag])),
  weightOz: wholeWeight(facts.weight, facts.package),
});
