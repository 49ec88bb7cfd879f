import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpAnswer, HttpCall } from './http-call.ts';

export interface PatientWaits {
  /** Before the next attempt, when the host does not say for how long. */
  unknownMs: number;
  /** For all waits of one call together. A longer wait is left to the caller. */
  mostMs: number;
}

/**
 * Repeats a call that the host refused because of its limits (429), while the waits are short. A refused call did nothing,
 * so this is safe for writes too.
 */
export async function callPatiently(
  call: (request: HttpCall) => Promise<HttpAnswer>,
  request: HttpCall,
  { waits, waitOf }: { waits: PatientWaits; waitOf: (answer: HttpAnswer) => number | null },
): Promise<HttpAnswer> {
  let left = waits.mostMs;
  for (;;) {
    const answer = await call(request);
    if (answer.status !== 429) return answer;
    const wait = Math.max(1, Math.ceil(waitOf(answer) ?? waits.unknownMs));
    if (wait > left) return answer;
    left -= wait;
    await sleep(wait);
  }
}

/** A Retry-After value in seconds or as a date. */
export function retryAfterMs({ headers }: Pick<HttpAnswer, 'headers'>, now: Date): number | null {
  const text = headers.get('retry-after');
  if (text === null) return null;
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

/** Undefined if the body is not JSON, for example an HTML page. */
export function jsonOf({ body }: Pick<HttpAnswer, 'body'>): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
