import { GENERAL, PAYMENT, WIZARD } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { logOut } from './src/actions.ts';
import { type OpenedPage, useBrowser } from './src/browser.ts';
import { expectFocused, expectPath, expectSeen, expectToast, expectUnseen } from './src/expectations.ts';
import {
  clientWithProfile,
  GOOD_CARD,
  openAt,
  pay,
  payAndGenerate,
  payButton,
  shipmentsOf,
  step,
  typeCard,
} from './src/wizard.ts';

const openPage = useBrowser();

const INTENT = `**${API.createPaymentIntent}`;
const CARD_FORM = '**/test-card-form-*.js';
const CONFIRM = '**/api/test-gateway/payment-intents/*/confirm';

const dialog = (page: Page) => page.getByRole('dialog', { name: PAYMENT.title });
const expectProblem = (page: Page, text: string) =>
  expectSeen(dialog(page).getByRole('alert').getByText(text, { exact: true }));

async function atRates(): Promise<OpenedPage & { token: string }> {
  const client = await clientWithProfile();
  const opened = await openPage(client);
  await openAt(opened.page, client, 'rates');
  return { ...opened, token: client.token };
}

/** Answers once in the place of the server. */
const answerOnce = (page: Page, url: string, answer: (route: Route) => Promise<void>) =>
  page.route(url, answer, { times: 1 });

describe('the Secure Payment modal', () => {
  it('says what is missing, what was refused and by whom, and keeps the card', async () => {
    const { page, token } = await atRates();
    await payAndGenerate(page).click();
    await expectFocused(page.getByRole('textbox', { name: 'Card number' }));
    for (const badge of [/SSL/, /PCI/, /Test gateway/])
      await expectSeen(dialog(page).getByRole('listitem').filter({ hasText: badge }));
    await payButton(page).click();
    await expectProblem(page, PAYMENT.detailsMissing);
    await page.getByRole('textbox', { name: 'Card number' }).fill('4242');
    await payButton(page).click();
    await expectProblem(page, 'Your card number is incomplete.');
    await expectSeen(dialog(page).getByText('Your card’s security code is incomplete.'));

    const declined = [
      ['4000000000000002', /declined/],
      ['4000000000009995', /funds/],
      ['4000000000000127', /security code/],
    ] as const;
    for (const [number, reason] of declined) {
      await typeCard(page, number);
      await payButton(page).click();
      await expectSeen(dialog(page).getByRole('alert').getByText(reason));
    }
    await expectFocused(page.getByRole('textbox', { name: 'Security code' }));
    expect(await page.getByRole('textbox', { name: 'Expiration date' }).inputValue()).toBe('12 / 30');

    // The bank's own question: refused first, then confirmed.
    await typeCard(page, '4000002760003184');
    await payButton(page).click();
    await expectFocused(page.getByRole('heading', { name: 'Your bank wants to confirm this payment' }));
    expect(await page.getByRole('button', { name: PAYMENT.cancel }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Decline' }).click();
    await expectSeen(dialog(page).getByRole('alert'));
    await payButton(page).click();
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expectSeen(step(page, 'Label ready'));
    expect(await shipmentsOf(token)).toHaveLength(1);
  });

  it('makes one payment and one label from a double click, and closes 1500 ms after success', async () => {
    const { page, token } = await atRates();
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && /create-payment-intent|confirm|label$/.test(request.url()))
        sent.push(new URL(request.url()).pathname.split('/').at(-1) ?? '');
    });
    await payAndGenerate(page).dblclick();
    await typeCard(page);
    await payButton(page).dblclick();
    await expectSeen(dialog(page).getByText(/^Paid \$/));
    const paidAt = Date.now();
    await expectUnseen(dialog(page));
    expect(Date.now() - paidAt).toBeGreaterThan(1200);
    await expectSeen(step(page, 'Label ready'));
    expect(sent).toEqual(['create-payment-intent', 'confirm', 'label']);
    expect(await shipmentsOf(token)).toHaveLength(1);
  });

  it('says why a payment could not start, and tries again', async () => {
    const { page, watch } = await atRates();
    watch.allow(/answer 500/, /status of 500/, /status of 409/);
    const problems = [
      [{ status: 500, json: {} }, GENERAL.serverError],
      [{ status: 400, body: 'no words' }, PAYMENT.intentFailed],
      [{ status: 200, json: { paymentIntentId: 'pi_1', amount: 1 } }, PAYMENT.noClientSecret],
      [{ status: 200, json: { clientSecret: 'pi_1_secret', amount: 1 } }, PAYMENT.initializeFailed],
    ] as const;
    watch.allow(/status of 400/);
    await answerOnce(page, INTENT, (route) => route.fulfill(problems[0][0]));
    await payAndGenerate(page).click();
    await expectProblem(page, problems[0][1]);
    for (const [answer, sentence] of problems.slice(1)) {
      await answerOnce(page, INTENT, (route) => route.fulfill(answer));
      await dialog(page).getByRole('button', { name: 'Try again' }).click();
      await expectProblem(page, sentence);
    }
    await dialog(page).getByRole('button', { name: 'Try again' }).click();
    await expectSeen(page.getByRole('textbox', { name: 'Card number' }));
    await page.keyboard.press('Escape');
    await expectUnseen(dialog(page));
    await expectFocused(payAndGenerate(page));

    // Another price: nothing can be paid until the rates are new.
    await answerOnce(page, INTENT, (route) =>
      route.fulfill({ status: 409, json: { error: 'AMOUNT_DIFFERS', message: 'The price is another.' } }),
    );
    await payAndGenerate(page).click();
    await expectProblem(page, 'The price is another.');
    await page.getByRole('button', { name: PAYMENT.cancel }).click();
    await expectSeen(page.getByText('Rates may have changed.'));
    expect(await payAndGenerate(page).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Refresh rates' }).click();
    await expect.poll(() => payAndGenerate(page).isEnabled()).toBe(true);
  });

  it('explains a form that is slow or does not load', async () => {
    const { page, watch } = await atRates();
    watch.allow(/Failed to load resource|Failed to fetch dynamically/);
    let release: () => void = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    await page.route(INTENT, async (route) => {
      await held;
      await route.continue();
    });
    await answerOnce(page, CARD_FORM, (route) => route.abort());
    await payAndGenerate(page).click();
    await expectProblem(page, PAYMENT.formNotLoaded);
    await dialog(page).getByRole('button', { name: 'Try again' }).click();
    await expectUnseen(dialog(page).getByRole('alert'));
    // Not a click: the button says that it is not ready, and explains itself all the same.
    await payButton(page).press('Enter');
    await expectProblem(page, PAYMENT.stillLoading);
    release();
    await expectFocused(page.getByRole('textbox', { name: 'Card number' }));
    await expectUnseen(dialog(page).getByRole('alert'));
  });

  it('survives a card form that is empty, never ready or broken, until a reload', async () => {
    const { page, watch } = await atRates();
    watch.allow(/The card form broke/);
    const open = async (form: string) => {
      await answerOnce(page, CARD_FORM, (route) =>
        route.fulfill({ contentType: 'text/javascript', body: form }),
      );
      await payAndGenerate(page).click();
    };
    await open('export {}');
    await expectProblem(page, PAYMENT.systemNotReady);

    await page.reload();
    await open('export const TestCardForm = () => null');
    const askedToPay = async () => {
      await payButton(page).press('Enter');
      return dialog(page).getByRole('alert').textContent();
    };
    await expect.poll(askedToPay).toBe(PAYMENT.formNotReady);

    await page.reload();
    await open('export const TestCardForm = () => { throw new Error("The card form broke"); }');
    await expectProblem(page, GENERAL.crash);
    await page.keyboard.press('Escape');
    await expectUnseen(dialog(page));
    await expectFocused(payAndGenerate(page));

    await page.reload();
    await payAndGenerate(page).click();
    await expectFocused(page.getByRole('textbox', { name: 'Card number' }));
  });

  it('says why it closed when the session was ended in another tab', async () => {
    const { page } = await atRates();
    await payAndGenerate(page).click();
    await expectFocused(page.getByRole('textbox', { name: 'Card number' }));
    const other = await page.context().newPage();
    await other.goto(PAGES.clientDashboard);
    await Promise.all([logOut(other), expectToast(page, PAYMENT.noToken)]);
    await expectPath(page, PAGES.login);
    await expectUnseen(dialog(page));
  });

  it('explains an answer without a reason, and charges once when an answer is lost', async () => {
    const { page, watch, token } = await atRates();
    watch.allow(/ERR_FAILED/, /No answer|Network error|ApiError/);
    await answerOnce(page, CONFIRM, (route) =>
      route.fulfill({
        json: { status: 'requires_payment_method', error: { code: 'x', declineCode: null, message: '' } },
      }),
    );
    await pay(page);
    await expectProblem(page, PAYMENT.failed);
    await answerOnce(page, CONFIRM, (route) => route.fulfill({ json: { status: 'processing' } }));
    await payButton(page).click();
    await expectProblem(page, PAYMENT.notCompleted);
    await answerOnce(page, CONFIRM, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await payButton(page).click();
    await expectProblem(page, PAYMENT.unexpected);
    expect(await page.getByRole('textbox', { name: 'Card number' }).inputValue()).toBe(
      GOOD_CARD.replace(/(.{4})(?=.)/g, '$1 '),
    );
    await payButton(page).click();
    await expectSeen(step(page, 'Label ready'));
    expect(await shipmentsOf(token)).toHaveLength(1);
    await expectUnseen(page.getByText(WIZARD.labelFailed));
  });
});
