import { type FieldError, FieldErrorSchema } from '@lading/contract/errors.ts';
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

  constructor(
    init: {
      status: number;
      message: string;
      code?: string | null;
      fields?: FieldError[];
      requestId?: string | null;
      explained?: boolean;
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
  }
}

/** Tolerant, because the response may come from a proxy. */
const LooseErrorBodySchema = z.object({
  message: z.catch(z.optional(z.string()), undefined),
  error: z.catch(z.optional(z.string()), undefined),
  requestId: z.catch(z.optional(z.string()), undefined),
  fields: z.catch(z.optional(z.array(FieldErrorSchema)), undefined),
});

function explanation(response: Response, body: z.infer<typeof LooseErrorBodySchema>, area: string) {
  // Unlike other server errors, this one tells the user that nothing changed.
  if (body.error === 'READ_ONLY' && body.message) return body.message;
  if (response.status >= 500) return area === 'admin' ? ADMIN.serverError : GENERAL.serverError;
  if (response.status === 403 && area === 'admin') return ADMIN.accessDenied;
  return body.message || body.error || null;
}

export function errorFromResponse(response: Response, text: string, area: string) {
  const parsed = LooseErrorBodySchema.safeParse(parseJson(text));
  const body = parsed.success ? parsed.data : {};
  const reason = explanation(response, body, area);
  return new ApiError({
    status: response.status,
    message: reason ?? GENERAL.httpFallback(response.status, response.statusText),
    explained: reason !== null,
    code: body.error ?? null,
    fields: body.fields ?? [],
    requestId: body.requestId ?? response.headers.get('x-request-id'),
  });
}

/** The server's reason, or the screen's own default. */
export const messageOf = (error: unknown, fallback: string) =>
  error instanceof ApiError && error.explained ? error.message : fallback;

/** The most specific message available, or the status if there is none. */
export const reasonOf = (error: unknown) => (error instanceof ApiError ? error.message : GENERAL.serverError);

/** The sign-in page announces a lost session, so callers do not report it. */
export const isSessionLoss = (error: unknown): boolean => error instanceof ApiError && error.status === 401;
