import type { Rate } from '@lading/contract/shipments.ts';
import { describe, expect, it } from 'vitest';
import { EMPTY_ADDRESS } from '../../ui/address-form/address-values.ts';
import { readDraft } from './wizard-draft.ts';
import {
  emptyWizard,
  isOutdated,
  isUntouched,
  type Purchase,
  selectedRate,
  type Wizard,
  type WizardAction,
  wizardReducer,
} from './wizard-state.ts';

const TODAY = '2026-11-16';
const NOW = Date.parse('2026-11-16T10:00:00Z');
const ADA = { ...EMPTY_ADDRESS, fullName: 'Ada Park', address: '1120 NW Couch St', city: 'Portland' };
const DANA = { ...EMPTY_ADDRESS, fullName: 'Dana Reyes', address: '500 W 2nd St', city: 'Austin' };

const rate = (objectId: string, service = objectId): Rate => ({
  objectId,
  carrier: 'USPS',
  serviceName: service,
  amount: 8.41,
  currency: 'USD',
  estimatedDays: 3,
  durationTerms: '',
  service,
  deliveryDate: '2026-11-19',
  retailAmount: null,
  badges: [],
  reason: null,
  estimated: false,
  expiresAt: '2026-11-16T11:00:00Z',
});
const answer = (...ids: string[]) => ({ rates: ids.map((id) => rate(id)), messages: [] });
const purchase: Purchase = {
  state: 'confirming',
  paymentIntentId: 'pi_test_1',
  labelKey: 'key',
  amountCents: 841,
  at: '2026-11-16T10:00:00Z',
};

const after = (...actions: WizardAction[]): Wizard => actions.reduce(wizardReducer, emptyWizard(TODAY));

const verifySender: WizardAction = { type: 'address-verified', side: 'sender', values: ADA };
const verifyRecipient: WizardAction = { type: 'address-verified', side: 'recipient', values: DANA };
const ratesArrive: WizardAction = { type: 'rates-arrived', answer: answer('a', 'b') };
const back: WizardAction = { type: 'went-back' };

describe('the way through the steps', () => {
  it('leads from sender over recipient and package to the rates, the first of which is chosen', () => {
    expect(after(verifySender).step).toBe('recipient');
    expect(after(verifySender, verifyRecipient).step).toBe('package');
    const atRates = after(verifySender, verifyRecipient, ratesArrive);
    expect(atRates.step).toBe('rates');
    expect(selectedRate(atRates)?.objectId).toBe('a');
  });

  it('going back from recipient or package clears the verified flag of the step returned to, and of that one only', () => {
    expect(after(verifySender, back)).toMatchObject({
      step: 'sender',
      verified: { sender: false, recipient: false },
    });
    expect(after(verifySender, verifyRecipient, back)).toMatchObject({
      step: 'recipient',
      verified: { sender: true, recipient: false },
    });
    expect(after(verifySender, verifyRecipient, ratesArrive, back)).toMatchObject({
      step: 'package',
      verified: { sender: true, recipient: true },
    });
  });

  it('has nothing behind the first step', () => {
    expect(after(back)).toEqual(emptyWizard(TODAY));
  });
});

describe('an address', () => {
  it('that is edited after its check counts as unchecked', () => {
    const edited = after(verifySender, {
      type: 'address-edited',
      side: 'sender',
      values: { ...ADA, city: 'Salem' },
    });
    expect(edited.verified.sender).toBe(false);
  });

  it('that is written again as it was stays as it is', () => {
    const verified = after(verifySender);
    expect(wizardReducer(verified, { type: 'address-edited', side: 'sender', values: { ...ADA } })).toBe(
      verified,
    );
  });

  it('that the person wants to edit is unverified', () => {
    expect(after(verifySender, { type: 'address-unverified', side: 'sender' }).verified.sender).toBe(false);
  });
});

it('sender and recipient that change places are both checked again, beginning with the sender', () => {
  const swapped = after(verifySender, verifyRecipient, { type: 'sides-swapped' });
  expect(swapped).toMatchObject({
    step: 'sender',
    sender: DANA,
    recipient: ADA,
    verified: { sender: false, recipient: false },
  });
  expect(wizardReducer(swapped, { type: 'default-sender-loaded', values: ADA }).sender).toEqual(DANA);
});

describe('the default sender', () => {
  const loaded: WizardAction = { type: 'default-sender-loaded', values: ADA };

  it('fills only what the person has not written', () => {
    const typed = { ...EMPTY_ADDRESS, fullName: 'Northside Goods' };
    const wizard = after({ type: 'address-edited', side: 'sender', values: typed }, loaded);
    expect(wizard.sender).toMatchObject({ fullName: 'Northside Goods', city: 'Portland' });
  });

  it('does not bring back what the person has emptied', () => {
    const emptied = { ...ADA, city: '' };
    const wizard = after(loaded, { type: 'address-edited', side: 'sender', values: emptied }, loaded);
    expect(wizard.sender.city).toBe('');
  });

  it('comes too late for a sender that has been checked', () => {
    expect(after(verifySender, { type: 'default-sender-loaded', values: DANA }).sender).toEqual(ADA);
  });
});

describe('the prices', () => {
  const atRates = after(verifySender, verifyRecipient, ratesArrive);

  it('are forgotten when what they were asked for changes', () => {
    const changes: WizardAction[] = [
      { type: 'parcel-edited', parcel: { ...atRates.parcel, weight: '2' } },
      { type: 'date-chosen', date: '2026-11-17' },
      { type: 'address-edited', side: 'recipient', values: { ...DANA, zipCode: '78702' } },
    ];
    for (const change of changes) {
      expect(wizardReducer(atRates, change)).toMatchObject({ quote: null, rateId: null });
    }
  });

  it('asked anew keep the service that was chosen, and choose none in its place', () => {
    const chosen = wizardReducer(atRates, { type: 'rate-selected', rateId: 'b' });
    const again = { rates: [rate('c', 'a'), rate('d', 'b')], messages: [] };
    expect(wizardReducer(chosen, { type: 'rates-arrived', answer: again }).rateId).toBe('d');
    const gone = wizardReducer(chosen, { type: 'rates-arrived', answer: answer('x') });
    expect(gone.rateId).toBeNull();
    expect(wizardReducer(gone, ratesArrive).rateId).toBeNull();
  });

  it('that come after none begin with the first', () => {
    const none = wizardReducer(atRates, { type: 'rates-arrived', answer: answer() });
    expect(wizardReducer(none, ratesArrive).rateId).toBe('a');
  });

  it('asked for by leaving the package step begin with the first again', () => {
    const chosen = wizardReducer(atRates, { type: 'rate-selected', rateId: 'b' });
    expect([back, ratesArrive].reduce(wizardReducer, chosen).rateId).toBe('a');
  });

  it('can be none', () => {
    expect(
      after(verifySender, verifyRecipient, { type: 'rates-arrived', answer: answer() }).rateId,
    ).toBeNull();
  });

  it('are outdated past their time, for a day that has passed, and when the server named another', () => {
    expect(isOutdated(atRates, TODAY, NOW)).toBe(false);
    expect(isOutdated(atRates, TODAY, Date.parse('2026-11-16T11:00:00Z'))).toBe(true);
    expect(isOutdated(atRates, '2026-11-17', NOW)).toBe(true);
    expect(isOutdated(wizardReducer(atRates, { type: 'price-changed' }), TODAY, NOW)).toBe(true);
    expect(isOutdated(after(verifySender), TODAY, NOW)).toBe(true);
  });
});

describe('a payment', () => {
  const sent = after(verifySender, verifyRecipient, ratesArrive, { type: 'payment-sent', purchase });

  it('is kept from the moment the card is asked, and forgotten only when it failed', () => {
    expect(sent.purchase?.state).toBe('confirming');
    expect(wizardReducer(sent, { type: 'payment-succeeded' }).purchase).toEqual({
      ...purchase,
      state: 'paid',
    });
    expect(wizardReducer(sent, { type: 'payment-failed' }).purchase).toBeNull();
  });

  it('survives as a draft, with everything that its label needs', () => {
    expect(readDraft(JSON.parse(JSON.stringify(sent)))).toEqual(sent);
  });
});

describe('another label', () => {
  it('begins with the sender as it was, at the recipient', () => {
    const made = after(verifySender, verifyRecipient, ratesArrive, {
      type: 'label-made',
      today: '2026-11-17',
    });
    expect(made).toEqual({
      ...emptyWizard('2026-11-17'),
      step: 'recipient',
      sender: ADA,
      touched: ['fullName', 'address', 'city'],
      verified: { sender: true, recipient: false },
    });
  });
});

describe('a draft', () => {
  it('of another version, or of no version at all, is no draft', () => {
    for (const kept of [undefined, null, 7, {}, { ...emptyWizard(TODAY), step: 'confirmation' }]) {
      expect(readDraft(kept)).toBeNull();
    }
  });

  it('that nobody has written into is untouched, also with the default sender in it', () => {
    expect(isUntouched(after({ type: 'default-sender-loaded', values: ADA }))).toBe(true);
    expect(isUntouched(after({ type: 'address-edited', side: 'sender', values: ADA }))).toBe(false);
    expect(isUntouched(after(verifySender))).toBe(false);
  });
});
