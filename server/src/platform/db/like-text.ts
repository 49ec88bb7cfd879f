/** Typed text in a pattern of LIKE is searched as it stands: its wildcards have no power. */
export const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

export const containing = (text: string): string => `%${likeText(text)}%`;
