/**
 * Reads a list such as `99501-99530 99567-99567` and returns a test for codes of the same length, ends
 * included.
 */
export function readRanges(text: string): (code: string) => boolean {
  const ranges = text
    .trim()
    .split(/\s+/)
    .map((range) => range.split('-'));
  return (code) => ranges.some(([from = '', to = '']) => code >= from && code <= to);
}
