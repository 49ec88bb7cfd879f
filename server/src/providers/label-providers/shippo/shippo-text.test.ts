import { describe, expect, it } from 'vitest';
import { lineOf } from '../../../platform/html-text.ts';
import { refusalOf, sentenceOf } from './shippo-text.ts';

describe('texts from Shippo', () => {
  it.each([
    ['UPS API did not respond', 'UPS API did not respond.'],
    ['  Two\n\tlines \u0000 ', 'Two lines.'],
    ['<b>Bold</b> &amp; loud!', 'Bold &amp; loud.'],
    ['Already a sentence.', 'Already a sentence.'],
    ['', ''],
    [' \u200b ', ''],
  ])('become one clean sentence: %j', (text, sentence) => {
    expect(sentenceOf(text)).toBe(sentence);
  });

  it('are limited in length, without splitting a character', () => {
    const line = lineOf(`${'a'.repeat(199)}🏠🏠🏠`);
    expect(line.length).toBeLessThanOrEqual(201);
    expect(line.isWellFormed()).toBe(true);
    expect(sentenceOf('word '.repeat(10_000))).toMatch(/….$/);
  });
});

describe('a refusal by Shippo', () => {
  it.each([
    ['an object with details', '{"detail":"Not found."}', 'Not found.'],
    ['another object with details', '{"detail":"Token does not exist"}', 'Token does not exist.'],
    [
      'a map of fields',
      '{"parcels":["This field is required."],"address_to":{"zip":["Too long"]}}',
      'parcels: This field is required. address_to zip: Too long.',
    ],
    ['fields without a name', '{"__all__":["Rate is too old"]}', 'Rate is too old.'],
    [
      'a list',
      '["The shipment is not valid.","It has no parcel."]',
      'The shipment is not valid. It has no parcel.',
    ],
    ['plain text', 'Bad Request', 'Bad Request.'],
    ['an HTML page', '<!doctype html><h1>Sorry</h1>', 'Shippo refused this without giving a reason.'],
    ['nothing', '', 'Shippo refused this without giving a reason.'],
    ['numbers', '{"code":17}', 'Shippo refused this without giving a reason.'],
    [
      'deep nesting',
      `${'['.repeat(5000)}"x"${']'.repeat(5000)}`,
      'Shippo refused this without giving a reason.',
    ],
  ])('is read from %s', (_form, body, text) => {
    expect(refusalOf(body)).toBe(text);
  });
});
