import { randomUUID } from 'node:crypto';
import { WIZARD } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { type DetailedRatesAnswer, HistoryAnswerSchema } from '@lading/contract/shipments.ts';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { logInByToken, registerPerson } from './actions.ts';
import { expectSeen } from './expectations.ts';
import { ownServer } from './own-server.ts';

export const SENDER = {
  fullName: 'Ada Park',
  email: 'ada@northside.example',
  phone: '5035550142',
  address: '1120 NW Couch St',
  address2: '',
  city: 'Portland',
  state: 'OR',
  zipCode: '97209',
};
export const RECIPIENT = {
  fullName: 'Dana Reyes',
  email: 'dana@home.example',
  phone: '5125550188',
  address: '500 W 2nd St',
  address2: 'Ste 1900',
  city: 'Austin',
  state: 'TX',
  zipCode: '78701',
};
export const PARCEL = { weight: '2', length: '12', width: '9', height: '4' };
export const GOOD_CARD = '4242424242424242';

type Fields = Record<string, string>;

export const control = (page: Page, name: string) => page.locator(`form[data-step] [name="${name}"]`);
export const step = (page: Page, title: string) =>
  page.locator('main').getByRole('heading', { level: 2, name: title, exact: true });
export const continueButton = (page: Page) =>
  page.getByRole('button', { name: WIZARD.continue, exact: true });
export const payAndGenerate = (page: Page) => page.getByRole('button', { name: WIZARD.payAndGenerate });
export const payButton = (page: Page) => page.getByRole('button', { name: /^Pay \$/ });

export async function fill(page: Page, fields: Fields) {
  for (const [name, value] of Object.entries(fields)) {
    const field = control(page, name);
    if ((await field.evaluate((element) => element.tagName)) === 'SELECT') await field.selectOption(value);
    else await field.fill(value);
  }
}

/** A client with a default address, and the session as the browser stores it. */
export async function clientWithProfile() {
  const person = await registerPerson();
  const session = await logInByToken(person);
  const { fullName, phone, address, city, state, zipCode } = SENDER;
  await call(session.token, 'PUT', API.profile, {
    fullName,
    phone,
    defaultAddress: { address, suite: '', city, state, zipCode, country: 'US' },
  });
  return { ...session, userId: session.answer.user.id, person };
}

export async function call(token: string, method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) {
  const response = await fetch(`${ownServer.baseUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'idempotency-key': randomUUID(),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
  return response.json();
}

export const shipmentsOf = async (token: string) =>
  HistoryAnswerSchema.parse(await call(token, 'GET', API.history)).shipments;

export async function passRecipient(page: Page, fields: Fields = RECIPIENT) {
  await fill(page, fields);
  await continueButton(page).click();
  await expectSeen(step(page, 'Package'));
}

export async function passPackage(page: Page, fields: Fields = PARCEL) {
  await fill(page, fields);
  await continueButton(page).click();
  await expectSeen(step(page, 'Rates'));
}

/** Where the web application stores drafts, and the name of this one. */
const DRAFTS = { database: 'lading', table: 'drafts', name: 'create-label' };
/** Includes an icon, or the browser would request one. */
const EMPTY_PAGE = '<!doctype html><link rel="icon" href="data:,">';

/** Stores the draft if one is given. Returns the stored draft. */
const draftOf = (page: Page, userId: string, draft?: unknown): Promise<unknown> =>
  page.evaluate(
    ({ database, table, key, draft }) =>
      new Promise((done, fail) => {
        const opening = indexedDB.open(database, 1);
        opening.onupgradeneeded = () => opening.result.createObjectStore(table);
        opening.onerror = () => fail(opening.error);
        opening.onsuccess = () => {
          const work = opening.result.transaction(table, 'readwrite').objectStore(table);
          if (draft !== undefined) work.put(draft, key);
          const reading = work.get(key);
          reading.onerror = () => fail(reading.error);
          reading.onsuccess = () => {
            opening.result.close();
            done(reading.result);
          };
        };
      }),
    { ...DRAFTS, key: JSON.stringify([userId, DRAFTS.name]), draft },
  );

export const expectKept = (page: Page, userId: string, part: object) =>
  expect.poll(() => draftOf(page, userId)).toMatchObject(part);

const addresses = { sender: { ...SENDER, country: 'US' }, recipient: { ...RECIPIENT, country: 'US' } };
const today = () => new Date().toISOString().slice(0, 10);

async function quoteFor(token: string): Promise<DetailedRatesAnswer> {
  const measures = Object.entries(PARCEL).map(([name, value]) => [name, Number(value)]);
  return call(token, 'POST', API.rates, {
    sender: addresses.sender,
    receiver: addresses.recipient,
    package: { type: 'package', ...Object.fromEntries(measures), distance_unit: 'in', mass_unit: 'lb' },
    shippingDate: today(),
    detailed: true,
  });
}

const TITLES = { recipient: 'Recipient', rates: 'Rates' } as const;
const EMPTY = { type: 'package', weight: '', length: '', width: '', height: '' };
const EMPTY_PERSON = Object.fromEntries(Object.keys(RECIPIENT).map((name) => [name, '']));

interface Client {
  token: string;
  userId: string;
}

/** Opens the wizard at a later step through a stored draft. Its rates come from the server. */
export async function openAt(page: Page, { token, userId }: Client, at: keyof typeof TITLES) {
  const quote = at === 'rates' ? await quoteFor(token) : null;
  // The application must not run while the draft is stored.
  await page.route('**/nothing', (route) => route.fulfill({ contentType: 'text/html', body: EMPTY_PAGE }));
  await page.goto('/nothing');
  await draftOf(page, userId, {
    step: at,
    sender: addresses.sender,
    recipient: at === 'recipient' ? { ...EMPTY_PERSON, country: 'US' } : addresses.recipient,
    touched: [],
    verified: { sender: true, recipient: at !== 'recipient' },
    parcel: quote ? { type: 'package', ...PARCEL } : EMPTY,
    shippingDate: today(),
    internalNotes: '',
    quote: quote && { ...quote, outdated: false },
    rateId: quote?.rates[0]?.objectId ?? null,
    purchase: null,
  });
  await page.goto(PAGES.createLabel);
  await expectSeen(step(page, TITLES[at]));
}

export async function typeCard(page: Page, number = GOOD_CARD) {
  await page.getByRole('textbox', { name: 'Card number' }).fill(number);
  await page.getByRole('textbox', { name: 'Expiration date' }).fill('1230');
  await page.getByRole('textbox', { name: 'Security code' }).fill('123');
}

export async function pay(page: Page, number = GOOD_CARD) {
  await payAndGenerate(page).click();
  await typeCard(page, number);
  await payButton(page).click();
}
