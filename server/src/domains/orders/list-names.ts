/** The first names, and how many others there are: "A, B and 3 more". */
export const listNames = (names: readonly string[], max: number): string =>
  names.length > max ? `${names.slice(0, max).join(', ')} and ${names.length - max} more` : names.join(', ');
