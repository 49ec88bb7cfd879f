import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, days, hours, later } from '../../../platform/clock.ts';
import { newId } from '../../../platform/ids.ts';
import type { Log } from '../../../platform/log.ts';
import type { Mail, Mailer } from '../port.ts';

const KEPT_MS = days(30);
const TIDIED_EVERY_MS = hours(1);

/**
 * Without a mail server, emails become files in the outbox, and the log names them. Old files are removed.
 */
export class OutboxMailer implements Mailer {
  readonly #folder: string;
  readonly #clock: Clock;
  readonly #log: Log;
  #tidyAt = new Date(0);

  constructor(folder: string, clock: Clock, log: Log) {
    this.#folder = folder;
    this.#clock = clock;
    this.#log = log;
  }

  async send(mail: Mail): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const now = this.#clock.now();
    const file = join(this.#folder, `${nameOf(now)}-${newId().slice(0, 8)}.eml`);
    await writeFile(`${file}.part`, render(mail, now), { mode: 0o600 });
    await rename(`${file}.part`, file);
    this.#log.warn(
      { event: 'mail.saved_to_outbox', file },
      `No mail server configured; saved the email "${mail.subject}" to ${file}`,
    );
    if (now >= this.#tidyAt) await this.#tidy(now);
  }

  async #tidy(now: Date): Promise<void> {
    this.#tidyAt = later(now, TIDIED_EVERY_MS);
    const oldest = nameOf(later(now, -KEPT_MS));
    const old = (await readdir(this.#folder)).filter((file) => OURS.test(file) && file < oldest);
    // Another process may be cleaning up as well.
    for (const file of old) await rm(join(this.#folder, file), { force: true });
  }
}

/** File names sort by time. */
const nameOf = (time: Date) => time.toISOString().replace(/[:.]/g, '-');
const OURS = /^\d{4}-\d\d-\d\dT[\w-]+\.eml(\.part)?$/;

/** A line break would start another header. */
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
