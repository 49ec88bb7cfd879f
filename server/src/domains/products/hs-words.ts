/** Words that say nothing about goods. */
const NOISE: ReadonlySet<string> = new Set(
  'a an and any are as at by for from in into its is no not of on or s the their thereof this to was with without nec'.split(
    ' ',
  ),
);

/** American spellings of words that the Harmonized System writes in British English. */
const SPELLINGS: Readonly<Record<string, string>> = {
  aluminum: 'aluminium',
  color: 'colour',
  colored: 'coloured',
  fiber: 'fibre',
  flavored: 'flavoured',
  gray: 'grey',
  jewelry: 'jewellery',
  mold: 'mould',
  pajama: 'pyjama',
  tire: 'tyre',
};

/** The words of a text in one form: lower case, singular, British, without accents. */
export const wordsOf = (text: string): string[] =>
  plain(text)
    .replace(/\bt[- ]shirt/g, 'tshirt')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !NOISE.has(word))
    .map(stemOf);

const plain = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[’']s\b/g, '');

function stemOf(word: string): string {
  const singular = singularOf(word);
  return SPELLINGS[singular] ?? singular;
}

function singularOf(word: string): string {
  if (word.length < 4 || /(?:ss|us|is)$/.test(word)) return word;
  if (/ies$/.test(word) && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|zz)es$/.test(word)) return word.slice(0, -2);
  return word.replace(/s$/, '');
}
