/** Text that `csvLine` protects with an apostrophe, and text that only looks protected. */
const PROTECTED = /^'+[=+\-@\t\r＝＋－＠]/;
/** The same inside a cell. */
const INNER = /([;\t\r\n]"*)'(?='*[=+\-@＝＋－＠])/g;

/** For an export: keeps an apostrophe that belongs to the text, because an import removes one. */
export const withProtection = (text: string): string => {
  const inner = text.replace(INNER, "$1''");
  return PROTECTED.test(inner) ? `'${inner}` : inner;
};

/** The text of a cell that an export protected. */
export const withoutProtection = (text: string): string =>
  (PROTECTED.test(text) ? text.slice(1) : text).replace(INNER, '$1');
