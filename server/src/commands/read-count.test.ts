import { describe, expect, it } from 'vitest';
import { readCount } from './read-count.ts';

describe('a count from the command line', () => {
  it('is a whole number', () => {
    expect(readCount('rows', '1000')).toBe(1000);
    expect(readCount('failovers', '0', { min: 0 })).toBe(0);
  });

  it.each(['ten', '', '1.5', '1e3', '-1', '0', '21'])('is refused: "%s"', (text) => {
    expect(() => readCount('rows', text, { max: 20 })).toThrow(
      `--rows must be a whole number from 1 to 20; got '${text}'.`,
    );
  });
});
