export interface Mail {
  to: string;
  subject: string;
  text: string;
  /**
   * Set when a retry may send the email twice: the Message-ID, by which mail programs recognize duplicates.
   */
  id?: string;
  /** The account that the email is about, so that an erasure finds copies sent to a former address. */
  accountId?: string;
}

/**
 * Throws when delivery failed, and the caller retries. An email that will never be accepted is only
 * logged.
 */
export interface Mailer {
  send(mail: Mail): Promise<void>;
  /** Deletes the stored emails of an account. A mail server keeps none here. */
  forget?(account: { id: string; email: string }): Promise<void>;
}

export interface AttachedFile {
  name: string;
  contentType: string;
  content: Uint8Array;
}

/** `refused` is final. After an exception a retry may work. */
export interface FileMailer {
  sendFile(mail: Mail, file: AttachedFile): Promise<'accepted' | 'refused'>;
}
