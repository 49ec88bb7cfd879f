import { WIZARD } from '@lading/contract/messages.ts';
import type { CarrierMessage } from '@lading/contract/rate-refusals.ts';
import { API } from '@lading/contract/routes.ts';
import type { Rate } from '@lading/contract/shipments.ts';
import { page, userEvent } from 'vitest/browser';
import { DRAFT_NAME } from '../src/features/create-label/wizard-draft.ts';
import { emptyWizard, type Wizard } from '../src/features/create-label/wizard-state.ts';
import { draftStore } from '../src/lib/draft-store.ts';
import { EMPTY_ADDRESS } from '../src/ui/address-form/address-values.ts';
import { type Answers, fakeServer, json } from './fake-server.ts';
import { NO_PACKAGES } from './order-rules.ts';
import { button } from './screen.ts';

/** The signed-in person of component tests. */
const USER_ID = '6f1c7f43-9d6b-4f4e-8f3c-2f6f3f1f2a10';
const today = () => new Date().toISOString().slice(0, 10);

export const SENDER = {
  ...EMPTY_ADDRESS,
  fullName: 'Ada Park',
  email: 'ada@northside.example',
  phone: '(503) 555-0142',
  address: '1120 NW Couch St',
  city: 'Portland',
  state: 'OR',
  zipCode: '97209',
};
export const RECIPIENT = {
  ...EMPTY_ADDRESS,
  fullName: 'Dana Reyes',
  email: 'dana@home.example',
  phone: '(512) 555-0188',
  address: '500 W 2nd St',
  address2: 'Ste 1900',
  city: 'Austin',
  state: 'TX',
  zipCode: '78701',
};

export const rateOf = (part: Partial<Rate> = {}): Rate => ({
  objectId: crypto.randomUUID(),
  carrier: 'USPS',
  serviceName: 'Ground Advantage',
  service: 'usps_ground_advantage',
  amount: 12.87,
  currency: 'USD',
  estimatedDays: 3,
  durationTerms: '',
  deliveryDate: null,
  retailAmount: null,
  badges: [],
  reason: null,
  estimated: false,
  expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  ...part,
});

/** The answers that every step asks for. */
export const WIZARD_ANSWERS: Answers = {
  [`GET ${API.profile}`]: () => json({}, 500),
  [`GET ${API.savedAddresses}`]: () => json({ addresses: [] }),
  [`GET ${API.savedParcels}`]: () => json({ parcels: [] }),
  [`GET ${API.packages}`]: () => json(NO_PACKAGES),
};

/** Stores a draft, so that the wizard opens at the given step. */
export async function keepDraft(part: Partial<Wizard>) {
  // Before it writes, the store asks the server whether drafts are encrypted.
  fakeServer({});
  // After a logout in an earlier test, writes are ignored until the next read.
  await draftStore.read(USER_ID, DRAFT_NAME);
  await draftStore.write(USER_ID, DRAFT_NAME, {
    ...emptyWizard(today()),
    sender: SENDER,
    touched: ['fullName'],
    ...part,
  });
}

export const keepDraftAtRates = (rates: readonly Rate[], messages: CarrierMessage[] = []) =>
  keepDraft({
    step: 'rates',
    recipient: RECIPIENT,
    verified: { sender: true, recipient: true },
    parcel: { type: 'package', weight: '2', length: '12', width: '9', height: '4' },
    quote: { rates: [...rates], messages, outdated: false },
    rateId: rates[0]?.objectId ?? null,
  });

export const stepHeading = (title: string) =>
  page.getByRole('heading', { level: 2, name: title, exact: true });
export const continueButton = () => page.getByRole('button', { name: WIZARD.continue, exact: true });
export const payAndGenerate = () => button(WIZARD.payAndGenerate);

/** A field of the current step, by its name. */
export function control(name: string): HTMLInputElement {
  const found = document.querySelector<HTMLInputElement>(`form[data-step] [name="${name}"]`);
  if (!found) throw new Error(`The step has no field ${name}.`);
  return found;
}

export async function fillStep(fields: Record<string, string>) {
  for (const [name, value] of Object.entries(fields)) {
    const field = control(name);
    if (field instanceof HTMLSelectElement) await userEvent.selectOptions(field, value);
    else await userEvent.fill(field, value);
  }
}
