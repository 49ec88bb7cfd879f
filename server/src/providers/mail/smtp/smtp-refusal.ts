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
/** Status codes about the network, such as Gmail's 5.4.5 for a used-up quota. In 5.4.1 and 5.4.4 it is the recipient's. */
const NETWORK = /^5\.4\.(?![14]$)/;
/** Status codes about the recipient's mailbox. */
const MAILBOX = /^5\.2\.[1-9]/;
const ACCOUNT_TEXT = /\b(?:sending|daily|hourly|submission)\W*(?:\w+\W+){0,2}(?:quota|limit)|\brelay/i;

/** Some servers accept our account and then refuse every email of it. */
export function refusesAccount(refusal: SmtpRefusal): boolean {
  if (!isFinal(refusal)) return false;
  const { responseCode, response = '' } = refusal;
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] ?? '';
  if (LOGIN_CODES.has(responseCode) || NETWORK.test(status)) return true;
  // The server may repeat the address, and the recipient chose that.
  const text = response.replace(/\S*@\S*/g, '');
  return !MAILBOX.test(status) && ACCOUNT_TEXT.test(text);
}
