import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { BreachedPasswords } from './breached-passwords.ts';
import { PasswordRules } from './password-rules.ts';

const folder = mkdtempSync(join(tmpdir(), 'lading-breached-'));
afterAll(() => rmSync(folder, { recursive: true }));

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase();

interface Format {
  end?: string;
  counts?: boolean;
  last?: string;
}

function fileOf(passwords: string[], { end = '\r\n', counts = true, last = end }: Format = {}): string {
  const path = join(folder, `${passwords.length}-${end.length}-${counts}-${last.length}.txt`);
  const lines = passwords
    .map(sha1)
    .sort()
    .map((hash, index) => (counts ? `${hash}:${(index + 1) ** 3}` : hash));
  writeFileSync(path, lines.join(end) + last);
  return path;
}

const known = Array.from({ length: 500 }, (_, number) => `breached ${number}`);

describe('a file of breached passwords', () => {
  it.each([
    ['as published', {}],
    ['without counts', { counts: false }],
    ['with Unix line endings and none at the end of the file', { end: '\n', last: '' }],
  ])('finds every password and no other: %s', async (_name, format) => {
    const list = await BreachedPasswords.open(fileOf(known, format));
    expect(await Promise.all(known.map((password) => list.has(password)))).not.toContain(false);
    const others = known.map((password) => `${password}!`);
    expect(await Promise.all(others.map((password) => list.has(password)))).not.toContain(true);
    await list.close();
  });

  it('may have a single line', async () => {
    const list = await BreachedPasswords.open(fileOf(['only one']));
    expect([await list.has('only one'), await list.has('another')]).toEqual([true, false]);
    await list.close();
  });

  it('prevents startup when it is missing or has a different format', async () => {
    await expect(BreachedPasswords.open(join(folder, 'none'))).rejects.toThrow('cannot be read');
    const path = join(folder, 'words.txt');
    writeFileSync(path, 'password\nletmein\n');
    await expect(BreachedPasswords.open(path)).rejects.toThrow('must contain sorted SHA-1 hashes');
  });

  it('leads to a hint in standard and a refusal in strict', async () => {
    const list = await BreachedPasswords.open(fileOf(['seven lanterns at dusk']));
    const owner = { email: 'a@b.example', name: 'Ada Park' };
    expect(await new PasswordRules('standard', list).check('seven lanterns at dusk', owner)).toBe(
      'This password has appeared in a data breach. We recommend choosing a different one.',
    );
    await expect(new PasswordRules('strict', list).check('seven lanterns at dusk', owner)).rejects.toThrow(
      'This password has appeared in a data breach. Please choose another one.',
    );
    expect(await new PasswordRules('strict', list).check('eight lanterns at dusk', owner)).toBeNull();
    await list.close();
  });
});
