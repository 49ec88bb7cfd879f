import * as z from 'zod/mini';
import { ADMIN, BULK, GENERAL, HISTORY } from './messages.ts';

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
  NOT_AUTHENTICATED: { status: 401, message: GENERAL.sessionExpired },
  LOGIN_REFUSED: { status: 401, message: 'The email or password is incorrect.' },
  ADMIN_REQUIRED: { status: 403, message: ADMIN.accessDenied },
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
    message: "We couldn't find this rate. It may have expired. Please get new rates.",
  },
  PAYMENT_NOT_FOUND: { status: 404, message: "We couldn't find this payment." },
  SHIPMENT_NOT_FOUND: { status: 404, message: "We couldn't find this shipment." },
  BATCH_NOT_FOUND: { status: 404, message: "We couldn't find this upload." },
  CLIENT_NOT_FOUND: { status: 404, message: "We couldn't find this client." },
  INCIDENT_NOT_FOUND: { status: 404, message: 'This incident is already closed.' },
  LABEL_NOT_FOUND: { status: 404, message: HISTORY.noLabel },
  REQUEST_TIMEOUT: { status: 408, message: 'The request took too long to arrive. Please try again.' },
  EMAIL_TAKEN: { status: 409, message: 'An account with this email already exists' },
  RATE_USED: { status: 409, message: 'A label has already been purchased with this rate.' },
  RATE_EXPIRED: { status: 409, message: 'This rate has expired. Please get new rates.' },
  RATE_DIFFERS: {
    status: 409,
    message: 'The shipment details have changed since this rate was quoted. Please get new rates.',
  },
  AMOUNT_DIFFERS: {
    status: 409,
    message: 'The amount does not match the price. Please check it and try again.',
  },
  DATE_PASSED: { status: 409, message: 'The shipping date has passed. Please choose another date.' },
  BATCH_BUSY: {
    status: 409,
    message: 'Labels are being created for this upload. Please wait until they are finished.',
  },
  ROW_PAID: { status: 409, message: 'This shipment has been paid for and can no longer be changed.' },
  REFUND_TOO_LARGE: { status: 409, message: 'The amount exceeds what is left to refund for this shipment.' },
  REFUND_REFUSED: { status: 409, message: 'The payment provider declined this refund.' },
  MONEY_MOVING: {
    status: 409,
    message: 'This client still has transactions in progress. Please try again once they are complete.',
  },
  INCIDENT_CLEARS_ITSELF: {
    status: 409,
    message: 'This incident closes automatically once the problem is resolved.',
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
  HEADERS_TOO_LARGE: { status: 431, message: 'The request headers are too large.' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  TOO_MANY_ATTEMPTS: {
    status: 429,
    message: 'Too many failed attempts. Please wait a few minutes, or reset your password.',
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
  MAIL_UNREACHABLE: {
    status: 502,
    message: "We couldn't send the email. Please try again, or download the label.",
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
});
export type ErrorBody = z.infer<typeof ErrorBodySchema>;
