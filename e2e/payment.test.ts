import { PAYMENT } from '@lading/contract/messages.ts';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useBrowser } from './src/browser.ts';
import { expectFocused, expectSeen, expectUnseen } from './src/expectations.ts';
import {
  clientWithProfile,
  openAt,
  payAndGenerate,
  payButton,
  shipmentsOf,
  step,
  typeCard,
} from './src/wizard.ts';

const openPage = useBrowser();

const CARD_FORM = '**/test-card-form-*.js';
const CONFIRM = '**/api/test-gateway/payment-intents/*/confirm';
const PAYMENT_CALLS = /\/(create-payment-intent|confirm|label)$/;

const dialog = (page: Page) => page.getByRole('dialog', { name: PAYMENT.title });
const alert = (page: Page) => dialog(page).getByRole('alert');
const expectProblem = (page: Page, text: string | RegExp) =>
  expectSeen(alert(page).getByText(text, { exact: true }));

it('a form that did not load, a declined card, a bank that declines, a double click and a lost response end in one charge and one label', async () => {
  const client = await clientWithProfile();
  const { page, watch } = await openPage(client);
  watch.allow(/Failed to load resource|Failed to fetch dynamically/, /ERR_FAILED/, /Network error|ApiError/);
  const sent: string[] = [];
  page.on('request', (request) => {
    const [, call] = PAYMENT_CALLS.exec(new URL(request.url()).pathname) ?? [];
    if (call && request.method() === 'POST') sent.push(call);
  });
  await openAt(page, client, 'rates');

  await page.route(CARD_FORM, (route) => route.abort(), { times: 1 });
  await payAndGenerate(page).dblclick();
  await expectProblem(page, PAYMENT.formNotLoaded);
  await dialog(page).getByRole('button', { name: 'Try again' }).click();
  await expectFocused(page.getByRole('textbox', { name: 'Card number' }));
  await expectUnseen(alert(page));

  await typeCard(page, '4000000000000002');
  await payButton(page).click();
  await expectProblem(page, /declined/);
  await typeCard(page, '4000002760003184');
  await payButton(page).click();
  await page.getByRole('button', { name: 'Decline' }).click();
  await expectProblem(page, /bank/);

  // The bank agrees and the gateway charges the card, but its response is lost.
  await payButton(page).click();
  const confirm = page.getByRole('button', { name: 'Confirm', exact: true });
  await expectSeen(confirm);
  await page.route(
    CONFIRM,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await confirm.click();
  await expectProblem(page, PAYMENT.unexpected);
  await payButton(page).dblclick();
  await expectSeen(step(page, 'Label ready'));

  const once = sent.filter((call) => call !== 'confirm');
  expect(once).toEqual(['create-payment-intent', 'label']);
  // One for each card, one for each answer of the bank, and one that asks for the result of the lost response.
  expect(sent.filter((call) => call === 'confirm')).toHaveLength(6);
  expect(await shipmentsOf(client.token)).toHaveLength(1);
});
