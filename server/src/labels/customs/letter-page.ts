/** Letter at 203 dots per inch, with margins of half an inch. A4 has room for everything between the margins. */
export const PAGE = { width: 1726, height: 2233 } as const;
export const LEFT = 103;
export const RIGHT = 1623;
export const TOP = 102;
export const BOTTOM = 2131;
export const WIDTH = RIGHT - LEFT;
export const CENTER = LEFT + WIDTH / 2;

export const FIELD = { caption: 18, size: 27 } as const;
