/** Text that `csvLine` protects with an apostrophe, and text that only looks protected. */
const PROTECTED = /^'+[=+\-@\t\r＝＋－＠]/;

/** For an export: keeps an apostrophe that belongs to the text, because an import removes one. */
export const withProtection = (text: string): string => (PROTECTED.test(text) ? `'${text}` : text);

/** The text of a cell that an export protected. */
export const withoutProtection = (text: string): string => (PROTECTED.test(text) ? text.slice(1) : text);
