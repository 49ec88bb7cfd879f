import { ERRORS } from '@lading/contract/errors.ts';
import { EMAIL_INVALID } from '@lading/contract/identity.ts';
import { HISTORY, WIZARD } from '@lading/contract/messages.ts';
import { API, PAGES, path } from '@lading/contract/routes.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react/pure';
import { openApp } from '../../../test/app.tsx';
import { catchDownloads } from '../../../test/downloads.ts';
import { type Answers, json, RUNTIME_CONFIG } from '../../../test/fake-server.ts';
import { LABEL_FILE, TRANSACTION } from '../../../test/purchase.ts';
import { scanScreen } from '../../../test/scan.ts';
import { button, choose, toastWith } from '../../../test/screen.ts';
import { ABROAD, labelImage, shipmentOf } from '../../../test/shipment.ts';
import { control, keepDraft, stepHeading, WIZARD_ANSWERS } from '../../../test/wizard.ts';

type Shipment = ReturnType<typeof shipmentOf>;

const EMAIL = `POST ${path(API.emailLabel, { id: 's1' })}`;
const TEST_LABEL = `GET ${API.testLabel}`;
const counted = window as unknown as { prints?: number };

/** Replaces the PDF, because only a page with a script can count how often it is printed. */
const printable = () =>
  new Response('<script>window.print = () => { parent.prints = (parent.prints ?? 0) + 1; }</script>', {
    headers: { 'content-type': 'text/html' },
  });

// An unfinished purchase of another test would be shown instead of the wizard.
beforeEach(() => keepDraft({}));
afterEach(async () => {
  vi.restoreAllMocks();
  await page.viewport(1440, 900);
  delete counted.prints;
  for (const frame of document.querySelectorAll('iframe[title="Label to print"]')) frame.remove();
});

const openLabel = (part: Partial<Shipment> = {}, answers: Answers = {}) =>
  openApp(`${PAGES.createLabel}?label=s1`, {
    as: 'client',
    answers: {
      ...WIZARD_ANSWERS,
      [TRANSACTION]: () => json({ transaction: shipmentOf(part) }),
      [LABEL_FILE]: ({ query }) => (query.get('format') === 'pdf' ? printable() : labelImage()),
      [TEST_LABEL]: printable,
      ...answers,
    },
  });

describe('a label that is ready', () => {
  it('shows its picture and its next steps, and has no accessibility violation', async () => {
    const { currentPath } = await openLabel({}, { [`GET ${API.history}`]: () => json({ shipments: [] }) });
    await expect.element(stepHeading('Label ready')).toHaveFocus();
    const picture = page.getByRole('img', { name: /^Shipping label\..*9400/ });
    await expect.element(picture).toBeVisible();
    expect(await scanScreen({ widths: [1440] })).toEqual([]);
    await expect.element(button('Email label')).not.toBeInTheDocument();
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await Promise.all([
      expect.element(button('Copied')).toBeVisible(),
      button('Copy tracking number').click(),
    ]);
    expect(copied).toHaveBeenCalledWith('9400112345600000000124');
    await button(WIZARD.viewHistory).click();
    await expect.poll(currentPath).toBe(PAGES.shippingHistory);
  });

  it('offers its documents alone, the label alone, or everything', async () => {
    const files = catchDownloads();
    const { callsTo } = await openLabel(ABROAD);
    await expect.element(page.getByText('Adult signature required, Insured for $37.00')).toBeVisible();
    await expect.element(page.getByText('2 × Soy wax candle')).toBeVisible();
    expect(await scanScreen({ widths: [390, 1440] })).toEqual([]);
    await button('Download PDF').click();
    await expect.poll(() => files.at(-1)?.name).toMatch(/^label-and-documents-9400/);
    await choose('Documents');
    await button('Download PDF').click();
    await expect.poll(() => files.at(-1)?.name).toMatch(/^documents-9400/);
    await choose('Label');
    await button('Download PDF').click();
    await expect.poll(() => files.at(-1)?.name).toMatch(/^label-9400/);
    const asked = callsTo(LABEL_FILE).filter(({ query }) => query.get('format') === 'pdf');
    expect(asked.map(({ query }) => query.get('content'))).toEqual(['all', 'documents', null]);
  });

  it('is downloaded in every format, and printed, on the paper that was chosen last', async () => {
    const files = catchDownloads();
    const { callsTo } = await openLabel();
    await choose('Letter sheet');
    for (const format of ['pdf', 'png', 'zpl'] as const) {
      await button(`Download ${format.toUpperCase()}`).click();
      await expect.poll(() => files.at(-1)?.name).toBe(`label-9400112345600000000124.${format}`);
    }
    await expect.element(toastWith(HISTORY.downloadStarted)).toBeVisible();
    const asked = (format: string) =>
      callsTo(LABEL_FILE).filter(({ query }) => query.get('format') === format && !query.has('media'));
    expect(asked('pdf').map(({ query }) => query.get('paper'))).toEqual(['letter']);
    expect([...asked('png'), ...asked('zpl')].map(({ query }) => query.get('paper'))).toEqual([null, null]);

    // No other component test may use the offer, because the loaded modules share its state across tests.
    const test = button('Print a test label');
    await test.click();
    await expect.poll(() => counted.prints).toBe(1);
    expect(callsTo(TEST_LABEL).map(({ query }) => query.get('paper'))).toEqual(['letter']);
    await expect
      .element(page.getByRole('status').getByText(/it should be exactly one inch \(25\.4 mm\)/))
      .toBeVisible();
    await page.getByRole('button', { name: 'Print', exact: true }).click();
    await expect.poll(() => counted.prints).toBe(2);
    await button('Dismiss test label').click();
    await expect.element(page.getByRole('button', { name: 'Print', exact: true })).toHaveFocus();
    await expect.element(test).not.toBeInTheDocument();

    // The paper is remembered, and the test label is not offered again.
    await cleanup();
    await openLabel();
    await expect.element(page.getByRole('radio', { name: 'Letter sheet' })).toBeChecked();
    await expect.element(test).not.toBeInTheDocument();
  });

  it('is downloaded with d and printed with p; n starts another label at the recipient’s name', async () => {
    const files = catchDownloads();
    await keepDraft({ step: 'recipient', verified: { sender: true, recipient: false } });
    const { currentPath } = await openLabel();
    await expect.element(stepHeading('Label ready')).toHaveFocus();
    await userEvent.keyboard('d');
    await expect.poll(() => files.map(({ name }) => name)).toEqual(['label-9400112345600000000124.pdf']);
    await userEvent.keyboard('p');
    await expect.poll(() => counted.prints).toBe(1);
    await userEvent.keyboard('n');
    await expect.poll(currentPath).toBe(PAGES.createLabel);
    await expect.element(stepHeading('Recipient')).toBeVisible();
    await expect.poll(() => document.activeElement === control('fullName')).toBe(true);
    expect(control('fullName').value).toBe('');
    await button('Back').click();
    await expect.poll(() => control('fullName').value).toBe('Ada Park');
  });

  it('opens from a link where the browser shows no PDFs', async () => {
    vi.spyOn(Navigator.prototype, 'pdfViewerEnabled', 'get').mockReturnValue(false);
    await openLabel({ labelFormats: ['pdf'] });
    const link = page.getByRole('link', { name: 'Open PDF' });
    await expect.element(link).toHaveAttribute('target', '_blank');
    expect(document.querySelector('iframe[title^="Shipping label."]')).toBeNull();
    expect(await scanScreen({ widths: [390] })).toEqual([]);
    await page.viewport(390, 844);
    await expect.poll(() => document.documentElement.scrollWidth).toBe(390);
  });
});

describe('sending a label by email', () => {
  const dialog = () => page.getByRole('dialog', { name: 'Email label' });
  const address = () => dialog().getByRole('textbox', { name: 'Email' });
  const send = () => dialog().getByRole('button', { name: 'Send' });

  it('checks the address, says why sending failed, and closes after success', async () => {
    const mailing = { [`GET ${API.runtimeConfig}`]: () => json({ ...RUNTIME_CONFIG, emailsLabels: true }) };
    const { answer, callsTo } = await openLabel({}, mailing);
    const open = button('Email label');
    await open.click();
    await expect.element(address()).toHaveFocus();
    await expect.element(address()).toHaveValue('noor@shop.example');
    await address().fill('dock@warehouse');
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog().getByText(EMAIL_INVALID, { exact: true })).toBeVisible();
    await expect.element(address()).toHaveFocus();
    expect(await scanScreen({ widths: [390] })).toEqual([]);

    await address().fill('dock@warehouse.example');
    for (const error of ['MAIL_NOT_SET_UP', 'MAIL_UNREACHABLE'] as const) {
      const { status, message } = ERRORS[error];
      answer({ [EMAIL]: () => json({ error, message, requestId: 'r' }, status) });
      await send().click();
      await expect.element(dialog().getByText(message, { exact: true })).toBeVisible();
      await expect.element(toastWith(message)).toBeInTheDocument();
    }
    await expect.element(address()).toHaveValue('dock@warehouse.example');

    const message = 'The label was sent to dock@warehouse.example.';
    answer({ [EMAIL]: () => json({ message }) });
    await send().click();
    await expect.element(toastWith(message)).toBeVisible();
    expect(callsTo(EMAIL).at(-1)?.body).toEqual({ email: 'dock@warehouse.example', paper: '4x6' });
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(open).toHaveFocus();
  });
});

describe('a payment without a label', () => {
  it('waits for a slow carrier, and announces the label', async () => {
    const { answer } = await openLabel({ labelStatus: 'processing', tracking_number: null });
    await expect.element(stepHeading('Waiting for your label')).toBeVisible();
    answer({ [TRANSACTION]: () => json({ transaction: shipmentOf() }) });
    await expect.element(stepHeading('Label ready')).toBeVisible();
    await expect.element(toastWith(WIZARD.labelGenerated)).toBeVisible();
  });

  it.each([
    ['refunding', 'We couldn’t create your label. Your refund is on its way.', 0],
    ['refunded', 'We couldn’t create your label. Your refund is complete.', 12.87],
  ] as const)('explains its refund (%s), and can be tried again', async (labelStatus, heading, refunded) => {
    const { currentPath } = await openLabel({ labelStatus, refunded, tracking_number: null });
    await expect.element(stepHeading(heading)).toBeVisible();
    await page.getByRole('link', { name: 'Try again with the same details' }).click();
    await expect.element(page.getByText('Filled from your shipment to Dana Reyes')).toBeVisible();
    await expect.poll(currentPath).toBe(PAGES.createLabel);
  });

  it('says that a label was voided, and how much of its price was refunded', async () => {
    await openLabel({ labelStatus: 'voided', refunded: 1.25 });
    await expect.element(stepHeading('This label was voided')).toBeVisible();
    await expect.element(page.getByText(/\$1\.25 of the \$12\.87 you paid was refunded/)).toBeVisible();
    await expect.element(page.getByText(/couldn’t create/)).not.toBeInTheDocument();
  });
});
