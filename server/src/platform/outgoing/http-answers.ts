import { jsonProblem } from '../json-problem.ts';
import type { HttpAnswer } from './http-call.ts';

/** A Retry-After value in seconds, which some hosts write as a decimal, or as a date. Null if there is none. */
export function retryAfterMs({ headers }: Pick<HttpAnswer, 'headers'>, now: Date): number | null {
  const text = headers.get('retry-after');
  if (text === null) return null;
  const ms = /^\d{1,9}(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

/**
 * Undefined if the body is not JSON, for example an HTML page, or too costly to parse: clients choose some of the hosts.
 * Some servers print a byte order mark.
 */
export function jsonOf({ body }: Pick<HttpAnswer, 'body'>): unknown {
  const text = body.toString().replace(/^\ufeff/, '');
  if (jsonProblem(text) !== null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
