import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CASES } from './cases.ts';

const REPOSITORY = resolve(import.meta.dirname, '../../..');
const FOLDERS = ['contract/src', 'server/src', 'server/test', 'web/src', 'e2e'];

/** The ids in parentheses at the end of the titles in a test file. */
function idsIn(text: string): string[] {
  return [...text.matchAll(/\(([A-Z]{1,2}\d{1,2}(?:, [A-Z]{1,2}\d{1,2})*)\)['"`]/g)].flatMap(([, ids = '']) =>
    ids.split(', ').filter((id) => /^[A-Z]{2}\d{2}$/.test(id)),
  );
}

const proven = new Set(
  FOLDERS.flatMap((folder) =>
    readdirSync(join(REPOSITORY, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.test\.tsx?$/.test(path) && !/node_modules|cases\.test\.ts$/.test(path))
      .flatMap((path) => idsIn(readFileSync(join(REPOSITORY, folder, path), 'utf8'))),
  ),
);

describe('the hostile cases', () => {
  it('are read from the ends of titles', () => {
    expect(idsIn("it('keeps (AU01) apart (AU02, M4)', () => {});\nit(`%s (FI10)`, run)")).toEqual([
      'AU02',
      'FI10',
    ]);
  });

  it('number 154, each with a unique statement', () => {
    expect(Object.keys(CASES)).toHaveLength(154);
    expect(new Set(Object.values(CASES)).size).toBe(154);
  });

  it('each have a test', () => {
    expect(Object.keys(CASES).filter((id) => !proven.has(id))).toEqual([]);
  });

  it('are the only ids in titles', () => {
    expect([...proven].filter((id) => !(id in CASES))).toEqual([]);
  });
});
