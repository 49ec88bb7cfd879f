import * as z from 'zod/mini';
import { ADMIN, BULK, GENERAL, HISTORY } from './messages.ts';

/**
 * The only table of error code, HTTP status and default sentence. The code is for programs, the sentence for people.
 */
export const ERRORS = {
  VALIDATION_FAILED: { status: 400, message: 'Please check the highlighted fields.' },
  BAD_REQUEST: { status: 400, message: 'The request could not be understood.' },
  RESET_LINK_INVALID: {
    status: 400,
    message: 'This reset link is not valid any more. Please ask for a new one.',
  },
  NOT_AUTHENTICATED: { status: 401, message: GENERAL.sessionExpired },
  LOGIN_REFUSED: { status: 401, message: 'The email or password is not correct.' },
  ADMIN_REQUIRED: { status: 403, message: ADMIN.accessDenied },
  ACCOUNT_SUSPENDED: {
    status: 403,
    message: 'Your account is suspended. Please contact support to have it reviewed.',
  },
  ACCOUNT_INACTIVE: {
    status: 403,
    message: 'Your account is inactive. Please contact support to reopen it.',
  },
  PAYMENT_REQUIRED: {
    status: 402,
    message: 'No payment covers this label. Please pay first.',
  },
  NOT_FOUND: { status: 404, message: 'Not found.' },
  RATE_NOT_FOUND: { status: 404, message: 'This rate is not known. Please get new rates.' },
  PAYMENT_NOT_FOUND: { status: 404, message: 'This payment is not known.' },
  SHIPMENT_NOT_FOUND: { status: 404, message: 'This shipment is not known.' },
  BATCH_NOT_FOUND: { status: 404, message: 'This upload is not known.' },
  CLIENT_NOT_FOUND: { status: 404, message: 'This client is not known.' },
  INCIDENT_NOT_FOUND: { status: 404, message: 'This incident is not open any more.' },
  LABEL_NOT_FOUND: { status: 404, message: HISTORY.noLabel },
  REQUEST_TIMEOUT: { status: 408, message: 'The request took too long to arrive. Please try again.' },
  EMAIL_TAKEN: { status: 409, message: 'An account with this email already exists' },
  RATE_USED: { status: 409, message: 'A label was already bought at this rate.' },
  RATE_EXPIRED: { status: 409, message: 'This rate has expired. Please get new rates.' },
  RATE_DIFFERS: {
    status: 409,
    message: 'The shipment is not the one that was priced. Please get new rates.',
  },
  AMOUNT_DIFFERS: { status: 409, message: 'The amount is not the price. Please check it and try again.' },
  DATE_PASSED: { status: 409, message: 'The shipping date has passed. Please choose another date.' },
  BATCH_BUSY: {
    status: 409,
    message: 'Labels of this upload are being made. Please wait until they are done.',
  },
  ROW_PAID: { status: 409, message: 'This shipment is paid for and cannot be changed any more.' },
  REFUND_TOO_LARGE: { status: 409, message: 'This shipment has less left to refund.' },
  REFUND_REFUSED: { status: 409, message: 'The card provider refused this refund.' },
  MONEY_MOVING: {
    status: 409,
    message: 'Money of this client is still moving. Please try again when it has settled.',
  },
  INCIDENT_CLEARS_ITSELF: {
    status: 409,
    message: 'This incident clears itself as soon as it is mended.',
  },
  NOTHING_READY: { status: 409, message: BULK.noneReady },
  MAIL_NOT_SET_UP: {
    status: 409,
    message: 'No mail server is set up here, so labels cannot be sent by email.',
  },
  BODY_TOO_LARGE: { status: 413, message: 'The request is too large.' },
  URL_TOO_LONG: { status: 414, message: 'The address of the request is too long.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'Please send JSON.' },
  NO_RATES: { status: 422, message: 'No rates found' },
  KEY_REUSED: { status: 422, message: 'This idempotency key was used for another request.' },
  MAIL_REFUSED: {
    status: 422,
    message: 'The mail server does not take mail for this address. Please check it.',
  },
  HEADERS_TOO_LARGE: { status: 431, message: 'The headers of the request are too large.' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  TOO_MANY_ATTEMPTS: {
    status: 429,
    message: 'Too many failed attempts. Please wait a few minutes, or reset your password.',
  },
  EXPORT_RUNNING: {
    status: 429,
    message: 'An export of yours is still running. Please wait until it is done.',
  },
  PAYMENT_UNREACHABLE: {
    status: 502,
    message: 'The card provider does not answer. Please try again in a moment.',
  },
  CARRIER_UNREACHABLE: {
    status: 502,
    message: 'The carrier does not answer. Please try again in a moment.',
  },
  LABEL_STORAGE_UNREACHABLE: {
    status: 502,
    message: 'This label cannot be fetched at the moment. Please try again in a moment.',
  },
  PLACES_UNREACHABLE: {
    status: 502,
    message: 'The places service does not answer. Please type the address.',
  },
  MAIL_UNREACHABLE: {
    status: 502,
    message: 'The email could not be sent at the moment. Please try again, or download the label.',
  },
  INTERNAL: { status: 500, message: GENERAL.serverError },
  OVERLOADED: { status: 503, message: 'The server is busy. Please try again in a moment.' },
  NOT_READY: { status: 503, message: GENERAL.serverError },
  READ_ONLY: {
    status: 503,
    message: 'Lading can only be read at the moment. Nothing was changed; please try again in a minute.',
  },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

export const FieldErrorSchema = z.object({ path: z.string(), message: z.string() });
export type FieldError = z.infer<typeof FieldErrorSchema>;

/** Body of every answer that is not a success. */
export const ErrorBodySchema = z.object({
  error: z.string(),
  message: z.string(),
  requestId: z.string(),
  fields: z.optional(z.array(FieldErrorSchema)),
});
export type ErrorBody = z.infer<typeof ErrorBodySchema>;
