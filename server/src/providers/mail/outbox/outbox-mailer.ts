import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../../platform/clock.ts';
import { newId } from '../../../platform/ids.ts';
import type { Log } from '../../../platform/log.ts';
import type { Mail, Mailer } from '../port.ts';

/** Without a mail server, mails are files that a person can open, and the console says where. */
export class OutboxMailer implements Mailer {
  readonly #folder: string;
  readonly #clock: Clock;
  readonly #log: Log;

  constructor(folder: string, clock: Clock, log: Log) {
    this.#folder = folder;
    this.#clock = clock;
    this.#log = log;
  }

  async send(mail: Mail): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const now = this.#clock.now();
    const file = join(this.#folder, `${now.toISOString().replace(/[:.]/g, '-')}-${newId().slice(0, 8)}.eml`);
    await writeFile(`${file}.part`, render(mail, now), { mode: 0o600 });
    await rename(`${file}.part`, file);
    this.#log.warn({ file }, `no mail server is set up; the mail "${mail.subject}" is in ${file}`);
  }
}

/** A line break in a header would begin a new header. */
const headerText = (text: string) => text.replace(/[\r\n]+/g, ' ');

function render(mail: Mail, now: Date): string {
  const headers = [
    `Date: ${now.toUTCString()}`,
    `To: ${headerText(mail.to)}`,
    `Subject: ${headerText(mail.subject)}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
  ];
  return `${headers.join('\r\n')}\r\n\r\n${mail.text.replace(/\r?\n/g, '\r\n')}\r\n`;
}
