import { EmailSchema } from '@lading/contract/identity.ts';
import { createTransport } from 'nodemailer';
import type { Clock } from '../../../platform/clock.ts';
import { newId } from '../../../platform/ids.ts';
import type { Log } from '../../../platform/log.ts';
import type { CallObserver } from '../../../platform/outgoing/call-observer.ts';
import { CircuitBreaker } from '../../../platform/outgoing/circuit-breaker.ts';
import type { AttachedFile, FileMailer, Mail, Mailer } from '../port.ts';
import { readSmtpAddress } from './smtp-address.ts';
import { isFinal, isOfOneMail, refusesAccount, type SmtpRefusal } from './smtp-refusal.ts';

interface SmtpTimings {
  connectMs: number;
  /** How long the server may stay silent. */
  silenceMs: number;
}

interface SmtpMailerDeps {
  url: string;
  /** `labels@shop.example` or `Labels <labels@shop.example>`. */
  from: string;
  clock: Clock;
  log: Log;
  observer?: CallObserver;
  timings?: SmtpTimings;
}

const TIMINGS: SmtpTimings = { connectMs: 10_000, silenceMs: 20_000 };
const CONNECTIONS = 2;
/** Emails queue behind one that waits for a silent server, so two timeouts are enough to pause the others. */
const BREAKER_LIMITS = { windowSize: 4, minCalls: 2, failureRate: 0.5, cooldownMs: 30_000 };

/** Sends emails over a few pooled SMTP connections. */
export class SmtpMailer implements Mailer, FileMailer {
  readonly #pool: ReturnType<typeof openPool>;
  readonly #from: string;
  readonly #log: Log;
  readonly #breaker: CircuitBreaker;

  constructor({ url, from, clock, log, observer, timings = TIMINGS }: SmtpMailerDeps) {
    this.#pool = openPool(url, timings);
    this.#from = from;
    this.#log = log;
    this.#breaker = new CircuitBreaker('the mail server', clock, { limits: BREAKER_LIMITS, observer });
  }

  async send(mail: Mail): Promise<void> {
    await this.#send(mail, []);
  }

  sendFile(mail: Mail, file: AttachedFile): Promise<'accepted' | 'refused'> {
    return this.#send(mail, [file]);
  }

  async close(): Promise<void> {
    this.#pool.close();
  }

  async #send(
    { to, subject, text, id = newId() }: Mail,
    files: AttachedFile[],
  ): Promise<'accepted' | 'refused'> {
    if (!isAddress(to)) {
      this.#log.error(
        { event: 'mail.invalid_recipient', mail: id },
        'Email not sent: the recipient address is invalid',
      );
      return 'refused';
    }
    const refusal = await this.#breaker.run(
      () => this.#deliver({ to, subject, text, id }, files),
      () => false,
    );
    if (refusal === null) return 'accepted';
    const { responseCode: code, command } = refusal;
    if (!isFinal(refusal)) throw new Error(`The mail server deferred an email (${command} ${code})`);
    this.#log.error({ event: 'mail.rejected', mail: id, code, command }, 'Email rejected permanently');
    return 'refused';
  }

  /** Null when accepted. An exception means a problem with the server or with our account. */
  async #deliver(
    { to, subject, text, id }: Mail & { id: string },
    files: AttachedFile[],
  ): Promise<SmtpRefusal | null> {
    const from = addressIn(this.#from);
    try {
      await this.#pool.sendMail({
        from: this.#from,
        // An object, because in text a comma would add a second recipient.
        to: { name: '', address: to },
        envelope: { from, to },
        messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
        subject,
        text,
        attachments: files.map(({ name, contentType, content }) => ({
          filename: name,
          contentType,
          content: Buffer.from(content),
        })),
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      return null;
    } catch (error) {
      const refusal = error as SmtpRefusal;
      if (!isOfOneMail(refusal)) throw error;
      if (!refusesAccount(refusal)) return refusal;
      throw new Error(`The mail server refuses our account (${refusal.command} ${refusal.responseCode})`);
    }
  }
}

function openPool(url: string, { connectMs, silenceMs }: SmtpTimings) {
  return createTransport({
    ...readSmtpAddress(url),
    pool: true,
    maxConnections: CONNECTIONS,
    // The server may have accepted an email whose connection broke; the caller decides whether to send it
    // again.
    maxRequeues: 0,
    dnsTimeout: connectMs,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

const isAddress = (text: string) => EmailSchema.safeParse(text).success && !/\p{C}/u.test(text);

const addressIn = (from: string): string => /<([^<>]+)>$/.exec(from)?.[1] ?? from;
