export interface Mail {
  to: string;
  subject: string;
  /** Plain text. */
  text: string;
}

/** Hands a mail over for delivery; throws when that failed, and the job that called tries again. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}
