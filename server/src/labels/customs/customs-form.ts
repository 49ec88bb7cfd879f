import { postalForm } from '@lading/contract/customs/postal-form.ts';
import { CONTENTS_TYPES, type ContentsType } from '@lading/contract/customs/vocabulary.ts';
import type { Drawing } from '../drawing/drawing.ts';
import { Canvas, EDGE, MIDDLE } from '../layout/canvas.ts';
import { CUSTOMS_NOTICE, drawSampleBand } from '../layout/sample-band.ts';
import type { CustomsContent, ItemTexts, Party } from './customs-content.ts';
import { kilograms, money, poundsAndOunces } from './customs-figures.ts';
import { type Column, cellsOf, drawCell, drawField, drawTick } from './fields.ts';

/** 4 × 6 in. The first page has room for five items, as on the carrier's own form. */
const FIRST_PAGE_ITEMS = 5;
const NEXT_PAGE_ITEMS = 13;
const ROW_HEIGHT = 50;

const LEFT = EDGE.left;
const WIDTH = EDGE.right - EDGE.left;
const FIELD = { caption: 14, size: 22 } as const;

const COLUMNS: readonly Column[] = [
  { caption: 'Detailed description of contents', width: 276 },
  { caption: 'Qty', width: 64, align: 'center' },
  { caption: 'Net weight', width: 132, align: 'center' },
  { caption: 'Value (USD)', width: 118, align: 'right' },
  { caption: 'HS tariff no.', width: 130, align: 'center' },
  { caption: 'Origin', width: 60, align: 'center' },
];

/** The gross weight takes the place of HS number and origin. */
const TOTALS_COLUMNS: readonly Column[] = [
  ...COLUMNS.slice(0, 4),
  { caption: 'Gross weight', width: 190, align: 'center' },
];
const TOTALS_HEIGHT = 48;

const TICKS: Record<ContentsType, string> = {
  gift: 'Gift',
  documents: 'Documents',
  sample: 'Sample',
  merchandise: 'Sale of goods',
  return: 'Returned goods',
  humanitarian: 'Humanitarian',
  other: 'Other',
};

interface Page {
  number: number;
  count: number;
  form: string;
}

/** A declaration in the style of the postal forms CN 22 and CN 23. */
export function drawCustomsForm(content: CustomsContent): Drawing[] {
  const { items, service, valueCents } = content;
  const form = postalForm(service, valueCents) === 'CN22' ? 'CN 22' : 'CN 23';
  const rest = items.slice(FIRST_PAGE_ITEMS);
  const more = Array.from({ length: Math.ceil(rest.length / NEXT_PAGE_ITEMS) }, (_, index) =>
    rest.slice(index * NEXT_PAGE_ITEMS, (index + 1) * NEXT_PAGE_ITEMS),
  );
  const count = 1 + more.length;
  return [
    drawFirst(content, { number: 1, count, form }),
    ...more.map((part, index) => drawNext(content, part, { number: index + 2, count, form })),
  ];
}

function drawFirst(content: CustomsContent, page: Page): Drawing {
  const canvas = new Canvas();
  drawHead(canvas, content, page);
  drawParty(canvas, { x: LEFT, caption: 'From (sender)', party: content.from });
  drawParty(canvas, { x: LEFT + WIDTH / 2, caption: 'To (addressee)', party: content.to });
  drawContents(canvas, content, 408);
  drawTable(canvas, content.items.slice(0, FIRST_PAGE_ITEMS), 488, FIRST_PAGE_ITEMS);
  drawTotals(canvas, content, page, 488 + 32 + FIRST_PAGE_ITEMS * ROW_HEIGHT);
  drawDetails(canvas, content, 818);
  drawCertificate(canvas, content, 946);
  drawSampleBand(canvas, CUSTOMS_NOTICE);
  return canvas.drawing();
}

function drawNext(content: CustomsContent, items: ItemTexts[], page: Page): Drawing {
  const canvas = new Canvas();
  drawHead(canvas, content, page);
  const area = { y: 208, width: WIDTH / 2, height: 96 };
  const [from, to] = [content.from, content.to].map(({ lines, country }) => [lines[0] ?? '', country]);
  drawField(canvas, { x: LEFT, ...area }, 'From (sender)', from ?? [], FIELD);
  drawField(canvas, { x: LEFT + WIDTH / 2, ...area }, 'To (addressee)', to ?? [], FIELD);
  drawTable(canvas, items, 316, NEXT_PAGE_ITEMS);
  drawField(
    canvas,
    { x: LEFT, y: 1012, width: WIDTH, height: 104 },
    'This page continues the customs declaration with the same number',
    [
      `Totals of all pages: ${content.items.length} items, USD ${money(content.valueCents)}, net weight ${poundsAndOunces(content.netOz)}`,
      `${content.date}   ${content.signer}`,
    ],
    FIELD,
  );
  drawSampleBand(canvas, CUSTOMS_NOTICE);
  return canvas.drawing();
}

function drawHead(canvas: Canvas, { trackingNumber }: CustomsContent, { form, number, count }: Page) {
  canvas.frame(LEFT, EDGE.top, WIDTH, EDGE.bottom - EDGE.top, 4);
  canvas.text('CUSTOMS DECLARATION', 32, 56, { size: 38, bold: true });
  canvas.text(`May be opened officially${count > 1 ? ` · Page ${number} of ${count}` : ''}`, 32, 82, {
    size: 20,
  });
  canvas.box(EDGE.right - 190, EDGE.top, 190, 78);
  canvas.text(form, EDGE.right - 95, 72, { size: 50, bold: true, white: true, align: 'center' });
  canvas.rule(92, 3);
  canvas.bars(trackingNumber.replace(/\s/g, ''), { center: MIDDLE, y: 102, height: 72, width: WIDTH - 8 });
  canvas.line(trackingNumber, MIDDLE, 201, 700, { size: 26, bold: true, align: 'center' });
}

function drawParty(canvas: Canvas, { x, caption, party }: { x: number; caption: string; party: Party }) {
  const { lines, phone } = party;
  const area = { x, y: 208, width: WIDTH / 2, height: 196 };
  drawField(canvas, area, caption, [...lines, phone && `TEL: ${phone}`], {
    ...FIELD,
    size: 20,
  });
}

/** Two rows of boxes, four in each. */
function drawContents(canvas: Canvas, { contentsType, explanation }: CustomsContent, y: number) {
  canvas.frame(LEFT, y - 4, WIDTH, 84, 2);
  const width = (WIDTH - 24) / 4;
  CONTENTS_TYPES.forEach((type, index) => {
    const isOther = type === 'other';
    const name = isOther && explanation !== '' ? `Other: ${explanation}` : TICKS[type];
    const area = {
      x: Math.round(LEFT + 14 + (index % 4) * width),
      y: y + 4 + Math.floor(index / 4) * 34,
      width: isOther ? 2 * width : width,
      height: 34,
    };
    drawTick(canvas, area, name, { chosen: type === contentsType, size: 20 });
  });
}

function drawTable(canvas: Canvas, items: readonly ItemTexts[], y: number, rows: number) {
  const height = 32 + rows * ROW_HEIGHT;
  canvas.frame(LEFT, y, WIDTH, height, 2);
  const heads = cellsOf(COLUMNS, { x: LEFT, y, width: WIDTH, height: 32 });
  heads.forEach((cell, index) => {
    drawCell(canvas, cell, [COLUMNS[index]?.caption ?? ''], { size: 17, bold: true, align: 'center' });
    if (index > 0) canvas.box(cell.x, y, 2, height);
  });
  for (let row = 0; row < rows; row++) {
    const top = y + 32 + row * ROW_HEIGHT;
    canvas.box(LEFT, top, WIDTH, row === 0 ? 2 : 1);
    const item = items[row];
    if (item) drawItem(canvas, item, top);
  }
}

function drawItem(canvas: Canvas, item: ItemTexts, y: number) {
  const texts = [
    [item.description],
    [item.quantity],
    [poundsAndOunces(item.weightOz), kilograms(item.weightOz)],
    [item.value],
    [item.hsCode],
    [item.origin],
  ];
  const cells = cellsOf(COLUMNS, { x: LEFT, y, width: WIDTH, height: ROW_HEIGHT });
  cells.forEach((cell, index) => {
    drawCell(canvas, cell, texts[index] ?? [], { size: 19, align: cell.align });
  });
}

function drawTotals(canvas: Canvas, content: CustomsContent, { count }: Page, y: number) {
  const { netOz, grossOz, quantity, valueCents } = content;
  const texts = [
    [count > 1 ? 'Totals of all pages' : 'Totals'],
    [String(quantity)],
    [poundsAndOunces(netOz), kilograms(netOz)],
    [money(valueCents)],
    [`Gross ${poundsAndOunces(grossOz)}`, kilograms(grossOz)],
  ];
  canvas.frame(LEFT, y, WIDTH, TOTALS_HEIGHT, 3);
  cellsOf(TOTALS_COLUMNS, { x: LEFT, y, width: WIDTH, height: TOTALS_HEIGHT }).forEach((cell, index) => {
    drawCell(canvas, cell, texts[index] ?? [], { size: 18, bold: true, align: cell.align });
  });
}

/** Three fields in each of two rows. */
function drawDetails(canvas: Canvas, content: CustomsContent, y: number) {
  const { nonDelivery, filing, invoiceNumber, from, to } = content;
  const fields = [
    ['Non-delivery instruction', nonDelivery === 'return' ? 'Return to sender' : 'Treat as abandoned'],
    ['Export filing (EEL/PFC or AES ITN)', filing],
    ['Invoice number', invoiceNumber],
    ["Importer's reference (tax ID)", to.taxId],
    ["Sender's reference (tax ID)", from.taxId],
    ["Importer's phone", to.phone],
  ] as const;
  fields.forEach(([caption, text], index) => {
    const area = {
      x: LEFT + (index % 3) * (WIDTH / 3),
      y: y + Math.floor(index / 3) * 64,
      width: WIDTH / 3,
      height: 64,
    };
    drawField(canvas, area, caption, text, FIELD);
  });
}

const CERTIFICATE =
  'I certify that the particulars given in this customs declaration are correct and that this item does not contain any dangerous article prohibited by legislation or by postal or customs regulations.';

function drawCertificate(canvas: Canvas, { signer, date }: CustomsContent, y: number) {
  canvas.block([CERTIFICATE], {
    x: LEFT + 12,
    y: y + 12,
    width: WIDTH - 24,
    height: 76,
    size: 20,
    smallest: 14,
  });
  const top = y + 92;
  drawField(canvas, { x: LEFT, y: top, width: 560, height: 1128 - top }, "Sender's signature", signer, {
    ...FIELD,
    size: 34,
  });
  drawField(canvas, { x: LEFT + 560, y: top, width: WIDTH - 560, height: 1128 - top }, 'Date', date, {
    ...FIELD,
    size: 30,
  });
}
