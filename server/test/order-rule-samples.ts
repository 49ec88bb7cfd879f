import { SIGNATURES } from '@lading/contract/customs/vocabulary.ts';
import type { OrderRule, RuleAction } from '@lading/contract/orders/order-rules.ts';
import { NUMBER_OPS, type RuleCondition } from '@lading/contract/orders/rule-conditions.ts';
import type { RuleField } from '@lading/contract/orders/rule-trace.ts';
import type { ServiceChoice } from '@lading/contract/orders/service-choice.ts';
import type { ChosenPackage, RuleFacts } from '../src/domains/order-rules/rule-facts.ts';

/** Random rules and orders with few different values, so that rules often match, overlap and overwrite each other. */
export class OrderRuleSamples {
  #state: number;

  constructor(seed: number) {
    this.#state = seed % 2_147_483_647 || 1;
  }

  /** From 0 to below `end`. */
  below(end: number): number {
    this.#state = (this.#state * 48_271) % 2_147_483_647;
    return this.#state % end;
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)] as T;
  }

  some<T>(values: readonly T[], max = 3): T[] {
    return Array.from({ length: 1 + this.below(max) }, () => this.pick(values));
  }

  facts(): RuleFacts {
    const items = this.some(ITEMS).map((item) => ({ ...item }));
    const fields: RuleField[] = ['weight', 'package', 'hold', 'service', 'signature', 'insurance'];
    return {
      source: this.pick(SOURCES),
      country: this.pick(COUNTRIES),
      region: this.pick(REGIONS),
      postalCode: this.pick(POSTAL_CODES),
      isInternational: this.chance(30),
      totalCents: this.below(8) * 1_000,
      items: this.chance(5) ? [] : items,
      pieces: 1 + this.below(6),
      shippingMethod: this.pick(METHODS),
      hasBuyerNote: this.chance(30),
      tags: this.chance(50) ? [] : this.some(TAGS),
      insurableCents: this.chance(20) ? null : this.below(8) * 1_000,
      weight: { ounces: this.chance(20) ? undefined : this.below(40), isWhole: this.chance(30) },
      package: this.chance(50) ? null : this.pick([...PACKAGES.values()]),
      byPerson: new Set(fields.filter(() => this.chance(8))),
      releasedHolds: new Set(this.chance(30) ? [ruleId(this.below(20))] : []),
    };
  }

  condition(): RuleCondition {
    const lines = this.pick(['any', 'all'] as const);
    const member = this.pick(['is', 'is_not'] as const);
    const number = { op: this.pick(NUMBER_OPS), value: this.below(10) };
    const made: (() => RuleCondition)[] = [
      () => ({ field: 'source', op: member, values: this.some(SOURCES).map(({ id }) => id) }),
      () => ({ field: 'country', op: member, values: this.some(COUNTRIES) }),
      () => ({ field: 'region', op: member, values: this.some(REGIONS) }),
      () => ({ field: 'postal_code', op: 'begins_with', values: this.some(['97', '787', 'sw1a', 'K1A 0']) }),
      () => ({ field: 'international', op: 'is', value: this.chance(50) }),
      () => ({ field: 'weight', op: number.op, value: number.value * 4 }),
      () => ({ field: 'total', op: number.op, value: number.value * 1_000 }),
      () => ({ field: 'lines', ...number }),
      () => ({ field: 'pieces', ...number }),
      () => ({ field: 'single_item', op: 'is', value: this.chance(50) }),
      () => ({
        field: 'sku',
        op: this.pick(['is', 'begins_with', 'contains'] as const),
        lines,
        values: this.some(SKUS),
      }),
      () => ({ field: 'title', op: 'contains', lines, values: this.some(['mug', 'POSTER', 'e']) }),
      () => ({
        field: 'shipping_method',
        op: this.pick(['is', 'contains'] as const),
        values: this.some(['express', 'Standard', 'std']),
      }),
      () => ({ field: 'tag', op: member, values: this.some(TAGS) }),
      () => ({ field: 'buyer_note', op: 'is', value: this.chance(50) }),
    ];
    return this.pick(made)();
  }

  action(): RuleAction {
    const made: (() => RuleAction)[] = [
      () => ({ kind: 'package', packageId: this.pick([...PACKAGES.keys(), 'deleted']) }),
      () => ({ kind: 'set_weight', ounces: 1 + this.below(40) }),
      () => ({ kind: 'add_weight', ounces: 1 + this.below(5) }),
      () => ({ kind: 'service', choice: this.pick(CHOICES) }),
      () => ({ kind: 'signature', signature: this.pick(SIGNATURES) }),
      () => this.pick(INSURANCES),
      () => ({ kind: 'hold', reason: this.pick(['Check', 'Wait']), days: this.pick([null, 3]) }),
      () => ({ kind: 'tag', tag: this.pick(TAGS) }),
    ];
    return this.pick(made)();
  }

  rule(index: number): OrderRule {
    const groups = Array.from({ length: this.chance(5) ? 0 : 1 + this.below(2) }, () => ({
      match: this.pick(['all', 'any'] as const),
      conditions: Array.from({ length: 1 + this.below(3) }, () => this.condition()),
    }));
    const actions = Array.from({ length: this.below(4) }, () => this.action());
    const once = new Map(actions.map((action) => [action.kind, action]));
    return {
      id: ruleId(index),
      name: `Rule ${index}`,
      enabled: this.chance(90),
      match: this.pick(['all', 'any'] as const),
      groups,
      actions: [...once.values()],
      stop: once.size === 0 || this.chance(10),
    };
  }

  rules(count: number): OrderRule[] {
    return Array.from({ length: count }, (_, index) => this.rule(index));
  }
}

const ruleId = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

const SOURCES = ['a', 'b', 'c'].map((letter) => ({ id: `source-${letter}`, name: `Shop ${letter}` }));
const COUNTRIES = ['US', 'CA', 'IT'];
const REGIONS = ['TX', 'Texas', 'ontario', 'ON', 'CA', 'Bavaria', ''];
const POSTAL_CODES = ['97204', '78701-1234', 'SW1A 1AA', 'k1a 0b1', ''];
const SKUS = ['MUG-1', 'mug-2', 'POSTER', '1', ''];
const ITEMS = SKUS.map((sku) => ({ sku, title: sku.startsWith('P') ? 'Large Poster' : `Mug ${sku}` }));
const METHODS = [
  { text: 'Standard', code: 'std' },
  { text: 'Express Saver', code: 'EXPRESS' },
  { text: '', code: '' },
];
const TAGS = ['fragile', 'Gift', 'GIFT', 'vip'];
const CHOICES: readonly ServiceChoice[] = [
  { kind: 'cheapest' },
  { kind: 'fastest', maxCents: 2_000 },
  { kind: 'service', carrier: 'USPS', service: 'usps_priority' },
];
const INSURANCES: readonly RuleAction[] = [
  { kind: 'insurance', insure: 'none' },
  { kind: 'insurance', insure: 'order_value' },
  { kind: 'insurance', insure: 'amount', cents: 5_000 },
];
const box = (id: string, emptyWeightOz: number): ChosenPackage => ({
  id,
  name: `Box ${id}`,
  parcel: { type: 'package', lengthIn: 10, widthIn: 8, heightIn: emptyWeightOz + 1 },
  emptyWeightOz,
});
export const PACKAGES: ReadonlyMap<string, ChosenPackage> = new Map(
  [box('small', 2), box('large', 6), box('plain', 0)].map((each) => [each.id as string, each]),
);
