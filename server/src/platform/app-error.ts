import { ERRORS, type ErrorCode, type FieldError } from '@lading/contract/errors.ts';

interface AppErrorOptions {
  /** For the person; the table's sentence when absent. */
  message?: string;
  fields?: FieldError[];
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** The one error class: a code of the contract, the sentence a person sees, and what the log needs. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: FieldError[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(options.message ?? ERRORS[code].message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = ERRORS[code].status;
    this.fields = options.fields;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** A problem of the installation that an operator can mend; the start prints its sentence without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
