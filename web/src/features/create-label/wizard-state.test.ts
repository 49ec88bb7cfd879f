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

const START = emptyWizard(TODAY);
const after = (...actions: WizardAction[]): Wizard => actions.reduce(wizardReducer, START);

const verifySender: WizardAction = { type: 'address-verified', side: 'sender', values: ADA };
const verifyRecipient: WizardAction = { type: 'address-verified', side: 'recipient', values: DANA };
const ratesFor = (sent: Wizard, ...ids: string[]): WizardAction => ({
  type: 'rates-arrived',
  sent,
  answer: answer(...ids),
});
const atPackage = after(verifySender, verifyRecipient);
const ratesArrive = ratesFor(atPackage, 'a', 'b');
const back: WizardAction = { type: 'went-back' };

describe('moving through the steps', () => {
  it('goes from sender to recipient, package and rates, and selects the first rate', () => {
    expect(after(verifySender).step).toBe('recipient');
    expect(after(verifySender, verifyRecipient).step).toBe('package');
    const atRates = after(verifySender, verifyRecipient, ratesArrive);
    expect(atRates.step).toBe('rates');
    expect(selectedRate(atRates)?.objectId).toBe('a');
  });

  it('going back clears only the verified flag of the step returned to', () => {
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

  it('does not go back from the first step', () => {
    expect(after(back)).toEqual(emptyWizard(TODAY));
  });
});

describe('an address', () => {
  it('becomes unverified when edited', () => {
    const edited = after(verifySender, {
      type: 'address-edited',
      side: 'sender',
      values: { ...ADA, city: 'Salem' },
    });
    expect(edited.verified.sender).toBe(false);
  });

  it('stays verified when nothing changes', () => {
    const verified = after(verifySender);
    expect(wizardReducer(verified, { type: 'address-edited', side: 'sender', values: { ...ADA } })).toBe(
      verified,
    );
  });

  it('becomes unverified when the user chooses to edit it', () => {
    expect(after(verifySender, { type: 'address-unverified', side: 'sender' }).verified.sender).toBe(false);
  });
});

it('requires both addresses to be verified again after a swap, starting with the sender', () => {
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

  it('fills only fields that the user has not edited', () => {
    const typed = { ...EMPTY_ADDRESS, fullName: 'Northside Goods' };
    const wizard = after({ type: 'address-edited', side: 'sender', values: typed }, loaded);
    expect(wizard.sender).toMatchObject({ fullName: 'Northside Goods', city: 'Portland' });
  });

  it('does not refill a field that the user cleared', () => {
    const emptied = { ...ADA, city: '' };
    const wizard = after(loaded, { type: 'address-edited', side: 'sender', values: emptied }, loaded);
    expect(wizard.sender.city).toBe('');
  });

  it('does not change a verified sender', () => {
    expect(after(verifySender, { type: 'default-sender-loaded', values: DANA }).sender).toEqual(ADA);
  });
});

describe('the rates', () => {
  const atRates = after(verifySender, verifyRecipient, ratesArrive);

  it('are dropped when the shipment changes', () => {
    const changes: WizardAction[] = [
      { type: 'parcel-edited', parcel: { ...atRates.parcel, weight: '2' } },
      { type: 'date-chosen', date: '2026-11-17' },
      { type: 'address-edited', side: 'recipient', values: { ...DANA, zipCode: '78702' } },
    ];
    for (const change of changes) {
      expect(wizardReducer(atRates, change)).toMatchObject({ quote: null, rateId: null });
    }
  });

  it('are ignored if the shipment changed after they were requested', () => {
    const changes: WizardAction[] = [
      { type: 'address-edited', side: 'sender', values: { ...ADA, zipCode: '97210' } },
      { type: 'address-edited', side: 'recipient', values: { ...DANA, zipCode: '78702' } },
      { type: 'parcel-edited', parcel: { ...atPackage.parcel, weight: '10' } },
      { type: 'customs-edited', edit: (customs) => ({ ...customs, signer: 'Ada Park' }) },
      { type: 'extras-edited', extras: { ...atPackage.extras } },
      { type: 'date-chosen', date: '2026-11-17' },
      { type: 'replaced', wizard: emptyWizard(TODAY) },
    ];
    for (const change of changes) {
      const changed = wizardReducer(atPackage, change);
      expect(wizardReducer(changed, ratesArrive)).toBe(changed);
    }
    const noted = wizardReducer(atPackage, { type: 'notes-edited', notes: 'Gift' });
    expect(wizardReducer(noted, ratesArrive).step).toBe('rates');
  });

  it('keep the chosen service on a refresh, or select none if it is gone', () => {
    const chosen = wizardReducer(atRates, { type: 'rate-selected', rateId: 'b' });
    const again = { rates: [rate('c', 'a'), rate('d', 'b')], messages: [] };
    expect(wizardReducer(chosen, { type: 'rates-arrived', sent: chosen, answer: again }).rateId).toBe('d');
    const gone = wizardReducer(chosen, ratesFor(chosen, 'x'));
    expect(gone.rateId).toBeNull();
    expect(wizardReducer(gone, ratesArrive).rateId).toBeNull();
  });

  it('select the first one if there were none before', () => {
    const none = wizardReducer(atRates, ratesFor(atRates));
    expect(wizardReducer(none, ratesArrive).rateId).toBe('a');
  });

  it('select the first one again after the package step', () => {
    const chosen = wizardReducer(atRates, { type: 'rate-selected', rateId: 'b' });
    expect([back, ratesArrive].reduce(wizardReducer, chosen).rateId).toBe('a');
  });

  it('may be empty', () => {
    expect(wizardReducer(atPackage, ratesFor(atPackage)).rateId).toBeNull();
  });

  it('are outdated once expired, past the shipping date, or changed by the server', () => {
    expect(isOutdated(atRates, TODAY, NOW)).toBe(false);
    expect(isOutdated(atRates, TODAY, Date.parse('2026-11-16T11:00:00Z'))).toBe(true);
    expect(isOutdated(atRates, '2026-11-17', NOW)).toBe(true);
    expect(isOutdated(wizardReducer(atRates, { type: 'price-changed' }), TODAY, NOW)).toBe(true);
    expect(isOutdated(after(verifySender), TODAY, NOW)).toBe(true);
  });
});

describe('a payment', () => {
  const sent = after(verifySender, verifyRecipient, ratesArrive, { type: 'payment-sent', purchase });

  it('is stored once it is sent, and dropped if it fails', () => {
    expect(sent.purchase?.state).toBe('confirming');
    expect(wizardReducer(sent, { type: 'payment-succeeded' }).purchase).toEqual({
      ...purchase,
      state: 'paid',
    });
    expect(wizardReducer(sent, { type: 'payment-failed' }).purchase).toBeNull();
  });

  it('is stored in the draft with everything that its label needs', () => {
    expect(readDraft(JSON.parse(JSON.stringify(sent)))).toEqual(sent);
  });
});

describe('another label', () => {
  it('keeps the sender and starts at the recipient', () => {
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
  it('of an earlier version has no declaration and no extras yet', () => {
    const { customs: _, extras: __, ...earlier } = after(verifySender);
    expect(readDraft(earlier)).toEqual(after(verifySender));
  });

  it('keeps the declaration and the extras', () => {
    const declared = after(
      { type: 'customs-edited', edit: (customs) => ({ ...customs, contentsType: 'gift', itn: 'X1' }) },
      { type: 'extras-edited', extras: { ...emptyWizard(TODAY).extras, insuredValue: '2 50' } },
    );
    expect(readDraft(JSON.parse(JSON.stringify(declared)))).toEqual(declared);
  });

  it('drops its rates when the declaration or the extras change', () => {
    const quoted = after(verifySender, verifyRecipient, ratesArrive);
    const { extras } = quoted;
    expect(wizardReducer(quoted, { type: 'customs-edited', edit: (customs) => customs }).quote).toBeNull();
    expect(wizardReducer(quoted, { type: 'extras-edited', extras }).quote).toBeNull();
  });

  it('suggests a signer only where none is named', () => {
    const suggested = after({ type: 'signer-suggested', signer: 'Ada Park' });
    expect(suggested.customs.signer).toBe('Ada Park');
    const again = wizardReducer(suggested, { type: 'signer-suggested', signer: 'Sam Ortiz' });
    expect(again.customs.signer).toBe('Ada Park');
  });

  it('is ignored if it is from another version', () => {
    for (const kept of [undefined, null, 7, {}, { ...emptyWizard(TODAY), step: 'confirmation' }]) {
      expect(readDraft(kept)).toBeNull();
    }
  });

  it('is untouched until edited, even with the default sender', () => {
    expect(isUntouched(after({ type: 'default-sender-loaded', values: ADA }))).toBe(true);
    expect(isUntouched(after({ type: 'address-edited', side: 'sender', values: ADA }))).toBe(false);
    expect(isUntouched(after(verifySender))).toBe(false);
  });
});
