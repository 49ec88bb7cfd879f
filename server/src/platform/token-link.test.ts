import { expect, it } from 'vitest';
import { tokenLink } from './token-link.ts';

const publicUrl = () => 'https://labels.example.com';

it('a link with a secret has it in the query in standard, and in strict where no server sees it', () => {
  expect(tokenLink({ publicUrl, security: 'standard' }, '/reset-password', 'abc')).toBe(
    'https://labels.example.com/reset-password?token=abc',
  );
  const strict = new URL(tokenLink({ publicUrl, security: 'strict' }, '/reset-password', 'abc'));
  expect([strict.pathname, strict.search, strict.hash]).toEqual(['/reset-password', '', '#token=abc']);
});
