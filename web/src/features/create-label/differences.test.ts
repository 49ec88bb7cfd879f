import { describe, expect, it } from 'vitest';
import { differences } from './differences.ts';

const marked = (line: string, other: string) =>
  differences(line, other)
    .map(({ text, changed }) => (changed ? `[${text}]` : text))
    .join(' ');

describe('the differences between two lines', () => {
  it('are marked in both lines', () => {
    expect(marked('500 W Second St', '500 W 2nd St')).toBe('500 W [Second] St');
    expect(marked('500 W 2nd St', '500 W Second St')).toBe('500 W [2nd] St');
    expect(marked('Austin TX 78702', 'Austin TX 78701')).toBe('Austin TX [78702]');
  });

  it('ignore case and punctuation', () => {
    expect(marked('500 w. 2nd st.', '500 W 2ND ST')).toBe('500 w. 2nd st.');
  });

  it('include words that only one line has', () => {
    expect(marked('12 Elm St Apt 4', '12 Elm St')).toBe('12 Elm St [Apt 4]');
    expect(marked('12 Elm St', '12 N Elm St')).toBe('12 Elm St');
  });

  it('cover the whole line if the other is empty', () => {
    expect(marked('Apt 4', '')).toBe('[Apt 4]');
    expect(marked('', 'Apt 4')).toBe('');
  });
});
