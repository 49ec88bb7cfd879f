import type { Problems } from '../../lib/form-problems.ts';

/** An address is edited as one text and sent as lines. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

export const textOf = (lines: readonly string[]): string => lines.join('\n');

/** A problem of one line has the number of the line as its name. */
export const addressProblem = (errors: Problems): string | undefined =>
  errors.addressLines ?? Object.entries(errors).find(([name]) => /^\d+$/.test(name))?.[1];
