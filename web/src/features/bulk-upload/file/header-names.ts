/** Headers as they are compared: case, blanks and punctuation never count. */
export const normaliseHeader = (header: string): string =>
  header.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
