import * as z from 'zod/mini';
import { DISPUTE_DAYS } from './adjustments.ts';
import { MAX_API_KEYS } from './api-keys.ts';
import { ADMIN, BULK, GENERAL, HISTORY } from './messages.ts';
import { FACTOR_METHODS, MAX_PASSKEYS, PasskeyRequestSchema } from './second-factor.ts';

/**
 * Every error code with its HTTP status and default message. Programs compare the code, users read the
 * message.
 */
export const ERRORS = {
  VALIDATION_FAILED: { status: 400, message: 'Please check the highlighted fields.' },
  BAD_REQUEST: { status: 400, message: 'The request is not valid.' },
  RESET_LINK_INVALID: {
    status: 400,
    message: 'This reset link is no longer valid. Please request a new one.',
  },
  INVITATION_INVALID: {
    status: 400,
    message: 'This invitation is no longer valid. Please ask for a new one.',
  },
  PASSWORD_WEAK: {
    status: 400,
    message: 'This password is easy to guess. Please choose another one.',
  },
  EMAIL_LINK_INVALID: {
    status: 400,
    message: 'This link is no longer valid. Please request a new one.',
  },
  SIGNATURE_INVALID: { status: 401, message: 'The signature is not valid.' },
  NOT_AUTHENTICATED: { status: 401, message: GENERAL.sessionExpired },
  API_KEY_INVALID: { status: 401, message: 'This API key is not valid. It may have been deleted.' },
  LOGIN_REFUSED: { status: 401, message: 'The email or password is incorrect.' },
  ADMIN_REQUIRED: { status: 403, message: ADMIN.accessDenied },
  PERMISSION_DENIED: { status: 403, message: 'Your role doesn’t allow this.' },
  API_KEY_NOT_ALLOWED: {
    status: 403,
    message: 'This API key does not allow this call. Please use another key, or sign in.',
  },
  PASSWORD_INCORRECT: { status: 403, message: 'The password is incorrect.' },
  SECOND_FACTOR_REQUIRED: {
    status: 401,
    message: 'Please confirm this sign-in with your second factor.',
  },
  SIGN_IN_EXPIRED: { status: 401, message: 'This sign-in has expired. Please enter your password again.' },
  CODE_INCORRECT: {
    status: 403,
    message: 'That code is incorrect or was already used. Please enter the current one.',
  },
  RECOVERY_CODE_INCORRECT: {
    status: 403,
    message: 'That recovery code is incorrect or was already used.',
  },
  PASSKEY_REFUSED: { status: 403, message: 'This passkey was not accepted. Please try again.' },
  SECOND_FACTOR_SETUP_REQUIRED: {
    status: 403,
    message: 'Your account needs a second factor. Please set one up first.',
  },
  PROOF_REQUIRED: { status: 403, message: 'Please confirm it’s you to continue.' },
  EMAIL_NOT_VERIFIED: {
    status: 403,
    message: 'Please verify your email address before you pay. We sent you a link.',
  },
  ACCOUNT_SUSPENDED: {
    status: 403,
    message: 'Your account is suspended. Please contact support.',
  },
  ACCOUNT_INACTIVE: {
    status: 403,
    message: 'Your account is inactive. Please contact support to reactivate it.',
  },
  PAYMENT_REQUIRED: {
    status: 402,
    message: 'This label has not been paid for. Please pay first.',
  },
  NOT_FOUND: { status: 404, message: 'Not found.' },
  RATE_NOT_FOUND: {
    status: 404,
    message: 'We couldn’t find this rate. It may have expired. Please get new rates.',
  },
  PAYMENT_NOT_FOUND: { status: 404, message: 'We couldn’t find this payment.' },
  SHIPMENT_NOT_FOUND: { status: 404, message: 'We couldn’t find this shipment.' },
  BATCH_NOT_FOUND: { status: 404, message: 'We couldn’t find this upload.' },
  ORDER_NOT_FOUND: { status: 404, message: 'We couldn’t find this order.' },
  PRICE_DRAFT_NOT_FOUND: { status: 404, message: 'There is no draft. It was published or discarded.' },
  PRICE_VERSION_NOT_FOUND: { status: 404, message: 'We couldn’t find this version.' },
  CLIENT_GROUP_NOT_FOUND: { status: 404, message: 'We couldn’t find this client group.' },
  BILLING_DOCUMENT_NOT_FOUND: { status: 404, message: 'We couldn’t find this document.' },
  CLIENT_NOT_FOUND: { status: 404, message: 'We couldn’t find this client.' },
  API_KEY_NOT_FOUND: { status: 404, message: 'This API key was already deleted.' },
  FACTOR_NOT_FOUND: { status: 404, message: 'We couldn’t find this second factor.' },
  SESSION_NOT_FOUND: { status: 404, message: 'This session has already ended.' },
  INCIDENT_NOT_FOUND: { status: 404, message: 'This incident is already closed.' },
  STAFF_NOT_FOUND: { status: 404, message: 'We couldn’t find this staff member.' },
  INVITATION_NOT_FOUND: { status: 404, message: 'This invitation was already accepted or revoked.' },
  LABEL_NOT_FOUND: { status: 404, message: HISTORY.noLabel },
  DOCUMENTS_NOT_FOUND: { status: 404, message: 'This shipment has no customs documents.' },
  ORDER_RULE_NOT_FOUND: { status: 404, message: 'We couldn’t find this rule.' },
  PACKAGE_NOT_FOUND: { status: 404, message: 'We couldn’t find this package.' },
  ORDER_SOURCE_NOT_FOUND: { status: 404, message: 'We couldn’t find this store.' },
  REQUEST_TIMEOUT: { status: 408, message: 'The request timed out. Please try again.' },
  EMAIL_TAKEN: { status: 409, message: 'An account with this email already exists' },
  ACCOUNT_NOT_ACTIVE: {
    status: 409,
    message:
      'You can’t change the email address of an account that isn’t active, because it can’t receive confirmation links. Please activate the account first.',
  },
  OWN_ACCOUNT: {
    status: 409,
    message: 'You can’t change or remove your own account here. Please ask another owner.',
  },
  STAFF_ACCOUNT: {
    status: 409,
    message: 'Staff accounts can’t be deleted here. Please ask an owner to remove your account.',
  },
  LAST_OWNER: {
    status: 409,
    message: 'This is the only active owner. Please make someone else an owner first.',
  },
  ALREADY_STAFF: { status: 409, message: 'This person is already on your staff.' },
  ALREADY_INVITED: {
    status: 409,
    message: 'This address already has an invitation. Please resend it or revoke it first.',
  },
  CLIENT_ADDRESS: {
    status: 409,
    message:
      'A client account uses this email address. Please use another address: staff and client accounts are separate.',
  },
  ORDER_BUSY: {
    status: 409,
    message:
      'Nothing is left to ship. Items that are in an upload or already have a label can’t be changed here.',
  },
  ORDER_CHANGED: {
    status: 409,
    message:
      'The order has changed since you opened it. Nothing was dismissed. Please check what has changed.',
  },
  ORDER_TAKEN: {
    status: 409,
    message: 'An order in these rows has been shipped or changed since. Please check it under Orders.',
  },
  ORDER_RULES_CHANGED: {
    status: 409,
    message:
      'The rules were changed in another window. Your change was not saved. Please reload and try again.',
  },
  PACKAGES_CHANGED: {
    status: 409,
    message:
      'The packages were changed in another window. Your change was not saved. Please reload and try again.',
  },
  PACKAGE_USED: { status: 409, message: 'Rules use this package. Please change the rules first.' },
  ORDERS_DIFFER: {
    status: 409,
    message: 'Only orders for the same person at the same address can be combined.',
  },
  SENDER_MISSING: {
    status: 409,
    message: 'Please enter your name, phone number and address in your profile first. Labels need a sender.',
  },
  RATE_USED: {
    status: 409,
    message: 'A label was already bought with this rate. You’ll find it in Shipping History.',
  },
  RATE_EXPIRED: { status: 409, message: 'This rate has expired. Please get new rates.' },
  RATE_DIFFERS: {
    status: 409,
    message: 'The shipment details have changed since this rate was quoted. Please get new rates.',
  },
  AMOUNT_DIFFERS: {
    status: 409,
    message: 'The amount does not match the price. Please check it and try again.',
  },
  BALANCE_TOO_LOW: { status: 409, message: 'Your balance is too low. Please add funds or pay by card.' },
  BALANCE_OVERDRAWN: {
    status: 402,
    message: 'You owe more than your credit limit. Please add funds to buy labels.',
  },
  BALANCE_OVERDUE: {
    status: 402,
    message: 'Part of what you owe is overdue. Please add funds to buy labels.',
  },
  ADJUSTMENT_NOT_FOUND: { status: 404, message: 'We couldn’t find this adjustment.' },
  CARRIER_INVOICE_NOT_FOUND: { status: 404, message: 'We couldn’t find this invoice.' },
  EVIDENCE_NOT_FOUND: { status: 404, message: 'We couldn’t find this file.' },
  ADJUSTMENT_NOT_DISPUTABLE: { status: 409, message: 'This adjustment can’t be disputed.' },
  DISPUTE_TOO_LATE: { status: 409, message: `Adjustments can only be disputed within ${DISPUTE_DAYS} days.` },
  DISPUTE_CLOSED: { status: 409, message: 'This dispute is no longer open.' },
  DISPUTE_NOT_FOUND: { status: 404, message: 'This adjustment has not been disputed.' },
  CARD_NOT_FOUND: { status: 404, message: 'We couldn’t find this card.' },
  CARD_UNUSABLE: { status: 409, message: 'This card can’t be charged. Please use another card.' },
  PAYOUT_TOO_LARGE: { status: 409, message: 'The amount exceeds what can be paid out to your cards.' },
  NOTHING_TO_PAY_OUT: { status: 409, message: 'There is nothing to pay out to your cards.' },
  DATE_PASSED: { status: 409, message: 'The shipping date has passed. Please choose another date.' },
  BATCH_BUSY: {
    status: 409,
    message: 'Labels are being created for this upload. Please wait until they are finished.',
  },
  ROW_PAID: { status: 409, message: 'This shipment has been paid for and can no longer be changed.' },
  REFUND_TOO_LARGE: { status: 409, message: 'The amount exceeds what is left to refund for this shipment.' },
  VOID_REFUSED: { status: 409, message: 'The carrier refused to void this label.' },
  REFUND_REFUSED: { status: 409, message: 'The payment provider declined this refund.' },
  MONEY_MOVING: {
    status: 409,
    message: 'This client still has transactions in progress. Please try again once they are complete.',
  },
  INCIDENT_CLEARS_ITSELF: {
    status: 409,
    message: 'This incident closes automatically once the problem is resolved.',
  },
  DOCUMENTS_NOT_MERGED: {
    status: 409,
    message:
      'These files cannot be combined into one PDF. Please download the label and the documents separately.',
  },
  DOCUMENTS_DAMAGED: {
    status: 500,
    message: 'A customs document is damaged. We have been notified; please contact support for a new one.',
  },
  LABEL_DAMAGED: {
    status: 500,
    message: 'This label file is damaged. We have been notified; please contact support for a new label.',
  },
  PRICE_DRAFT_CHANGED: {
    status: 409,
    message: 'Someone else changed the draft. Your change was not saved. Please reload and try again.',
  },
  CLIENT_GROUP_EXISTS: { status: 409, message: 'Another group has this name.' },
  CLIENT_GROUP_CHANGED: {
    status: 409,
    message: 'Someone else changed this group. Your change was not saved. Please reload and try again.',
  },
  CLIENT_GROUP_USED: {
    status: 409,
    message: 'Price rules use this group. Please remove it from the rules first.',
  },
  LIMIT_REACHED: { status: 409, message: 'You have reached the limit. Please delete something first.' },
  ORDER_SOURCE_EXISTS: { status: 409, message: 'This store is already connected.' },
  ORDER_SOURCE_DIFFERS: {
    status: 409,
    message: 'These credentials belong to another store. Please connect it as a new store.',
  },
  SET_UP_EXPIRED: { status: 409, message: 'This setup has expired. Please start again.' },
  NO_SECOND_FACTOR: { status: 409, message: 'Please set up a second factor first.' },
  LAST_SECOND_FACTOR: {
    status: 409,
    message: 'Your account needs a second factor. Please add another one before you remove this one.',
  },
  TOO_MANY_API_KEYS: {
    status: 409,
    message: `Your account already has ${MAX_API_KEYS} API keys. Please delete one first.`,
  },
  API_KEYS_FOR_CLIENTS: { status: 409, message: 'Only client accounts can have API keys.' },
  TOO_MANY_PASSKEYS: {
    status: 409,
    message: `Your account already has ${MAX_PASSKEYS} passkeys. Please remove one first.`,
  },
  PASSKEYS_UNAVAILABLE: {
    status: 409,
    message:
      'Passkeys need an HTTPS address with a domain name. This server has none, so please use an authenticator app.',
  },
  NOTHING_READY: { status: 409, message: BULK.noneReady },
  MAIL_NOT_SET_UP: {
    status: 409,
    message: 'Email is not configured on this server, so labels cannot be sent by email.',
  },
  BODY_TOO_LARGE: { status: 413, message: 'The request is too large.' },
  URL_TOO_LONG: { status: 414, message: 'The request URL is too long.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'Please send JSON.' },
  NO_RATES: { status: 422, message: 'No rates found' },
  KEY_REUSED: { status: 422, message: 'This idempotency key has already been used for a different request.' },
  MAIL_REFUSED: {
    status: 422,
    message: 'The mail server rejected this email address. Please check it.',
  },
  /** The status that eBay asks for. */
  NOTICE_REFUSED: { status: 412, message: 'The signature of the notice is not valid.' },
  ORDER_SOURCE_REFUSED: { status: 422, message: 'The store refused the connection.' },
  HEADERS_TOO_LARGE: { status: 431, message: 'The request headers are too large.' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  TOO_MANY_ATTEMPTS: {
    status: 429,
    message: 'Too many failed attempts. Please wait 15 minutes, or reset your password.',
  },
  EXPORT_RUNNING: {
    status: 429,
    message: 'You already have an export in progress. Please wait until it finishes.',
  },
  PAYMENT_UNREACHABLE: {
    status: 502,
    message: 'The payment provider is not responding. Please try again in a moment.',
  },
  CARRIER_UNREACHABLE: {
    status: 502,
    message: 'The carrier is not responding. Please try again in a moment.',
  },
  LABEL_STORAGE_UNREACHABLE: {
    status: 502,
    message: 'This label is temporarily unavailable. Please try again in a moment.',
  },
  PLACES_UNREACHABLE: {
    status: 502,
    message: 'Address suggestions are unavailable. Please type the address.',
  },
  ORDER_SOURCE_UNREACHABLE: {
    status: 502,
    message: 'The store is not responding. Please try again in a few minutes.',
  },
  MAIL_UNREACHABLE: {
    status: 502,
    message: 'We couldn’t send the email. Please try again, or download the label.',
  },
  INTERNAL: { status: 500, message: GENERAL.serverError },
  OVERLOADED: { status: 503, message: 'The server is busy. Please try again in a moment.' },
  NOT_READY: { status: 503, message: GENERAL.serverError },
  READ_ONLY: {
    status: 503,
    message: 'Lading is temporarily read-only. Nothing was changed. Please try again in a minute.',
  },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

export const FieldErrorSchema = z.object({ path: z.string(), message: z.string() });
export type FieldError = z.infer<typeof FieldErrorSchema>;

/** Body of every error response. */
export const ErrorBodySchema = z.object({
  error: z.string(),
  message: z.string(),
  requestId: z.string(),
  fields: z.optional(z.array(FieldErrorSchema)),
  /** Only with SECOND_FACTOR_REQUIRED, for the second step of the sign-in. */
  challenge: z.optional(z.string()),
  methods: z.optional(z.array(z.enum(FACTOR_METHODS))),
  passkeyRequest: z.optional(z.nullable(PasskeyRequestSchema)),
});
export type ErrorBody = z.infer<typeof ErrorBodySchema>;
