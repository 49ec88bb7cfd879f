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

/** A file that goes along with a mail. */
export interface AttachedFile {
  name: string;
  contentType: string;
  content: Uint8Array;
}

/** For a person who waits to hear what became of it: `refused` is for good, and an exception means that it may work another time. */
export interface FileMailer {
  sendFile(mail: Mail, file: AttachedFile): Promise<'taken' | 'refused'>;
}
