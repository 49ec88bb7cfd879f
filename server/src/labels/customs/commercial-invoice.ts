import { INCOTERM } from '@lading/contract/customs/vocabulary.ts';
import type { Drawing, Mark } from '../drawing/drawing.ts';
import { Canvas } from '../layout/canvas.ts';
import { CUSTOMS_NOTICE } from '../layout/sample-band.ts';
import type { CustomsContent, Party } from './customs-content.ts';
import { CONTENTS_NAMES, poundsAndOunces } from './customs-figures.ts';
import { drawField } from './fields.ts';
import { drawEnd, END_HEIGHT } from './invoice-end.ts';
import { rowsOfPages } from './invoice-pages.ts';
import { drawHeads, drawRow, HEADS_HEIGHT, rowHeight } from './invoice-table.ts';
import { BOTTOM, CENTER, FIELD, LEFT, PAGE, RIGHT, TOP, WIDTH } from './letter-page.ts';

const COPIES = ['ORIGINAL', 'COPY 1', 'COPY 2'] as const;
const FIRST_TABLE_TOP = 866;
const NEXT_TABLE_TOP = 352;
/** Above the black band. */
const TABLE_BOTTOM = BOTTOM - 76;
const GAP = 16;

interface Page {
  number: number;
  count: number;
}

/** Carriers ask for an original and two copies. */
export function drawCommercialInvoice(content: CustomsContent): Drawing[] {
  const heights = content.items.map(rowHeight);
  const pages = rowsOfPages(heights, {
    first: TABLE_BOTTOM - FIRST_TABLE_TOP - HEADS_HEIGHT,
    next: TABLE_BOTTOM - NEXT_TABLE_TOP - HEADS_HEIGHT,
    end: END_HEIGHT + GAP,
  });
  const marks = pages.map((rows, index) =>
    drawPage(content, rows, heights, { number: index + 1, count: pages.length }),
  );
  return COPIES.flatMap((copy) => marks.map((page) => withCopyName(page, copy)));
}

/** The copies differ only in their name, so everything else is drawn and compressed once. */
function withCopyName(page: readonly Mark[], copy: string): Drawing {
  const canvas = new Canvas(page, PAGE);
  canvas.text(copy, RIGHT - 150, TOP + 41, { size: 40, bold: true, white: true, align: 'center' });
  return canvas.drawing();
}

function drawPage(
  content: CustomsContent,
  rows: readonly number[],
  heights: readonly number[],
  page: Page,
): readonly Mark[] {
  const canvas = new Canvas([], PAGE);
  drawHead(canvas, content, page);
  const isFirst = page.number === 1;
  if (isFirst) {
    drawParties(canvas, content);
    drawFacts(canvas, content);
  }
  let y = isFirst ? FIRST_TABLE_TOP : NEXT_TABLE_TOP;
  drawHeads(canvas, y);
  y += HEADS_HEIGHT;
  for (const row of rows) {
    const [item, height] = [content.items[row], heights[row] ?? 0];
    if (item) drawRow(canvas, item, { number: row + 1, y, height });
    y += height;
  }
  if (page.number === page.count) drawEnd(canvas, content, TABLE_BOTTOM - END_HEIGHT);
  else
    canvas.text('Continued on the next page', RIGHT, Math.min(y + 34, TABLE_BOTTOM), {
      size: 24,
      align: 'right',
    });
  drawBand(canvas);
  return canvas.marks;
}

function drawHead(canvas: Canvas, content: CustomsContent, { number, count }: Page) {
  canvas.text('COMMERCIAL INVOICE', LEFT, TOP + 52, { size: 68, bold: true });
  canvas.box(RIGHT - 300, TOP - 6, 300, 66);
  canvas.text(`Page ${number} of ${count}`, RIGHT - 320, TOP + 41, { size: 28, align: 'right' });
  canvas.box(LEFT, TOP + 76, WIDTH, 5);
  const { carrier, serviceName, trackingNumber, invoiceNumber, date, reference } = content;
  const fields = [
    ['Carrier and service', `${carrier} ${serviceName.replace(new RegExp(`^${carrier}\\b\\s*`), '')}`],
    ['Waybill number', trackingNumber],
    ['Invoice number', invoiceNumber || trackingNumber],
    ['Invoice date', date],
  ] as const;
  const [wide, high] = [400, 68];
  fields.forEach(([caption, text], index) => {
    const [x, y] = [LEFT + (index % 2) * wide, TOP + 96 + Math.floor(index / 2) * high];
    drawField(canvas, { x, y, width: wide, height: high }, caption, text, { ...FIELD, bold: index === 1 });
  });
  const barCenter = LEFT + 2 * wide + (WIDTH - 2 * wide) / 2;
  canvas.bars(trackingNumber.replace(/\s/g, ''), {
    center: Math.round(barCenter),
    y: TOP + 98,
    height: 100,
    width: WIDTH - 2 * wide,
  });
  canvas.text(trackingNumber, Math.round(barCenter), TOP + 230, { size: 28, align: 'center' });
  if (reference !== '' && number === 1)
    drawField(
      canvas,
      { x: LEFT, y: TOP + 96 + 2 * high, width: 2 * wide, height: high },
      'Order reference',
      reference,
      FIELD,
    );
}

function drawParties(canvas: Canvas, { from, to }: CustomsContent) {
  const area = { y: 412, width: WIDTH / 2, height: 264 };
  drawField(canvas, { x: LEFT, ...area }, 'Exporter (shipper)', partyLines(from), { ...FIELD, size: 28 });
  drawField(canvas, { x: CENTER, ...area }, 'Consignee (importer)', partyLines(to), { ...FIELD, size: 28 });
}

const partyLines = ({ lines, phone, email, taxId }: Party): string[] => [
  ...lines,
  [phone && `Phone: ${phone}`, email && `Email: ${email}`].filter(Boolean).join('   '),
  taxId && `Tax ID: ${taxId}`,
];

/** Four fields in each of two rows. */
function drawFacts(canvas: Canvas, content: CustomsContent) {
  const { from, to, contentsType, explanation, filing, grossOz } = content;
  const reason = contentsType === 'other' && explanation ? explanation : CONTENTS_NAMES[contentsType];
  const fields = [
    ['Country of export', from.country],
    ['Country of ultimate destination', to.country],
    ['Reason for export', reason],
    ['Terms of sale (incoterm)', `${INCOTERM} ${to.city}`],
    ['Currency', 'USD'],
    ['Export filing', filing],
    ['Importer of record', 'Same as consignee'],
    ['Packages and gross weight', `1 package, ${poundsAndOunces(grossOz)}`],
  ] as const;
  fields.forEach(([caption, text], index) => {
    const area = {
      x: LEFT + (index % 4) * (WIDTH / 4),
      y: 692 + Math.floor(index / 4) * 76,
      width: WIDTH / 4,
      height: 76,
    };
    drawField(canvas, area, caption, text, FIELD);
  });
}

function drawBand(canvas: Canvas) {
  canvas.box(LEFT, BOTTOM - 60, WIDTH, 60);
  canvas.text(CUSTOMS_NOTICE, CENTER, BOTTOM - 16, { size: 40, bold: true, white: true, align: 'center' });
}
