import { regionCode } from '@lading/contract/regions.ts';
import { foldPostalCode, foldRegion, foldText, type RuleFacts, wholeWeight } from './rule-facts.ts';

/** An order as conditions see it: folded for comparison, with what earlier rules changed. */
export interface SeenOrder {
  facts: RuleFacts;
  region: string;
  /** The same, but codes only of US states and Canadian provinces: CA is a province of Italy, too. */
  homeRegion: string;
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
  homeRegion: regionCode(facts.country, facts.region) ?? foldText(facts.region),
  postalCode: foldPostalCode(facts.postalCode),
  skus: facts.items.map(({ sku }) => foldText(sku)),
  titles: facts.items.map(({ title }) => foldText(title)),
  methods: [foldText(facts.shippingMethod.text), foldText(facts.shippingMethod.code)],
  tags: new Map(facts.tags.map((tag) => [foldText(tag), tag])),
  weightOz: wholeWeight(facts.weight, facts.package),
});
