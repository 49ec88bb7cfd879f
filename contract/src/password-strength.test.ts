import { describe, expect, it } from 'vitest';
import { COMMON_PASSWORDS } from './common-passwords.ts';
import { loadCommonPasswords, ownWordsOf, weaknessOf } from './password-strength.ts';

const isCommon = await loadCommonPasswords();
const words = ownWordsOf({ email: 'dana.reyes@harbor-goods.example', name: 'Dana Reyes' });
const weakness = (password: string) => weaknessOf(password, words, isCommon);

describe('the password check (AU11)', () => {
  it('knows more than 10,000 common passwords that the length rule would accept', () => {
    const list = COMMON_PASSWORDS.split('\n');
    expect(new Set(list).size).toBeGreaterThan(10_000);
    expect(list.every((password) => password.length >= 8)).toBe(true);
  });

  it.each([
    'password',
    'PASSWORD',
    'Password1!',
    'password2026',
    '12345678',
    'qwertyuiop',
    'changeme',
    'admin123',
  ])('finds the common password %s', (password) => expect(weakness(password)).toBe('common'));

  it.each(['aaaaaaaa', 'abababababab', '😀😀😀😀😀😀😀😀'])('finds the repetition %s', (password) =>
    expect(weakness(password)).toBe('common'),
  );

  it.each(['Lading12', 'ladinglading', 'dana.reyes@harbor-goods.example', 'Dana-Reyes-2026', 'HarborGoods1'])(
    'finds the account’s or the product’s own words in %s',
    (password) => expect(weakness(password)).toBe('own-words'),
  );

  it.each(['correct horse battery', 'a quiet harbor', 'reyes keeps seven lanterns', 'kX9#vQ2m'])(
    'accepts %s',
    (password) => expect(weakness(password)).toBeNull(),
  );
});
