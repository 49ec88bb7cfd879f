import * as z from 'zod/mini';

/** NUL and lone surrogates: PostgreSQL cannot store them. */
const UNSTORABLE = /[\0\p{Cs}]/u;

/** Invisible on screen: control, direction and zero-width characters, and lone surrogates. */
const INVISIBLE = /[\p{Cc}\p{Cs}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u;

const ALL_INVISIBLE = new RegExp(INVISIBLE, 'gu');

/**
 * Text of another program as a line that can be shown: without invisible characters, and cut if it is too long. Megabytes are
 * cut before they are cleaned.
 */
export const visibleOnly = (text: string, max: number): string =>
  text
    .trimStart()
    .slice(0, 8 * max + 1_000)
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(ALL_INVISIBLE, '')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
    .slice(0, max)
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .trim();

const message = 'Please remove invisible characters.';

/** For text that is cleaned later or only compared, such as the cells of a file. */
export const storable = z.refine<string>((text: string) => !UNSTORABLE.test(text), message);

export const isVisible = (text: string): boolean => !INVISIBLE.test(text);

/** For a line of text that people read: it must not look like other text. */
export const visibleLine = z.refine<string>(isVisible, message);

/** The same for text with line breaks and tabs. */
export const visibleText = z.refine<string>(
  (text: string) => isVisible(text.replaceAll(/[\n\r\t]/g, '')),
  message,
);

/** Letters and digits of another script. Signs that all scripts share are fine, and so are accents. */
const NOT_LATIN = /(?![\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}])[\p{L}\p{N}]/u;

/** For a line that carriers print. */
export const latinLine = z.refine<string>(
  (text: string) => !NOT_LATIN.test(text),
  'Please use Latin letters. Carriers cannot print other scripts.',
);
