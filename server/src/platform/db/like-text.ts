/** Escapes the wildcards of LIKE, so that user input matches literally. */
export const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

export const containing = (text: string): string => `%${likeText(text)}%`;
