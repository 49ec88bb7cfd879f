import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, type ReadInputBarcodeFormat, readBarcodes } from 'zxing-wasm/reader';
import type { Picture } from './picture.fixture.ts';

// Otherwise the module downloads its WebAssembly file.
const program = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(program).buffer } });

/** Reads all bar codes of an image or image file with an independent reader, from top to bottom. Function characters are GS. */
export async function readCodes(
  picture: Picture | Uint8Array,
  formats: ReadInputBarcodeFormat[],
): Promise<string[]> {
  const image = picture instanceof Uint8Array ? picture : greyFile(picture);
  const found = await readBarcodes(image, {
    formats,
    tryHarder: true,
    tryRotate: false,
    tryInvert: false,
    tryDownscale: false,
    maxNumberOfSymbols: 20,
    textMode: 'Plain',
  });
  return found
    .filter(({ isValid }) => isValid)
    .toSorted((one, other) => one.position.topLeft.y - other.position.topLeft.y)
    .map(({ text }) => text);
}

/** A PGM file: the size, then the dots. */
const greyFile = ({ width, height, grey }: Picture) =>
  Buffer.concat([Buffer.from(`P5 ${width} ${height} 255\n`), grey]);
