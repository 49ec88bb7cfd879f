import { describe, expect, expectTypeOf, it } from 'vitest';
import { API, path } from './routes.ts';

describe('path', () => {
  it('fills in every parameter', () => {
    expect(path(API.batchRow, { id: 'b1', number: 7 })).toBe('/api/bulk/batches/b1/rows/7');
    expect(path(API.emailLabel, { id: 's1' })).toBe('/api/shippo/labels/s1/email');
  });

  it('escapes values, so that a value cannot add a path segment', () => {
    expect(path(API.batch, { id: '../a b?c' })).toBe('/api/bulk/batches/..%2Fa%20b%3Fc');
  });

  it('takes exactly the parameters of the pattern', () => {
    type Params<Pattern extends string> = Parameters<typeof path<Pattern>>[1];
    expectTypeOf<keyof Params<typeof API.batchFile>>().toEqualTypeOf<'id' | 'file'>();
    expectTypeOf<keyof Params<typeof API.emailLabel>>().toEqualTypeOf<'id'>();
  });
});
