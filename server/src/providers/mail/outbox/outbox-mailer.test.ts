import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ManualClock } from '../../../../test/build-test-app.ts';
import { days, minutes } from '../../../platform/clock.ts';
import { createLog } from '../../../platform/log.ts';
import { OutboxMailer } from './outbox-mailer.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lading-outbox-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the outbox', () => {
  it('keeps emails for thirty days, and never deletes files that it did not write', async () => {
    const clock = new ManualClock();
    const mailer = new OutboxMailer(folder, clock, createLog('silent'), days(30));
    const send = () => mailer.send({ to: 'ada@shop.example', subject: 'Hello', text: 'Hello' });
    const mails = () => readdirSync(folder).filter((file) => file.endsWith('.eml'));
    writeFileSync(join(folder, '0-notes.txt'), 'mine');
    await send();
    const [first] = mails();
    clock.advance(days(30) - minutes(1));
    await send();
    expect(mails()).toContain(first);
    clock.advance(days(1));
    await send();
    expect(mails()).toHaveLength(2);
    expect(mails()).not.toContain(first);
    expect(readdirSync(folder)).toContain('0-notes.txt');
  });

  it('saves an email with an ID once, even after a crash before it was recorded', async () => {
    const mailer = new OutboxMailer(folder, new ManualClock(), createLog('silent'), days(30));
    const mail = { to: 'ada@shop.example', subject: 'Receipt', text: 'Thank you.', id: 'receipt-1' };
    await mailer.send(mail);
    await mailer.send(mail);
    await mailer.send({ ...mail, id: 'receipt-11' });
    expect(readdirSync(folder).filter((file) => file.includes('-receipt-'))).toHaveLength(2);
  });
});
