export interface Mail {
  to: string;
  subject: string;
  /** Plain text. */
  text: string;
  /** Where one mail may be sent a second time after an accident: its name, by which mail programs see that it is the same. */
  id?: string;
}

/**
 * Hands a mail over for delivery; throws when that failed, and the job that called tries again. A mail that will never be taken ends
 * in the log, because trying again is of no use.
 */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}
