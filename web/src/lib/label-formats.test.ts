import { expect, it } from 'vitest';
import { formatsOf, shownFormatOf } from './label-formats.ts';

it('shows and offers a carrier’s own label as PDF only', () => {
  expect(shownFormatOf({ labelFormats: ['pdf'] })).toBe('pdf');
  expect(formatsOf({ labelFormats: ['pdf'] })).toEqual(['pdf']);
});

it('shows a label that the server rendered as an image', () => {
  expect(shownFormatOf({ labelFormats: ['pdf', 'png', 'zpl'] })).toBe('png');
});

it('offers all formats if the server lists none', () => {
  expect(formatsOf({})).toEqual(['pdf', 'png', 'zpl']);
  expect(shownFormatOf({})).toBe('png');
});
