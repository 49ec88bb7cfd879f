interface Part {
  text: string;
  changed: boolean;
}

const words = (line: string) => line.split(/\s+/).filter(Boolean);
/** Postal addresses ignore case and punctuation. */
const bare = (word: string) => word.toLowerCase().replace(/[.,#]/g, '');

/** The length of the longest common subsequence of words from each pair of positions. */
function commonLengths(one: readonly string[], other: readonly string[]): number[][] {
  const table = Array.from({ length: one.length + 1 }, () => new Array<number>(other.length + 1).fill(0));
  for (let i = one.length - 1; i >= 0; i--) {
    for (let j = other.length - 1; j >= 0; j--) {
      const row = table[i];
      if (!row) continue;
      row[j] =
        bare(one[i] ?? '') === bare(other[j] ?? '')
          ? 1 + (table[i + 1]?.[j + 1] ?? 0)
          : Math.max(table[i + 1]?.[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return table;
}

/** Splits a line into parts and marks those that the other line lacks. */
export function differences(line: string, other: string): Part[] {
  const mine = words(line);
  const theirs = words(other);
  const table = commonLengths(mine, theirs);
  const parts: Part[] = [];
  const add = (text: string, changed: boolean) => {
    const last = parts.at(-1);
    if (last?.changed === changed) last.text += ` ${text}`;
    else parts.push({ text, changed });
  };
  let at = 0;
  for (let i = 0; i < mine.length; ) {
    const word = mine[i] ?? '';
    if (at < theirs.length && bare(word) === bare(theirs[at] ?? '')) {
      add(word, false);
      i++;
      at++;
    } else if (at === theirs.length || (table[i + 1]?.[at] ?? 0) >= (table[i]?.[at + 1] ?? 0)) {
      add(word, true);
      i++;
    } else at++;
  }
  return parts;
}
