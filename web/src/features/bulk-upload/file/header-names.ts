/** Headers are compared without case, spaces or punctuation. */
export const normalizeHeader = (header: string): string =>
  header.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
