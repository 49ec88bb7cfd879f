import { type ErrorCode, type FieldError, FieldErrorSchema } from '@lading/contract/errors.ts';
import { ADMIN, GENERAL } from '@lading/contract/messages.ts';
import * as z from 'zod/mini';
import { parseJson } from './parse-json.ts';

/** A failed call. The user sees the message. Status 0 means that no response arrived. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | null;
  readonly fields: FieldError[];
  readonly requestId: string | null;
  /** False if the server gave no reason and the message contains only the status. */
  readonly explained: boolean;
  /** The whole body, for errors with further fields. */
  readonly body: unknown;

  constructor(
    init: {
      status: number;
      message: string;
      code?: string | null;
      fields?: FieldError[];
      requestId?: string | null;
      explained?: boolean;
      body?: unknown;
    },
    options?: ErrorOptions,
  ) {
    super(init.message, options);
    this.name = 'ApiError';
    this.status = init.status;
    this.code = init.code ?? null;
    this.fields = init.fields ?? [];
    this.requestId = init.requestId ?? null;
    this.explained = init.explained ?? true;
    this.body = init.body;
  }
}

/** An earlier request with the same key, whose answer did not arrive, had other contents. It may have succeeded. */
export const isKeyReused = (error: unknown): boolean =>
  error instanceof ApiError && error.code === ('KEY_REUSED' satisfies ErrorCode);

/** Tolerant, because the response may come from a proxy. */
const LooseErrorBodySchema = z.object({
  message: z.catch(z.optional(z.string()), undefined),
  error: z.catch(z.optional(z.string()), undefined),
  requestId: z.catch(z.optional(z.string()), undefined),
  fields: z.catch(z.optional(z.array(FieldErrorSchema)), undefined),
});

const SELF_EXPLAINED: readonly string[] = [
  'READ_ONLY',
  'PERMISSION_DENIED',
  'PROOF_REQUIRED',
  'SECOND_FACTOR_SETUP_REQUIRED',
] satisfies ErrorCode[];

function explanation(response: Response, body: z.infer<typeof LooseErrorBodySchema>, area: string) {
  // The server's own sentence says more: that nothing changed, or which role is needed.
  if (SELF_EXPLAINED.includes(body.error ?? '') && body.message) return body.message;
  if (response.status >= 500) return area === 'admin' ? ADMIN.serverError : GENERAL.serverError;
  if (response.status === 403 && area === 'admin') return ADMIN.accessDenied;
  return body.message || body.error || null;
}

export function errorFromResponse(response: Response, text: string, area: string) {
  const content = parseJson(text);
  const parsed = LooseErrorBodySchema.safeParse(content);
  const body = parsed.success ? parsed.data : {};
  const reason = explanation(response, body, area);
  return new ApiError({
    status: response.status,
    message: reason ?? GENERAL.httpFallback(response.status, response.statusText),
    explained: reason !== null,
    code: body.error ?? null,
    fields: body.fields ?? [],
    requestId: body.requestId ?? response.headers.get('x-request-id'),
    body: content,
  });
}

/** The server's reason, or the screen's own default. */
export const messageOf = (error: unknown, fallback: string) =>
  error instanceof ApiError && error.explained ? error.message : fallback;

/** The most specific message available, or the status if there is none. */
export const reasonOf = (error: unknown) => (error instanceof ApiError ? error.message : GENERAL.serverError);

/** The sign-in page announces a lost session, so callers do not report it. */
export const isSessionLoss = (error: unknown): boolean => error instanceof ApiError && error.status === 401;
