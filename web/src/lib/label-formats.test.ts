import { expect, it } from 'vitest';
import { formatsOf, shownFormatOf } from './label-formats.ts';

it('a carrier’s own label is shown and offered as PDF only', () => {
  expect(shownFormatOf({ labelFormats: ['pdf'] })).toBe('pdf');
  expect(formatsOf({ labelFormats: ['pdf'] })).toEqual(['pdf']);
});

it('a label that the server rendered is shown as an image', () => {
  expect(shownFormatOf({ labelFormats: ['pdf', 'png', 'zpl'] })).toBe('png');
});

it('a server that lists no formats supports all of them', () => {
  expect(formatsOf({})).toEqual(['pdf', 'png', 'zpl']);
  expect(shownFormatOf({})).toBe('png');
});
