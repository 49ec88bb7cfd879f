import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type BulkCells, TEMPLATE_COLUMNS } from '@lading/contract/bulk/columns.ts';
import type { Batch } from '@lading/contract/bulk.ts';
import { LABELS } from '@lading/contract/messages.ts';
import { API, PAGES, path } from '@lading/contract/routes.ts';
import type { Download, Page } from 'playwright-core';
import { expect } from 'vitest';
import { logInByToken, registerPerson } from './actions.ts';
import type { OpenPage, PageOptions } from './browser.ts';
import { expectHeading, expectSeen, expectUnseen, wordsOf } from './expectations.ts';
import { call, RECIPIENT, SENDER, step } from './wizard.ts';

export const NAMES = ['Ana Ruiz', 'Ben Okafor', 'Cleo Hart', 'Dov Stern'];
export const GOOD_PHONE = RECIPIENT.phone;
export const BAD_PHONE = `+1${GOOD_PHONE}`;

const tomorrow = () => new Date(Date.now() + 24 * 3600 * 1000).toISOString().slice(0, 10);

const party = (name: 'sender' | 'receiver', address: typeof SENDER): BulkCells => ({
  [`${name}_fullname`]: address.fullName,
  [`${name}_email`]: address.email,
  [`${name}_phone`]: address.phone,
  [`${name}_address`]: address.address,
  [`${name}_address2`]: address.address2,
  [`${name}_city`]: address.city,
  [`${name}_state`]: address.state,
  [`${name}_zipcode`]: address.zipCode,
  [`${name}_country`]: 'US',
});

type Recipients = readonly Partial<typeof RECIPIENT>[];

/** One for each name; the third has a telephone number with a country code. */
export const ORDERS: Recipients = NAMES.map((fullName, index) => ({
  fullName,
  ...(index === 2 && { phone: BAD_PHONE }),
}));

const rowsFor = (recipients: Recipients): BulkCells[] =>
  recipients.map((recipient, index) => ({
    ...party('sender', SENDER),
    ...party('receiver', { ...RECIPIENT, ...recipient }),
    package_weight: String(index + 1),
    package_length: '12',
    package_width: '9',
    package_height: '4',
    shipping_date: tomorrow(),
  }));

const valuesOf = (row: BulkCells) => TEMPLATE_COLUMNS.map((column) => row[column] ?? '');

export function fileFor(recipients: Recipients) {
  const lines = [TEMPLATE_COLUMNS, ...rowsFor(recipients).map(valuesOf)];
  const text = lines.map((cells) => cells.join(',')).join('\r\n');
  return { name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
}

export const ordersFile = () => fileFor(ORDERS);

/** Uploads rows and gets their rates through the API, then opens the batch at the choice of rates. */
export async function openRatedBatch(page: Page, token: string, recipients: Recipients): Promise<void> {
  const created = await call(token, 'POST', API.batches, {
    fileName: 'orders.csv',
    fileHash: createHash('sha256').update(randomUUID()).digest('hex'),
    source: 'template',
    columns: TEMPLATE_COLUMNS,
    rowCount: recipients.length,
  });
  const { id }: Batch = created.batch;
  const rows = rowsFor(recipients).map((cells, index) => ({
    number: index + 1,
    line: index + 2,
    cells,
    originalRowData: valuesOf(cells),
  }));
  const current = async (): Promise<Batch> => (await call(token, 'GET', path(API.batch, { id }))).batch;
  await call(token, 'PUT', path(API.batchRows, { id }), { rows });
  // The server verifies the addresses first.
  await expect.poll(async () => (await current()).work).toBeNull();
  await call(token, 'POST', path(API.batchRates, { id }), {});
  await expect.poll(async () => (await current()).work).toBeNull();
  await page.goto(`${PAGES.bulkUpload}?batch=${id}`);
  await expectSeen(step(page, 'Rates'));
}

export const expectSaid = (page: Page, text: string) => expect.poll(() => wordsOf(page)).toContain(text);

/** All notifications of this visit, whether they were announced or not. */
export async function notificationsOf(page: Page): Promise<string[]> {
  await page.getByRole('banner').getByRole('button', { name: 'Notifications' }).press('Enter');
  const list = page.getByRole('dialog', { name: 'Notifications' });
  await expectSeen(list.getByRole('listitem'));
  const texts = await list.getByRole('listitem').locator('p').allTextContents();
  await page.keyboard.press('Escape');
  await expectUnseen(list);
  return texts.map((text) => text.replace(/^[A-Z][a-z]+: /, ''));
}

/** A new client, signed in on a page that has not loaded yet. */
export async function openClient(openPage: OpenPage, options: PageOptions = {}) {
  const { token, storage } = await logInByToken(await registerPerson());
  const opened = await openPage({ ...options, storage });
  return { ...opened, token, storage };
}

/** A new client on the empty upload page. */
export async function openBulk(openPage: OpenPage, options: PageOptions = {}) {
  const opened = await openClient(openPage, options);
  await opened.page.goto(PAGES.bulkUpload);
  await expectHeading(opened.page, LABELS.bulkUploadTitle);
  return opened;
}

export const fileInput = (page: Page) => page.locator('input[type=file]');
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
export const cards = (page: Page) => page.locator('main').getByRole('article');
export const labelRows = (page: Page) =>
  page.getByRole('table', { name: 'Labels' }).locator('tbody').getByRole('row');
export const batchIdOf = (page: Page) => new URL(page.url()).searchParams.get('batch') ?? '';
export const batchOf = async (token: string, page: Page): Promise<Batch> =>
  (await call(token, 'GET', API.batch.replace(':id', batchIdOf(page)))).batch;
export const moneyOf = (text: string | null) => /\$[\d,]+\.\d\d/.exec(text ?? '')?.[0];

export async function downloaded(
  page: Page,
  press: () => Promise<void>,
): Promise<{ name: string; content: Buffer }> {
  const waiting: Promise<Download> = page.waitForEvent('download');
  await press();
  const download = await waiting;
  return { name: download.suggestedFilename(), content: readFileSync(await download.path()) };
}

export const pagesOf = (pdf: Buffer) =>
  Number(/\/Type\s*\/Pages\b[^>]*\/Count (\d+)/.exec(pdf.toString('latin1'))?.[1]);
