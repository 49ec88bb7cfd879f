import { expect, it } from 'vitest';
import { jsonOf, retryAfterMs } from './http-answers.ts';

it.each([
  ['7', 7_000],
  ['2.0', 2_000],
  ['Mon, 16 Nov 2026 12:01:00 GMT', 60_000],
  ['Mon, 16 Nov 2026 11:00:00 GMT', 0],
  ['soon', null],
  ['99999999999', null],
])('a Retry-After of "%s" is a wait of %s ms', (text, ms) => {
  const now = new Date('2026-11-16T12:00:00Z');
  expect(retryAfterMs({ headers: new Headers({ 'retry-after': text }) }, now)).toBe(ms);
  expect(retryAfterMs({ headers: new Headers() }, now)).toBeNull();
});

it.each([
  ['{"a":1}', { a: 1 }],
  ['\ufeff{"a":1}', { a: 1 }],
  ['<html>', undefined],
  ['', undefined],
  [`${'['.repeat(65)}${']'.repeat(65)}`, undefined],
])('reads the body "%s"', (body, json) => {
  expect(jsonOf({ body: Buffer.from(body) })).toEqual(json);
});
