import { Writable } from 'node:stream';
import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../../../../test/build-test-app.ts';
import { SmtpDouble, type SmtpDoubleOptions } from '../../../../test/doubles/smtp-double.ts';
import { createLog } from '../../../platform/log.ts';
import { NotSentError } from '../../../platform/outgoing/not-sent.ts';
import { readSmtpAddress } from './smtp-address.ts';
import { SmtpMailer } from './smtp-mailer.ts';

const MAIL = {
  to: 'ada@shop.example',
  subject: 'Your labels',
  text: 'Hello Ada,\n\n.done',
  id: 'receipt-1',
};

let closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.reverse()) await close();
  closing = [];
});

async function start({
  from = 'Labels <labels@house.example>',
  silenceMs = 20_000,
  ...options
}: SmtpDoubleOptions & { from?: string; silenceMs?: number } = {}) {
  const server = new SmtpDouble(options);
  const url = await server.listen();
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const clock = new ManualClock();
  const timings = { connectMs: 20_000, silenceMs };
  const mailer = new SmtpMailer({ url, from, clock, log: createLog('trace', sink), timings });
  closing.push(
    () => server.close(),
    () => mailer.close(),
  );
  return { server, mailer, clock, logText: () => lines.join('') };
}

const headersOf = (data: string) => data.slice(0, data.indexOf('\r\n\r\n'));

describe('an email by SMTP', () => {
  it('is plain text with our address and a Message-ID that identifies duplicates', async () => {
    const { server, mailer } = await start();
    await mailer.send(MAIL);
    const [mail] = server.mails;
    expect(mail).toMatchObject({ from: 'labels@house.example', to: ['ada@shop.example'], user: null });
    const headers = headersOf(mail?.data ?? '');
    expect(headers).toContain('From: Labels <labels@house.example>');
    expect(headers).toContain('To: ada@shop.example');
    expect(headers).toContain('Subject: Your labels');
    expect(headers).toContain('Message-ID: <receipt-1@house.example>');
    expect(headers).toContain('Content-Type: text/plain; charset=utf-8');
    expect(headers).toContain('Auto-Submitted: auto-generated');
    expect(mail?.data.slice(headers.length)).toBe('\r\n\r\nHello Ada,\r\n\r\n.done');
  });

  it('can contain any Unicode text', async () => {
    const { server, mailer } = await start();
    await mailer.send({ ...MAIL, subject: 'Überweisung 🏷', text: 'Grüße, 東京' });
    const data = server.mails[0]?.data ?? '';
    expect(data).toMatch(/^[\x20-\x7e\r\n\t]+$/);
    const [, encoding] = /Content-Transfer-Encoding: (\S+)/.exec(data) ?? [];
    expect(encoding).toBe('base64');
    expect(Buffer.from(data.slice(headersOf(data).length), 'base64').toString()).toContain('Grüße, 東京');
  });

  it('reuses a connection for consecutive emails', async () => {
    const { server, mailer } = await start();
    for (let turn = 0; turn < 5; turn += 1) await mailer.send(MAIL);
    expect([server.mails.length, server.connections]).toEqual([5, 1]);
  });

  it('uses the credentials in the URL', async () => {
    const { server, mailer } = await start({ login: { user: 'post@house', password: 'a:b/c%' } });
    await mailer.send(MAIL);
    expect(server.mails[0]?.user).toBe('post@house');
  });

  it('does not let its subject or text add headers', async () => {
    const { server, mailer } = await start();
    await mailer.send({ ...MAIL, subject: 'Hello\r\nBcc: eve@evil.example', text: 'Bcc: eve@evil.example' });
    expect(headersOf(server.mails[0]?.data ?? '')).not.toMatch(/^Bcc/m);
    expect(server.mails[0]?.to).toEqual(['ada@shop.example']);
  });

  it.each([
    'ada@shop.example\r\nBcc: eve@evil.example',
    'ada@shop.example, eve@evil.example',
    'ada@shop.example> SIZE=1\r\nRCPT TO:<eve@evil.example',
    '"Ada" <eve@evil.example>',
    'ada\u0000@shop.example',
    'group: eve@evil.example;',
    '',
  ])('is never sent to an invalid address: %j', async (to) => {
    const { server, mailer, logText } = await start();
    await mailer.send({ ...MAIL, to });
    expect([server.mails, server.connections]).toEqual([[], 0]);
    expect(logText()).toContain('the recipient address is invalid');
    expect(logText()).not.toContain('evil');
  });
});

describe('a mail server that rejects an email', () => {
  it.each([
    ['RCPT', '550 5.1.1 no such user ada@shop.example'],
    ['DATA', '554 5.7.1 not from you to ada@shop.example'],
    ['TEXT', '554 5.6.0 looks like spam to ada@shop.example'],
  ] as const)(
    'permanently at %s is not tried again, and the log does not contain the address',
    async (moment, answer) => {
      const { server, mailer, logText } = await start();
      server.faults.set(moment, { answer });
      await mailer.send(MAIL);
      expect(server.mails).toEqual([]);
      expect(logText()).toContain('Email rejected permanently');
      expect(logText()).not.toContain('ada@shop.example');
      server.faults.clear();
      await mailer.send(MAIL);
      expect(server.mails).toHaveLength(1);
    },
  );

  it.each([
    ['RCPT', '451 4.7.1 greylisted', /RCPT TO 451/],
    ['TEXT', '452 4.3.1 no room', /DATA 452/],
    ['MAIL', '550 5.7.1 you may not send', /550 5\.7\.1/],
    ['CONNECT', '554 not you', /554 not you/],
  ] as const)('temporarily, or rejects our account, at %s is tried again', async (moment, answer, error) => {
    const { server, mailer } = await start();
    server.faults.set(moment, { answer });
    await expect(mailer.send(MAIL)).rejects.toThrow(error);
    server.faults.clear();
    await mailer.send(MAIL);
    expect(server.mails).toHaveLength(1);
  });

  it.each([
    ['TEXT', '550 5.4.5 Daily user sending quota exceeded. ada@shop.example', /DATA 550/],
    [
      'TEXT',
      '550-5.4.5 Daily user sending limit exceeded. For more information\r\n550 5.4.5 read this',
      /550/,
    ],
    ['TEXT', '554 Daily message quota exceeded', /DATA 554/],
    ['TEXT', '554 5.2.0 SubmissionQuotaExceededException', /DATA 554/],
    ['DATA', '550 5.1.90 You have reached your daily limit for recipients', /DATA 550/],
    ['RCPT', '550 You have exceeded the hourly sending limit', /RCPT TO 550/],
    ['RCPT', '554 5.7.1 <ada@shop.example>: Relay access denied', /RCPT TO 554/],
    ['RCPT', '550 5.7.1 Unable to relay', /RCPT TO 550/],
    ['RCPT', '530 5.7.1 Authentication required', /RCPT TO 530/],
    ['DATA', '535 5.7.139 Authentication unsuccessful', /DATA 535/],
  ] as const)(
    'because of our account at %s (%s) is tried again, without its text in the error',
    async (moment, answer, error) => {
      const { server, mailer } = await start();
      server.faults.set(moment, { answer });
      const refused = await mailer.send(MAIL).catch((thrown: unknown) => thrown);
      expect(String(refused)).toMatch(error);
      expect(inspect(refused, { depth: 9 })).not.toContain('ada@shop.example');
      server.faults.clear();
      await mailer.send(MAIL);
      expect(server.mails).toHaveLength(1);
    },
  );

  it.each([
    ['RCPT', '552 5.2.2 The mailbox of ada@shop.example is over its daily quota'],
    ['RCPT', '550 5.4.1 Recipient address rejected: Access denied'],
    ['RCPT', '550 5.4.4 Unable to route: no such domain'],
    ['RCPT', '552 user over quota'],
    ['RCPT', '550 5.1.1 Recipient address rejected: User unknown in relay recipient table'],
    ['RCPT', '550 Recipient address rejected: User unknown in relay recipient table'],
    ['TEXT', '554 5.4.6 Routing loop detected'],
    ['RCPT', '550 5.1.1 <daily-sending-quota@relay.example> does not exist'],
    ['TEXT', '552 5.3.4 Message size exceeds the limit'],
  ] as const)('because of this recipient at %s (%s) is not tried again', async (moment, answer) => {
    const { server, mailer, logText } = await start();
    server.faults.set(moment, { answer });
    await mailer.send(MAIL);
    expect(logText()).toContain('Email rejected permanently');
  });

  it('because of our account twice is not called until the cooldown ends', async () => {
    const { server, mailer } = await start();
    server.faults.set('TEXT', { answer: '550 5.4.5 Daily user sending quota exceeded' });
    for (let turn = 0; turn < 2; turn += 1) await expect(mailer.send(MAIL)).rejects.toThrow(/DATA 550/);
    await expect(mailer.send(MAIL)).rejects.toThrow(NotSentError);
  });

  it('because of our password is tried again', async () => {
    const { server, mailer } = await start({ login: { user: 'post', password: 'right' } });
    server.faults.set('AUTH', { answer: '535 5.7.8 wrong' });
    await expect(mailer.send(MAIL)).rejects.toThrow('535 5.7.8 wrong');
    expect(server.mails).toEqual([]);
  });
});

describe('a mail server with an outage', () => {
  it.each(['CONNECT', 'EHLO', 'RCPT', 'TEXT'] as const)('times out when it hangs at %s', async (moment) => {
    const { server, mailer } = await start({ silenceMs: 300 });
    server.faults.set(moment, 'silence');
    await expect(mailer.send(MAIL)).rejects.toThrow(/timeout/i);
  });

  it('is not called again when it closes the connection after the text; the job decides about a retry', async () => {
    const { server, mailer } = await start();
    server.faults.set('TEXT', 'cut');
    await expect(mailer.send(MAIL)).rejects.toThrow('Connection closed');
    expect(server.mails).toHaveLength(1);
    server.faults.clear();
    await mailer.send(MAIL);
    const names = server.mails.map(({ data }) => /^Message-ID: (.*)$/m.exec(data)?.[1]);
    expect(names).toEqual(['<receipt-1@house.example>', '<receipt-1@house.example>']);
  });

  it('is not called after two failures until the cooldown ends', async () => {
    const { server, mailer, clock } = await start();
    server.faults.set('CONNECT', 'cut');
    for (let turn = 0; turn < 2; turn += 1) await expect(mailer.send(MAIL)).rejects.toThrow(/closed/);
    for (let turn = 0; turn < 2; turn += 1) await expect(mailer.send(MAIL)).rejects.toThrow(NotSentError);
    expect(server.connections).toBe(2);
    server.faults.clear();
    clock.advance(30_000);
    await mailer.send(MAIL);
    expect(server.mails).toHaveLength(1);
  });

  it('gets neither password nor email in plain text over a network', async () => {
    // An address of the loopback network, but not one of its usual names.
    const { server, mailer } = await start({
      host: '127.0.0.2',
      login: { user: 'post', password: 'secret' },
    });
    await expect(mailer.send(MAIL)).rejects.toThrow('STARTTLS');
    expect(server.commands.filter((line) => /^(AUTH|MAIL)/.test(line))).toEqual([]);
  });
});

describe('the address of a mail server', () => {
  it.each([
    [
      'smtps://post:secret@mail.example.com',
      { port: 465, secure: true, requireTLS: false, ignoreTLS: false },
    ],
    ['smtp://mail.example.com', { port: 587, secure: false, requireTLS: true, ignoreTLS: false }],
    ['smtp://mail.example.com:25?tls=off', { port: 25, secure: false, requireTLS: false, ignoreTLS: true }],
    ['smtps://mail.example.com?tls=off', { port: 465, secure: true, requireTLS: false, ignoreTLS: false }],
    ['smtp://[::1]:1025', { host: '::1', port: 1025, secure: false, requireTLS: false, ignoreTLS: true }],
  ])('decides about TLS: %s', (address, expected) => {
    expect(readSmtpAddress(address)).toMatchObject(expected);
  });

  it('may contain encoded characters in name and password', () => {
    expect(readSmtpAddress('smtp://a%40b:c%3Ad@mail.example.com').auth).toEqual({ user: 'a@b', pass: 'c:d' });
    expect(readSmtpAddress('smtp://mail.example.com')).not.toHaveProperty('auth');
  });
});
