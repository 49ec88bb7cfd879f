import { crc32, deflateSync } from 'node:zlib';

/** A black-and-white image with one bit per dot, as in PNG. */
export class Bitmap {
  readonly width: number;
  readonly height: number;
  readonly #stride: number;
  /** Every row starts with the PNG filter byte, which is none. A set bit is white. */
  readonly #rows: Uint8Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.#stride = 1 + Math.ceil(width / 8);
    this.#rows = new Uint8Array(this.#stride * height).fill(0xff);
    for (let y = 0; y < height; y++) this.#rows[y * this.#stride] = 0;
  }

  isDark(x: number, y: number): boolean {
    return ((this.#rows[this.#place(x, y)] ?? 0xff) & (0x80 >> (x & 7))) === 0;
  }

  /** Fills the dots whose centers are inside; parts outside the image are ignored. */
  fill(left: number, top: number, right: number, bottom: number, white = false) {
    const [firstY, endY] = [
      Math.max(0, Math.ceil(top - 0.5)),
      Math.min(this.height, Math.ceil(bottom - 0.5)),
    ];
    for (let y = firstY; y < endY; y++) this.span(left, right, y, white);
  }

  span(left: number, right: number, y: number, white = false) {
    if (y < 0 || y >= this.height) return;
    const first = Math.max(0, Math.ceil(left - 0.5));
    const end = Math.min(this.width, Math.ceil(right - 0.5));
    for (let x = first; x < end; x++) {
      const place = this.#place(x, y);
      const bit = 0x80 >> (x & 7);
      const byte = this.#rows[place] ?? 0;
      this.#rows[place] = white ? byte | bit : byte & ~bit;
    }
  }

  toPng(dotsPerInch: number): Uint8Array {
    const header = Buffer.alloc(13);
    header.writeUInt32BE(this.width, 0);
    header.writeUInt32BE(this.height, 4);
    // One bit, grayscale; the other fields have only one valid value.
    header.writeUInt8(1, 8);
    const density = Buffer.alloc(9);
    const perMetre = Math.round(dotsPerInch / 0.0254);
    density.writeUInt32BE(perMetre, 0);
    density.writeUInt32BE(perMetre, 4);
    density.writeUInt8(1, 8);
    return Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk('IHDR', header),
      chunk('pHYs', density),
      chunk('IDAT', deflateSync(this.#rows)),
      chunk('IEND', Buffer.alloc(0)),
    ]);
  }

  #place(x: number, y: number): number {
    return y * this.#stride + 1 + (x >> 3);
  }
}

function chunk(name: string, body: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
