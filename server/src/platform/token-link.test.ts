import { expect, it } from 'vitest';
import { tokenLink } from './token-link.ts';

const publicUrl = () => 'https://labels.example.com';

it('a link carries its secret in the query in standard, and in the fragment, which no server sees, in strict', () => {
  expect(tokenLink({ publicUrl, security: 'standard' }, '/reset-password', 'abc')).toBe(
    'https://labels.example.com/reset-password?token=abc',
  );
  const strict = new URL(tokenLink({ publicUrl, security: 'strict' }, '/reset-password', 'abc'));
  expect([strict.pathname, strict.search, strict.hash]).toEqual(['/reset-password', '', '#token=abc']);
});
