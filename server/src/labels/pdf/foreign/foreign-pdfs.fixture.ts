import { PDFDocument, StandardFonts } from 'pdf-lib';
import PdfKit from 'pdfkit';

/** Test labels written by other PDF libraries. */

type PageSize = [width: number, height: number];
export const LABEL_SIZE: PageSize = [288, 432];

interface Wanted {
  pages?: number;
  size?: PageSize;
  text?: string;
}

/** With a compressed cross-reference stream and object streams. */
export const packedPdf = (wanted: Wanted = {}) => pdfLibPdf(wanted, true);
/** With a plain cross-reference table and no object streams. */
export const plainPdf = (wanted: Wanted = {}) => pdfLibPdf(wanted, false);

async function pdfLibPdf(wanted: Wanted, packed: boolean): Promise<Uint8Array> {
  const { pages = 1, size = LABEL_SIZE, text = 'FOREIGN' } = wanted;
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.CourierBold);
  for (let page = 1; page <= pages; page++) {
    const drawn = document.addPage(size);
    drawn.drawText(`${text} ${page}`, { x: 20, y: 40, size: 20, font });
    drawn.drawRectangle({ x: 20, y: 80, width: 100, height: 30 });
  }
  return document.save({ useObjectStreams: packed });
}

interface KitWanted extends Wanted {
  password?: string;
  version?: '1.3' | '1.4' | '1.5' | '1.6' | '1.7';
}

/** Written by pdfkit, which supports versions and passwords. */
export async function kitPdf(wanted: KitWanted = {}): Promise<Uint8Array> {
  const { pages = 1, size = LABEL_SIZE, text = 'FOREIGN', password, version = '1.3' } = wanted;
  const document = new PdfKit({
    size,
    margin: 20,
    pdfVersion: version,
    autoFirstPage: false,
    ...(password === undefined ? {} : { userPassword: password }),
  });
  const chunks: Uint8Array[] = [];
  const ended = new Promise((resolve) => {
    document.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    document.on('end', resolve);
  });
  for (let page = 1; page <= pages; page++) document.addPage().fontSize(20).text(`${text} ${page}`);
  document.end();
  await ended;
  return Buffer.concat(chunks);
}
