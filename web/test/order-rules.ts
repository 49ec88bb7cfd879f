import type { OrderRule, RuleWarningsAnswer } from '@lading/contract/orders/order-rules.ts';
import type { PackagesAnswer } from '@lading/contract/orders/packages.ts';
import type { RuleService } from '@lading/contract/orders/rule-services.ts';
import { API } from '@lading/contract/routes.ts';
import { type Answers, json } from './fake-server.ts';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

export const NO_PACKAGES: PackagesAnswer = { version: 0, packages: [], saved: [], presets: [] };

export const PACKAGES: PackagesAnswer = {
  version: 3,
  packages: [
    {
      id: id(800),
      name: 'Medium box',
      kind: 'box',
      lengthIn: 10,
      widthIn: 8,
      heightIn: 6,
      emptyWeightOz: 5,
      isDefault: true,
      usedByRules: 1,
    },
    {
      id: id(801),
      name: 'Mailer',
      kind: 'soft_pack',
      lengthIn: 12,
      widthIn: 9,
      heightIn: 1,
      emptyWeightOz: 0,
      isDefault: false,
      usedByRules: 0,
    },
  ],
  saved: [
    { id: id(810), name: 'Crate', type: 'package', lengthIn: 20, widthIn: 16, heightIn: 12, usedByRules: 1 },
  ],
  presets: [
    {
      id: 'usps_small_flat_rate_box',
      carrier: 'USPS',
      name: 'Small Flat Rate Box',
      lengthIn: 8.69,
      widthIn: 5.44,
      heightIn: 1.75,
      maxWeightLb: 70,
      isFlatRate: true,
      services: ['usps_priority'],
      description: 'For USPS Priority Mail only.',
    },
    {
      id: 'ups_express_tube',
      carrier: 'UPS',
      name: 'UPS Express Tube',
      lengthIn: 38,
      widthIn: 6,
      heightIn: 6,
      maxWeightLb: null,
      isFlatRate: false,
      services: [],
      description: 'For UPS services only.',
    },
  ],
};

export const SERVICES: RuleService[] = [
  { code: 'usps_priority', carrier: 'USPS', name: 'Priority Mail' },
  { code: 'ups_ground', carrier: 'UPS', name: 'Ground' },
];

/** What the inbox and its drawer also read. */
export const ORDER_PAGE_ANSWERS: Answers = {
  [`GET ${API.orderViews}`]: () => json({ views: [] }),
  [`GET ${API.packages}`]: () => json(PACKAGES),
  [`GET ${API.orderRuleServices}`]: () => json({ services: SERVICES }),
};

export const ruleOf = (n: number, part: Partial<OrderRule> = {}): OrderRule => ({
  id: id(700 + n),
  name: `Rule ${n}`,
  enabled: true,
  match: 'all',
  groups: [],
  actions: [{ kind: 'package', packageId: id(800) }],
  stop: false,
  ...part,
});

export const NO_WARNINGS: RuleWarningsAnswer = { orders: 0, rules: [], warnings: [] };
