import { expect, it } from 'vitest';
import { formatsOf, shownFormatOf } from './label-formats.ts';

it('a carrier’s own label is looked at as the PDF that it is, and offered as nothing else', () => {
  expect(shownFormatOf({ labelFormats: ['pdf'] })).toBe('pdf');
  expect(formatsOf({ labelFormats: ['pdf'] })).toEqual(['pdf']);
});

it('a label that was drawn here is looked at as a picture', () => {
  expect(shownFormatOf({ labelFormats: ['pdf', 'png', 'zpl'] })).toBe('png');
});

it('a server that does not tell the formats makes all of them', () => {
  expect(formatsOf({})).toEqual(['pdf', 'png', 'zpl']);
  expect(shownFormatOf({})).toBe('png');
});
