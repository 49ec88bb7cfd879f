import type { HttpAnswer } from '../../../platform/outgoing/http-call.ts';

/** Undefined if the body is not JSON, for example an HTML page. */
export function jsonOf({ body }: HttpAnswer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
