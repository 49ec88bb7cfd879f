/** Cutting may leave half a surrogate pair, which can neither be sent nor stored as JSON. */
export const cutTo = (length: number, text: string): string => text.slice(0, length).toWellFormed();
