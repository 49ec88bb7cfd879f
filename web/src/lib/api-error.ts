import { type FieldError, FieldErrorSchema } from '@lading/contract/errors.ts';
import { ADMIN, GENERAL } from '@lading/contract/messages.ts';
import * as z from 'zod/mini';
import { parseJson } from './parse-json.ts';

/** A failed call, with the sentence that a person is shown. Status 0: no answer arrived. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | null;
  readonly fields: FieldError[];
  readonly requestId: string | null;

  constructor(
    init: {
      status: number;
      message: string;
      code?: string | null;
      fields?: FieldError[];
      requestId?: string | null;
    },
    options?: ErrorOptions,
  ) {
    super(init.message, options);
    this.name = 'ApiError';
    this.status = init.status;
    this.code = init.code ?? null;
    this.fields = init.fields ?? [];
    this.requestId = init.requestId ?? null;
  }
}

/** Every part may be missing or of a wrong type: the answer may come from a proxy that is not ours. */
const LooseErrorBodySchema = z.object({
  message: z.catch(z.optional(z.string()), undefined),
  error: z.catch(z.optional(z.string()), undefined),
  requestId: z.catch(z.optional(z.string()), undefined),
  fields: z.catch(z.optional(z.array(FieldErrorSchema)), undefined),
});

function sentence(response: Response, body: z.infer<typeof LooseErrorBodySchema>, area: string) {
  if (response.status >= 500) return area === 'admin' ? ADMIN.serverError : GENERAL.serverError;
  if (response.status === 403 && area === 'admin') return ADMIN.accessDenied;
  return body.message || body.error || GENERAL.httpFallback(response.status, response.statusText);
}

export function errorFromResponse(response: Response, text: string, area: string) {
  const parsed = LooseErrorBodySchema.safeParse(parseJson(text));
  const body = parsed.success ? parsed.data : {};
  return new ApiError({
    status: response.status,
    message: sentence(response, body, area),
    code: body.error ?? null,
    fields: body.fields ?? [],
    requestId: body.requestId ?? response.headers.get('x-request-id'),
  });
}

/** The server's sentence where there is one, else the screen's own default. */
export const messageOf = (error: unknown, fallback: string) =>
  error instanceof ApiError && error.message !== '' ? error.message : fallback;
