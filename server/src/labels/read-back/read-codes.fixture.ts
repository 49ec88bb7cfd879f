import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, type ReadInputBarcodeFormat, readBarcodes } from 'zxing-wasm/reader';
import type { Picture } from './picture.fixture.ts';

// The module would fetch its program from the network by itself.
const program = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(program).buffer } });

/** The texts of all bar codes of a picture or of the file of one, from the top down, as an outside reader sees them; function characters between fields read as GS. */
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

/** The simplest file of a picture there is: its size, then its dots. */
const greyFile = ({ width, height, grey }: Picture) =>
  Buffer.concat([Buffer.from(`P5 ${width} ${height} 255\n`), grey]);
