/** A grayscale image: 0 is black, 255 is white. */
export interface Picture {
  width: number;
  height: number;
  grey: Uint8Array;
}

export function pictureOf(width: number, height: number, isDark: (x: number, y: number) => boolean): Picture {
  const grey = new Uint8Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) grey[y * width + x] = isDark(x, y) ? 0 : 255;
  return { width, height, grey };
}

export function cropped(
  { width, grey }: Picture,
  left: number,
  top: number,
  wide: number,
  high: number,
): Picture {
  const part = new Uint8Array(wide * high);
  for (let y = 0; y < high; y++) {
    const from = (top + y) * width + left;
    part.set(grey.subarray(from, from + wide), y * wide);
  }
  return { width: wide, height: high, grey: part };
}

/** Averages four dots into one, as when a screen shows a label at half size. */
export function halved({ width, height, grey }: Picture): Picture {
  const [wide, high] = [width >> 1, height >> 1];
  const half = new Uint8Array(wide * high);
  for (let y = 0; y < high; y++) {
    for (let x = 0; x < wide; x++) {
      const at = 2 * y * width + 2 * x;
      const sum = [at, at + 1, at + width, at + width + 1].reduce(
        (total, place) => total + (grey[place] ?? 0),
        0,
      );
      half[y * wide + x] = sum >> 2;
    }
  }
  return { width: wide, height: high, grey: half };
}
