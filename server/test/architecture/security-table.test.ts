import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../../..');
const TEXT = readFileSync(join(ROOT, 'docs/SECURITY.md'), 'utf8');
const TABLE = TEXT.slice(TEXT.indexOf('## OWASP ASVS'), TEXT.indexOf('## Updates'));
const FOLDERS: Record<string, string> = {
  D: 'server/src/domains',
  P: 'server/src/platform',
  T: 'server/test',
};

const fileOf = (named: string) => named.replace(/^[DPT](?=\/)/, (letter) => FOLDERS[letter] ?? letter);

describe('the ASVS table', () => {
  it('has all chapters', () => {
    const chapters = [...TABLE.matchAll(/^\| V(\d+) /gm)].map(([, number]) => Number(number));
    expect(chapters).toEqual(Array.from({ length: 17 }, (_, at) => at + 1));
  });

  it('names files that exist', () => {
    const named = [...TABLE.matchAll(/`([^`]+\.(?:tsx?|conf))`/g)].map(([, file = '']) => fileOf(file));
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });

  it('names hostile cases that the stated file tests', () => {
    const claims = [...TABLE.matchAll(/([A-Z]{2}\d\d) in `([^`]+)`/g)];
    expect(claims.length).toBeGreaterThan(10);
    const unproven = claims.filter(
      ([, id = '', file = '']) => !readFileSync(join(ROOT, fileOf(file)), 'utf8').includes(id),
    );
    expect(unproven.map(([claim]) => claim)).toEqual([]);
  });
});
