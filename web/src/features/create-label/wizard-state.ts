import type { PackageType } from '@lading/contract/parcel.ts';
import type { DetailedRatesAnswer, Rate } from '@lading/contract/shipments.ts';
import {
  ADDRESS_FIELDS,
  type AddressField,
  type AddressValues,
  EMPTY_ADDRESS,
} from '../../ui/address-form/address-values.ts';
import { type CustomsValues, EMPTY_CUSTOMS } from './customs/customs-values.ts';
import { EMPTY_EXTRAS, type ExtrasValues } from './extras-values.ts';

export type Side = 'sender' | 'recipient';

/** As typed. */
export interface ParcelValues {
  type: PackageType;
  weight: string;
  length: string;
  width: string;
  height: string;
}

/** A payment in progress. `labelKey` is the idempotency key of its label. */
export interface Purchase {
  /** `confirming` until the result is known. If the page is closed before that, it asks when reopened. */
  state: 'confirming' | 'paid';
  paymentIntentId: string;
  labelKey: string;
  amountCents: number;
  at: string;
}

interface Quote extends DetailedRatesAnswer {
  /** The server has since reported another price. */
  outdated: boolean;
}

/** The first four steps. The fifth, the confirmation, shows an existing shipment from the server. */
export interface Wizard {
  step: 'sender' | 'recipient' | 'package' | 'rates';
  sender: AddressValues;
  recipient: AddressValues;
  /** Sender fields that the user has edited; the default address does not overwrite them. */
  touched: AddressField[];
  verified: Record<Side, boolean>;
  parcel: ParcelValues;
  customs: CustomsValues;
  extras: ExtrasValues;
  shippingDate: string;
  internalNotes: string;
  quote: Quote | null;
  rateId: string | null;
  purchase: Purchase | null;
}

export const emptyWizard = (today: string): Wizard => ({
  step: 'sender',
  sender: EMPTY_ADDRESS,
  recipient: EMPTY_ADDRESS,
  touched: [],
  verified: { sender: false, recipient: false },
  parcel: { type: 'package', weight: '', length: '', width: '', height: '' },
  customs: EMPTY_CUSTOMS,
  extras: EMPTY_EXTRAS,
  shippingDate: today,
  internalNotes: '',
  quote: null,
  rateId: null,
  purchase: null,
});

export type WizardAction =
  | { type: 'address-edited'; side: Side; values: AddressValues }
  | { type: 'default-sender-loaded'; values: Partial<AddressValues> }
  | { type: 'address-verified'; side: Side; values: AddressValues }
  | { type: 'address-unverified'; side: Side }
  | { type: 'sides-swapped' }
  | { type: 'parcel-edited'; parcel: ParcelValues }
  | { type: 'customs-edited'; edit: (customs: CustomsValues) => CustomsValues }
  | { type: 'signer-suggested'; signer: string }
  | { type: 'extras-edited'; extras: ExtrasValues }
  | { type: 'date-chosen'; date: string }
  | { type: 'notes-edited'; notes: string }
  | { type: 'went-back' }
  | { type: 'rates-arrived'; sent: Wizard; answer: DetailedRatesAnswer }
  | { type: 'rate-selected'; rateId: string }
  | { type: 'price-changed' }
  | { type: 'payment-sent'; purchase: Purchase }
  | { type: 'payment-succeeded' }
  | { type: 'payment-failed' }
  | { type: 'label-made'; today: string }
  | { type: 'replaced'; wizard: Wizard };

const NO_QUOTE = { quote: null, rateId: null } as const;

export function wizardReducer(wizard: Wizard, action: WizardAction): Wizard {
  switch (action.type) {
    case 'address-edited':
      return editAddress(wizard, action.side, action.values);
    case 'default-sender-loaded':
      return fillUntouched(wizard, action.values);
    case 'address-verified':
      return {
        ...editAddress(wizard, action.side, action.values),
        verified: { ...wizard.verified, [action.side]: true },
        step: action.side === 'sender' ? 'recipient' : 'package',
      };
    case 'address-unverified':
      return { ...wizard, verified: { ...wizard.verified, [action.side]: false } };
    case 'sides-swapped':
      return swapSides(wizard);
    case 'parcel-edited':
      return { ...wizard, ...NO_QUOTE, parcel: action.parcel };
    case 'customs-edited':
      return { ...wizard, ...NO_QUOTE, customs: action.edit(wizard.customs) };
    case 'signer-suggested':
      return wizard.customs.signer === ''
        ? { ...wizard, ...NO_QUOTE, customs: { ...wizard.customs, signer: action.signer } }
        : wizard;
    case 'extras-edited':
      return { ...wizard, ...NO_QUOTE, extras: action.extras };
    case 'date-chosen':
      return { ...wizard, ...NO_QUOTE, shippingDate: action.date };
    case 'notes-edited':
      return { ...wizard, internalNotes: action.notes };
    case 'went-back':
      return goBack(wizard);
    case 'rates-arrived':
      return isSameShipment(wizard, action.sent) ? showRates(wizard, action.answer) : wizard;
    case 'rate-selected':
      return { ...wizard, rateId: action.rateId };
    case 'price-changed':
      return { ...wizard, quote: wizard.quote && { ...wizard.quote, outdated: true } };
    case 'payment-sent':
      return { ...wizard, purchase: action.purchase };
    case 'payment-succeeded':
      return { ...wizard, purchase: wizard.purchase && { ...wizard.purchase, state: 'paid' } };
    case 'payment-failed':
      return { ...wizard, purchase: null };
    case 'label-made':
      return startAnother(wizard, action.today);
    case 'replaced':
      return action.wizard;
  }
}

function editAddress(wizard: Wizard, side: Side, values: AddressValues): Wizard {
  const changed = ADDRESS_FIELDS.filter((field) => values[field] !== wizard[side][field]);
  if (changed.length === 0) return wizard;
  return {
    ...wizard,
    ...NO_QUOTE,
    [side]: values,
    verified: { ...wizard.verified, [side]: false },
    touched: side === 'sender' ? [...new Set([...wizard.touched, ...changed])] : wizard.touched,
  };
}

function fillUntouched(wizard: Wizard, values: Partial<AddressValues>): Wizard {
  if (wizard.step !== 'sender' || wizard.purchase) return wizard;
  const sender = { ...wizard.sender };
  for (const field of ADDRESS_FIELDS) {
    if (!wizard.touched.includes(field)) sender[field] = values[field] ?? sender[field];
  }
  return { ...wizard, sender };
}

/** Both addresses must be verified in their new roles, starting with the sender. */
const swapSides = (wizard: Wizard): Wizard => ({
  ...wizard,
  ...NO_QUOTE,
  step: 'sender',
  sender: wizard.recipient,
  recipient: wizard.sender,
  verified: { sender: false, recipient: false },
  touched: [...ADDRESS_FIELDS],
});

/** Returning to an address makes it unverified. */
function goBack(wizard: Wizard): Wizard {
  const { step, verified } = wizard;
  if (step === 'recipient') return { ...wizard, step: 'sender', verified: { ...verified, sender: false } };
  if (step === 'package')
    return { ...wizard, step: 'recipient', verified: { ...verified, recipient: false } };
  return step === 'rates' ? { ...wizard, step: 'package' } : wizard;
}

const QUOTED = ['sender', 'recipient', 'parcel', 'customs', 'extras', 'shippingDate'] as const;

/** False if something that rates depend on was edited. The reducer copies what it changes. */
export const isSameShipment = (one: Wizard, other: Wizard): boolean =>
  QUOTED.every((part) => one[part] === other[part]);

/**
 * Preselects the first rate, or on a refresh the service chosen before. If that is no longer offered, selects
 * none, so that the client does not pay for another service by mistake.
 */
function showRates(wizard: Wizard, answer: DetailedRatesAnswer): Wizard {
  const before = selectedRate(wizard);
  const isRefresh = wizard.step === 'rates' && wizard.quote !== null && wizard.quote.rates.length > 0;
  const chosen = isRefresh
    ? answer.rates.find((rate) => rate.carrier === before?.carrier && rate.service === before.service)
    : answer.rates[0];
  return {
    ...wizard,
    step: 'rates',
    quote: { ...answer, outdated: false },
    rateId: chosen?.objectId ?? null,
  };
}

/** Keeps the sender and resets everything else. */
function startAnother(wizard: Wizard, today: string): Wizard {
  const { sender, touched, verified } = wizard;
  return {
    ...emptyWizard(today),
    step: verified.sender ? 'recipient' : 'sender',
    sender,
    touched,
    verified: { sender: verified.sender, recipient: false },
  };
}

export const selectedRate = ({ quote, rateId }: Pick<Wizard, 'quote' | 'rateId'>): Rate | null =>
  quote?.rates.find(({ objectId }) => objectId === rateId) ?? null;

/** True if the rates can no longer be paid: the shipping date has passed, or they have expired or changed. */
export function isOutdated({ quote, shippingDate }: Wizard, today: string, now: number): boolean {
  if (!quote) return true;
  return (
    quote.outdated ||
    shippingDate < today ||
    quote.rates.some(({ expiresAt }) => Date.parse(expiresAt) <= now)
  );
}

/** True if the user has not entered anything yet. */
export const isUntouched = (wizard: Wizard): boolean =>
  wizard.step === 'sender' &&
  wizard.touched.length === 0 &&
  ADDRESS_FIELDS.every((field) => wizard.recipient[field] === EMPTY_ADDRESS[field]) &&
  wizard.parcel.weight === '';
