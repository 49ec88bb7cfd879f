import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, hours, later } from '../../../platform/clock.ts';
import { newId } from '../../../platform/ids.ts';
import type { Log } from '../../../platform/log.ts';
import type { Mail, Mailer } from '../port.ts';

const TIDIED_EVERY_MS = hours(1);

/**
 * Without a mail server, emails become files in the outbox, and the log names them. Old files are removed.
 */
export class OutboxMailer implements Mailer {
  readonly #folder: string;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #keptMs: number | null;
  #tidyAt = new Date(0);

  /** Without `keptMs`, files are kept. */
  constructor(folder: string, clock: Clock, log: Log, keptMs: number | null) {
    this.#folder = folder;
    this.#clock = clock;
    this.#log = log;
    this.#keptMs = keptMs;
  }

  async send(mail: Mail): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const now = this.#clock.now();
    if (mail.id !== undefined && (await this.#has(mail.id))) return;
    const file = join(this.#folder, `${nameOf(now)}-${mail.id ?? newId().slice(0, 8)}.eml`);
    await writeFile(`${file}.part`, render(mail, now), { mode: 0o600 });
    await rename(`${file}.part`, file);
    this.#log.warn(
      { event: 'mail.saved_to_outbox', file },
      `No mail server configured; saved the email "${mail.subject}" to ${file}`,
    );
    if (now >= this.#tidyAt) await this.#tidy(now);
  }

  async forget(account: { id: string; email: string }): Promise<void> {
    const email = account.email.toLowerCase();
    const files = await readdir(this.#folder).catch(() => []);
    for (const file of files.filter((name) => OURS.test(name))) {
      const path = join(this.#folder, file);
      const mail = await readFile(path, 'utf8').catch(() => '');
      if (headerOf(mail, 'To')?.toLowerCase() === email || headerOf(mail, ACCOUNT) === account.id)
        await rm(path, { force: true });
    }
  }

  /** An email with this ID was saved before a crash, and is being sent again. */
  async #has(id: string): Promise<boolean> {
    return (await readdir(this.#folder)).some((file) => file.endsWith(`-${id}.eml`));
  }

  async #tidy(now: Date): Promise<void> {
    this.#tidyAt = later(now, TIDIED_EVERY_MS);
    if (this.#keptMs === null) return;
    const oldest = nameOf(later(now, -this.#keptMs));
    const old = (await readdir(this.#folder)).filter((file) => OURS.test(file) && file < oldest);
    // Another process may be cleaning up as well.
    for (const file of old) await rm(join(this.#folder, file), { force: true });
  }
}

/** File names sort by time. */
const nameOf = (time: Date) => time.toISOString().replace(/[:.]/g, '-');
const OURS = /^\d{4}-\d\d-\d\dT[\w-]+\.eml(\.part)?$/;

const ACCOUNT = 'X-Lading-Account';

function headerOf(mail: string, name: string): string | undefined {
  const [headers = ''] = mail.split('\r\n\r\n', 1);
  const line = headers.split('\r\n').find((text) => text.startsWith(`${name}: `));
  return line?.slice(name.length + 2);
}

/** A line break would start another header. */
const headerText = (text: string) => text.replace(/[\r\n]+/g, ' ');

function render(mail: Mail, now: Date): string {
  const headers = [
    `Date: ${now.toUTCString()}`,
    `To: ${headerText(mail.to)}`,
    `Subject: ${headerText(mail.subject)}`,
    ...(mail.accountId === undefined ? [] : [`${ACCOUNT}: ${mail.accountId}`]),
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
  ];
  return `${headers.join('\r\n')}\r\n\r\n${mail.text.replace(/\r?\n/g, '\r\n')}\r\n`;
}
