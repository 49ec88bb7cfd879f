/** Code 4xx is temporary, 5xx is permanent. The response does not belong in a log, because it repeats the address. */
export interface SmtpRefusal {
  command: string;
  responseCode: number;
  response?: string;
}

/** Commands of a single email. Rejecting another one concerns our account. */
const OF_ONE_MAIL = new Set(['RCPT TO', 'DATA']);

export const isOfOneMail = ({ command, responseCode }: SmtpRefusal) =>
  OF_ONE_MAIL.has(command) && responseCode >= 400;

export const isFinal = ({ responseCode }: SmtpRefusal) => responseCode >= 500;

/** 530 and 535 ask for a login. */
const LOGIN_CODES = new Set([530, 535]);
/** Gmail's code for a used-up quota. Other codes of this group are about the recipient's network. */
const QUOTA = '5.4.5';
/** Status codes about the recipient's address or mailbox. */
const RECIPIENT = /^5\.(?:1\.(?:[1-6]|10)|2\.[1-9])$/;
const ACCOUNT_TEXT =
  /\b(?:sending|daily|hourly|submission)\W*(?:\w+\W+){0,2}(?:quota|limit)|\brelay(?:ing)? (?:access )?denied|\b(?:unable|not permitted|not allowed) to relay|\brelaying\b/i;

/** Some servers accept our account and then refuse every email of it. */
export function refusesAccount(refusal: SmtpRefusal): boolean {
  if (!isFinal(refusal)) return false;
  const { responseCode, response = '' } = refusal;
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] ?? '';
  if (LOGIN_CODES.has(responseCode) || status === QUOTA) return true;
  // The server may repeat the address, and the recipient chose that.
  const text = response.replace(/\S*@\S*/g, '');
  return !RECIPIENT.test(status) && ACCOUNT_TEXT.test(text);
}
