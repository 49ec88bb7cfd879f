import type { Signature } from '@lading/contract/customs/vocabulary.ts';
import { dollarsOf } from '@lading/contract/money.ts';
import type { RuleAction } from '@lading/contract/orders/order-rules.ts';
import type { Problems } from '../../lib/form-problems.ts';
import { typedNumber } from '../../lib/plain-number.ts';
import {
  EMPTY_SERVICE,
  readService,
  type ServiceDraft,
  serviceDraftOf,
} from '../../ui/service-choice/service-draft.ts';
import type { ActionKind, INSURE_NAMES } from './copy.ts';

/** The fields of all kinds of actions. Numbers and amounts are text until they are checked. */
export interface ActionDraft extends ServiceDraft {
  key: number;
  kind: ActionKind;
  packageId: string;
  ounces: string;
  signature: Signature;
  insure: keyof typeof INSURE_NAMES;
  amount: string;
  reason: string;
  days: string;
  tag: string;
}

export interface ActionInputsProps {
  action: ActionDraft;
  /** The path of the action in the rule, used to find its errors. */
  path: string;
  errors: Problems;
  onChange: (part: Partial<ActionDraft>) => void;
}

export const emptyAction = (kind: ActionKind, key: number): ActionDraft => ({
  key,
  kind,
  packageId: '',
  ounces: '',
  ...EMPTY_SERVICE,
  signature: 'standard',
  insure: 'order_value',
  amount: '',
  reason: '',
  days: '',
  tag: '',
});

const dollarText = (cents: number | undefined) => (cents === undefined ? '' : String(dollarsOf(cents)));

export function actionDraftOf(action: RuleAction, key: number): ActionDraft {
  const draft = emptyAction(action.kind, key);
  switch (action.kind) {
    case 'package':
      return { ...draft, packageId: action.packageId };
    case 'set_weight':
    case 'add_weight':
      return { ...draft, ounces: String(action.ounces) };
    case 'service':
      return { ...draft, ...serviceDraftOf(action.choice) };
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

const centsOfText = (text: string): number => Math.round(typedNumber(text) * 100);

/** The action as the schema checks it. */
export function readAction(draft: ActionDraft): unknown {
  const { kind } = draft;
  switch (kind) {
    case 'package':
      return { kind, packageId: draft.packageId };
    case 'set_weight':
    case 'add_weight':
      return { kind, ounces: typedNumber(draft.ounces) };
    case 'service':
      return { kind, choice: readService(draft) };
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
        days: draft.days.trim() === '' ? null : typedNumber(draft.days),
      };
    case 'tag':
      return { kind, tag: draft.tag };
  }
}
