/** “$1,250.00” is understood as 1250.00. */
export const plainNumber = (text: string): string => text.replace(/[$,\s]/g, '');
