import { counted, formatCount } from '@lading/contract/format-count.ts';
import type { RuleAction } from '@lading/contract/orders/order-rules.ts';
import { TRIAL_ORDERS } from '@lading/contract/orders/order-rules.ts';

export type ActionKind = RuleAction['kind'];

export const ACTION_NAMES: Record<ActionKind, string> = {
  package: 'Use a package',
  set_weight: 'Set the weight',
  add_weight: 'Add to the weight',
  service: 'Choose the service',
  signature: 'Require a signature',
  insurance: 'Insure the package',
  hold: 'Hold the order',
  tag: 'Add a tag',
};

export const INSURE_NAMES = {
  order_value: 'The value of the items',
  amount: 'A fixed amount',
  none: 'No insurance',
} as const;

export const MATCH_NAMES = { all: 'All of these match', any: 'At least one of these matches' } as const;
export const GROUP_MATCH_NAMES = { all: 'All groups match', any: 'At least one group matches' } as const;

/** What the conditions with two values offer: yes, then no. */
export const YES_NO_NAMES: Partial<Record<string, readonly [yes: string, no: string]>> = {
  international: ['International', 'Domestic'],
  single_item: ['One unit', 'More than one unit'],
  buyer_note: ['Left by the buyer', 'None'],
};

export const FIELD_NAMES: Partial<Record<string, string>> = {
  package: 'Package',
  weight: 'Weight',
  tag: 'Tags',
  hold: 'Hold',
  service: 'Service',
  signature: 'Signature',
  insurance: 'Insurance',
};

export const COPY = {
  title: 'Order rules',
  intro: 'Rules run from top to bottom on new and open orders. They never change what you set by hand.',
  orders: 'Orders',
  packages: 'Packages',
  add: 'Add rule',
  none: 'No rules yet',
  noneHint: 'Start from an example, or write your own rule. You can try a rule before you save it.',
  examples: 'Examples',
  useExample: 'Use this example',
  loadFailed: 'We couldn’t load your rules.',
  changeFailed: 'We couldn’t save the change.',
  newTitle: 'New rule',
  editTitle: 'Edit rule',
  save: 'Save rule',
  saved: 'The rule was saved. Open orders are being updated.',
  isOn: 'On',
  on: (name: string) => `“${name}” is on.`,
  off: (name: string) => `“${name}” is off.`,
  drag: 'Drag to reorder',
  moved: (name: string, place: number, of: number) => `“${name}” is now rule ${place} of ${of}.`,
  deleteTitle: 'Delete this rule?',
  deleteHint: 'Open orders will be updated without it.',
  deleted: 'The rule was deleted.',
  matched: (n: number, of: number) =>
    of === 0 ? 'No orders yet' : `Matched ${formatCount(n)} of the last ${counted(of, 'order')}`,
  name: 'Name',
  conditions: 'Conditions',
  noConditions: 'The rule runs for every order.',
  group: (n: number) => `Group ${n}`,
  addCondition: 'Add condition',
  addGroup: 'Add group',
  removeGroup: (n: number) => `Remove group ${n}`,
  field: 'Field',
  operator: 'Comparison',
  value: 'Value',
  valuesHint: 'Separate several values with commas or Enter. One match is enough.',
  regionHint:
    'A code such as CA means a US state or Canadian province. If you mean CA in another country, add a condition for that country.',
  choose: 'Choose…',
  removeCondition: (n: number) => `Remove condition ${n}`,
  actions: 'Actions',
  addAction: 'Add an action',
  removeAction: (name: string) => `Remove the action “${name}”`,
  stop: 'Stop here: later rules do not run for orders that match',
  missingPackage: 'a deleted package',
  missingPackageOption: 'A deleted package',
  missingStore: 'a disconnected store',
  packageHint: 'Add your own packages on the Packages page.',
  holdHint: 'Leave blank to hold the order until you release it.',
  try: `Try on the last ${TRIAL_ORDERS} orders`,
  tryHint: 'Shows what would change. Nothing is saved.',
  tryFailed: 'We couldn’t try the rule.',
  outdated: 'You changed the rule after this trial. Try it again to see the new result.',
  trialNone: 'You have no orders yet, so there is nothing to try the rule on.',
  trial: (changed: number, of: number) =>
    changed === 0
      ? `Nothing would change for the last ${counted(of, 'order')}.`
      : `${formatCount(changed)} of the last ${counted(of, 'order')} would change.`,
  trialMatched: (n: number) => `The rule matches ${counted(n, 'order')}.`,
  notSet: 'Not set',
  showAll: (n: number) => `Show all ${formatCount(n)}`,
} as const;
