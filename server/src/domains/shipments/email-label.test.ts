import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { SmtpDouble } from '../../../test/doubles/smtp-double.ts';
import { boughtExport } from '../../../test/exports.ts';
import { pdfPages } from '../../../test/pdf-pages.ts';
import { boughtLabel, call, makeShop, type Shop } from '../../../test/shipping.ts';
import { minutes } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';

const server = new SmtpDouble();
let test: TestApp;
let shop: Shop;
let label: { id: string; number: string | null };

beforeAll(async () => {
  test = await buildTestApp({
    SMTP_URL: await server.listen(),
    MAIL_FROM: 'Labels <labels@house.example>',
    LADING_RATE_LIMITS: 'on',
  });
  shop = await makeShop(test);
  const { transactionId: id, trackingNumber: number } = await boughtLabel(test, shop);
  label = { id, number };
});
afterAll(async () => {
  await test.close();
  await server.close();
});
beforeEach(() => {
  server.faults.clear();
  server.mails.length = 0;
  endPause();
});

/** After failures, the mailer pauses for half a minute. */
const endPause = () => test.clock.advance(minutes(1));
const sent = () => server.mails.filter(({ to }) => to.includes('dock@warehouse.example'));

const email = (body: object, { id = label.id, who = shop } = {}) =>
  call(test, who, 'POST', API.emailLabel.replace(':id', id), body);

const recorded = () =>
  test.deps.db
    .selectFrom('audit_logs')
    .select(['status', 'details', 'user_id'])
    .where('event_type', '=', 'LABEL_EMAILED')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The parts of a mail with an attachment. */
function partsOf(data: string) {
  const [, border = ''] = /boundary="([^"]+)"/.exec(data) ?? [];
  const [head = '', text = '', file = ''] = data.split(`--${border}`);
  const body = file.slice(file.indexOf('\r\n\r\n'));
  return { head, text, file, bytes: Buffer.from(body, 'base64') };
}

describe('emailing a label', () => {
  it('sends the same PDF that the owner downloads, and does not audit the full address', async () => {
    const answer = await email({ email: 'dock@warehouse.example', paper: 'letter' });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { message: 'The label was sent to dock@warehouse.example.' },
    ]);
    const [mail] = sent();
    expect([sent().length, mail?.from, mail?.to]).toEqual([
      1,
      'labels@house.example',
      ['dock@warehouse.example'],
    ]);
    const { head, text, file, bytes } = partsOf(mail?.data ?? '');
    expect(head).toContain('Subject: A shipping label from Lading');
    expect(head).toContain('Auto-Submitted: auto-generated');
    expect(text.replaceAll('=\r\n', '')).toMatch(/^\S+@shop\.example has sent you a shipping label\./m);
    expect(file).toContain('Content-Type: application/pdf');
    expect(file).toContain(`filename=label-${label.number}.pdf`);
    const url = `${API.labelFile.replace(':id', label.id)}?format=pdf&paper=letter`;
    const printed = await call(test, shop, 'GET', url);
    expect(bytes.equals(printed.rawPayload)).toBe(true);
    expect(await recorded()).toEqual({
      status: 'success',
      user_id: shop.userId,
      details: { shipmentId: label.id, email: 'd…@warehouse.example' },
    });
  });

  it('attaches the customs documents to the label of an export', async () => {
    const sender = await makeShop(test);
    const { transactionId: id } = await boughtExport(test, sender, 'UPS');
    expect((await email({ email: 'dock@warehouse.example' }, { who: sender, id })).statusCode).toBe(200);
    const url = `${API.labelFile.replace(':id', id)}?content=all`;
    const [mail] = sent();
    const { bytes } = partsOf(mail?.data ?? '');
    expect(bytes.equals((await call(test, sender, 'GET', url)).rawPayload)).toBe(true);
    expect(pdfPages(bytes)).toHaveLength(4);
  });

  it.each([
    ['RCPT', { answer: '550 5.1.1 no such user' }, 422, 'MAIL_REFUSED'],
    ['RCPT', { answer: '451 4.7.1 greylisted' }, 502, 'MAIL_UNREACHABLE'],
    ['MAIL', 'cut', 502, 'MAIL_UNREACHABLE'],
  ] as const)(
    'reports and audits a failure of the mail server (%s, %j), and can be retried',
    async (time, instead, status, error) => {
      server.faults.set(time, instead);
      const refused = await email({ email: 'dock@warehouse.example' });
      expect([refused.statusCode, refused.json().error]).toEqual([status, error]);
      expect(await recorded()).toMatchObject({
        status: 'error',
        details: { error: refused.json().message, email: 'd…@warehouse.example' },
      });
      server.faults.clear();
      endPause();
      expect((await email({ email: 'dock@warehouse.example' })).statusCode).toBe(200);
      expect(sent()).toHaveLength(1);
    },
  );

  it.each([
    'dock@warehouse.example\r\nBcc: eve@evil.example',
    'dock@warehouse.example, eve@evil.example',
    'dock@warehouse.example> SIZE=1\r\nRCPT TO:<eve@evil.example',
    '"Dock" <eve@evil.example>',
    'eve\u0001@evil.example',
    '',
  ])('refuses the invalid address %j', async (address) => {
    const { statusCode } = await email({ email: address });
    expect([400, 422]).toContain(statusCode);
    expect(sent()).toEqual([]);
    expect(server.commands.filter((line) => line.includes('evil'))).toEqual([]);
  });

  it('is allowed only for the owner, and not for a voided label', async () => {
    const stranger = await makeShop(test);
    const body = { email: 'dock@warehouse.example' };
    for (const answer of [await email(body, { who: stranger }), await email(body, { id: newId() })])
      expect([answer.statusCode, answer.json().error]).toEqual([404, 'LABEL_NOT_FOUND']);
    const { transactionId: id } = await boughtLabel(test, stranger);
    for (const state of ['void_requested', 'voided'] as const)
      await test.deps.db.updateTable('shipments').set({ state }).where('id', '=', id).execute();
    expect((await email(body, { who: stranger, id })).statusCode).toBe(404);
  });

  it('is limited to 20 per hour for each account', async () => {
    const [busy, calm] = [await makeShop(test), await makeShop(test)];
    const attempt = async (who: Shop) =>
      (await email({ email: 'dock@warehouse.example' }, { who })).statusCode;
    for (let turn = 0; turn < 20; turn += 1) expect(await attempt(busy)).toBe(404);
    expect(await attempt(busy)).toBe(429);
    expect(await attempt(calm)).toBe(404);
  });

  it('is available only if a mail server is configured', async () => {
    const offered = async ({ inject }: TestApp) =>
      (await inject({ url: API.runtimeConfig })).json().emailsLabels;
    expect(await offered(test)).toBe(true);
    const without = await buildTestApp();
    try {
      const other = await makeShop(without);
      const { transactionId } = await boughtLabel(without, other);
      const url = API.emailLabel.replace(':id', transactionId);
      const answer = await call(without, other, 'POST', url, { email: 'dock@warehouse.example' });
      expect([answer.statusCode, answer.json().error]).toEqual([409, 'MAIL_NOT_SET_UP']);
      expect(await offered(without)).toBe(false);
    } finally {
      await without.close();
    }
  });
});
