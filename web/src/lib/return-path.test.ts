import { describe, expect, it } from 'vitest';
import { safeReturnPath } from './return-path.ts';

describe('the path to return to after signing in', () => {
  it.each([
    '/client/dashboard',
    '/client/shipping-history?page=2&status=in_transit',
    '/admin/audit-logs?userEmail=a%40b.example#row-4',
    '/client/profile?next=https://elsewhere.example/',
    '/client',
  ])('keeps %s', (path) => {
    expect(safeReturnPath(path)).toBe(path);
  });

  it.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '/\\/evil.example',
    '\\/evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    ' //evil.example',
    '/ /evil.example',
    '/x/..//evil.example',
    '/.//evil.example',
    'https://evil.example/client',
    'https:/evil.example',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'client/dashboard',
    '@evil.example',
    '',
    '/\u0000/evil.example',
    `/${'a'.repeat(3000)}`,
    '/%2f%2fevil',
    '/%2f%2fevil.example',
    '/%5c%5cevil.example',
    '/client/%2f%2fevil',
    '/client/nowhere',
    '/clientele',
    '/terms',
  ])('rejects %j (AU17)', (path) => {
    expect(safeReturnPath(path)).toBeNull();
  });

  it.each([
    '/',
    '/login',
    '/login/',
    '/login?x=1',
    '/signup',
    '/forgot-password',
    '/reset-password?token=abc',
  ])('never returns to the public page %s', (path) => {
    expect(safeReturnPath(path)).toBeNull();
  });

  it.each([null, undefined, 7, {}, ['/client']])('rejects %j, which is not a string', (value) => {
    expect(safeReturnPath(value)).toBeNull();
  });

  it('recognizes a public page behind dots and encoded dots', () => {
    expect(safeReturnPath('/client/../login')).toBeNull();
    expect(safeReturnPath('/client/%2e%2e/login')).toBeNull();
  });
});
