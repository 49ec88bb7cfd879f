import { describe, expect, it } from 'vitest';
import { jsonProblem } from './json-problem.ts';

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

describe('JSON bodies (RX03)', () => {
  it('may be nested 64 levels deep and no deeper', () => {
    expect(jsonProblem(nested(64))).toBeNull();
    expect(jsonProblem(nested(65))).toBe('The JSON is nested more than 64 levels deep.');
    expect(jsonProblem('{"a":'.repeat(65))).toContain('64 levels');
  });

  it('may have many values side by side', () => {
    expect(jsonProblem(`[${'{"a":[1]},'.repeat(10_000)}{}]`)).toBeNull();
  });

  it('may not consist of a million empty lists', () => {
    expect(jsonProblem(`[${'[],'.repeat(1_000_000)}[]]`)).toBe(
      'The JSON has more than 100000 objects and lists.',
    );
  });

  it('may have any number of brackets inside strings', () => {
    expect(jsonProblem(JSON.stringify({ note: `\\"${'['.repeat(5_000)}\\` }))).toBeNull();
    expect(jsonProblem(`["\\"","${'{'.repeat(500)}`)).toBeNull();
  });
});
