import { ERRORS, type ErrorBody, type ErrorCode, type FieldError } from '@lading/contract/errors.ts';

interface AppErrorOptions {
  /** Shown to the user instead of the code's default message. */
  message?: string;
  fields?: FieldError[];
  retryAfterSeconds?: number;
  /** Further fields of the error body. */
  extra?: Omit<Partial<ErrorBody>, 'error' | 'message' | 'requestId' | 'fields'>;
  cause?: unknown;
}

/** An error for the user: a code of the contract, a message, and a cause for the log. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: FieldError[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly extra: AppErrorOptions['extra'];

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(options.message ?? ERRORS[code].message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = ERRORS[code].status;
    this.fields = options.fields;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.extra = options.extra;
  }
}

/** A problem that the operator can fix. Printed at startup without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
