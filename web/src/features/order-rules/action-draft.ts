import type { Signature } from '@lading/contract/customs/vocabulary.ts';
import { dollarsOf } from '@lading/contract/money.ts';
import type { RuleAction } from '@lading/contract/orders/order-rules.ts';
import type { ServiceChoice } from '@lading/contract/orders/service-choice.ts';
import type { Carrier } from '@lading/contract/parcel.ts';
import type { Problems } from '../../lib/form-problems.ts';
import { plainNumber } from '../../lib/plain-number.ts';
import type { ActionKind, ChoiceKind, INSURE_NAMES } from './copy.ts';

/** The fields of all kinds of actions. Numbers and amounts are text until they are checked. */
export interface ActionDraft {
  key: number;
  kind: ActionKind;
  packageId: string;
  ounces: string;
  choice: ChoiceKind;
  /** Carrier and code of a certain service, such as `USPS usps_priority`. */
  service: string;
  withinDays: string;
  maxPrice: string;
  carriers: readonly Carrier[];
  signature: Signature;
  insure: keyof typeof INSURE_NAMES;
  amount: string;
  reason: string;
  days: string;
  tag: string;
}

export interface ActionInputsProps {
  action: ActionDraft;
  /** Of the action in the rule, to find its errors. */
  path: string;
  errors: Problems;
  onChange: (part: Partial<ActionDraft>) => void;
}

export const emptyAction = (kind: ActionKind, key: number): ActionDraft => ({
  key,
  kind,
  packageId: '',
  ounces: '',
  choice: 'cheapest',
  service: '',
  withinDays: '3',
  maxPrice: '',
  carriers: [],
  signature: 'standard',
  insure: 'order_value',
  amount: '',
  reason: '',
  days: '',
  tag: '',
});

export const serviceKey = (carrier: string, code: string): string => `${carrier} ${code}`;

const dollarText = (cents: number | undefined) => (cents === undefined ? '' : String(dollarsOf(cents)));

const choiceDraftOf = (choice: ServiceChoice): Partial<ActionDraft> => ({
  choice: choice.kind,
  maxPrice: dollarText(choice.maxCents),
  ...(choice.kind === 'service'
    ? { service: serviceKey(choice.carrier, choice.service) }
    : { carriers: choice.carriers ?? [] }),
  ...(choice.kind === 'cheapest_within' && { withinDays: String(choice.days) }),
});

export function actionDraftOf(action: RuleAction, key: number): ActionDraft {
  const draft = emptyAction(action.kind, key);
  switch (action.kind) {
    case 'package':
      return { ...draft, packageId: action.packageId };
    case 'set_weight':
    case 'add_weight':
      return { ...draft, ounces: String(action.ounces) };
    case 'service':
      return { ...draft, ...choiceDraftOf(action.choice) };
    case 'signature':
      return { ...draft, signature: action.signature };
    case 'insurance':
      return { ...draft, insure: action.insure, amount: dollarText(action.cents) };
    case 'hold':
      return { ...draft, reason: action.reason, days: action.days === null ? '' : String(action.days) };
    case 'tag':
      return { ...draft, tag: action.tag };
  }
}

/** Text that is not a number becomes NaN, which the schema reports. */
const numberOf = (text: string): number => Number(plainNumber(text) || 'NaN');
const centsOfText = (text: string): number => Math.round(numberOf(text) * 100);

function readChoice({ choice, service, withinDays, maxPrice, carriers }: ActionDraft): unknown {
  const limit = maxPrice.trim() !== '' && { maxCents: centsOfText(maxPrice) };
  if (choice === 'service') {
    const [carrier, code = ''] = service.split(' ');
    return { kind: choice, carrier, service: code, ...limit };
  }
  return {
    kind: choice,
    ...(carriers.length > 0 && { carriers: [...carriers] }),
    ...(choice === 'cheapest_within' && { days: numberOf(withinDays) }),
    ...limit,
  };
}

/** The action as the schema checks it. */
export function readAction(draft: ActionDraft): unknown {
  const { kind } = draft;
  switch (kind) {
    case 'package':
      return { kind, packageId: draft.packageId };
    case 'set_weight':
    case 'add_weight':
      return { kind, ounces: numberOf(draft.ounces) };
    case 'service':
      return { kind, choice: readChoice(draft) };
    case 'signature':
      return { kind, signature: draft.signature };
    case 'insurance':
      return {
        kind,
        insure: draft.insure,
        ...(draft.insure === 'amount' && { cents: centsOfText(draft.amount) }),
      };
    case 'hold':
      return {
        kind,
        reason: draft.reason,
        days: draft.days.trim() === '' ? null : numberOf(draft.days),
      };
    case 'tag':
      return { kind, tag: draft.tag };
  }
}
