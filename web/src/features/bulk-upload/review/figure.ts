/** «1,200» */
export const figure = (count: number): string => count.toLocaleString('en-US');
