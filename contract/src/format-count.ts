/** 12,345 */
export const formatCount = (n: number): string => n.toLocaleString('en-US');

/** 1 label, 186 labels */
export const counted = (n: number, one: string, many = `${one}s`): string =>
  `${formatCount(n)} ${n === 1 ? one : many}`;
