/** `in_transit` becomes “In transit”. Also shows values that this version does not know. */
export const statusText = (status: string): string => {
  const words = status.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
