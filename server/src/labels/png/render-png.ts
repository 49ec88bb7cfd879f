import {
  type Drawing,
  type Hexagons,
  type Linear,
  leftOf,
  type Mark,
  type Stacked,
} from '../drawing/drawing.ts';
import { maxiCodeShape } from '../drawing/maxicode-shape.ts';
import { Bitmap } from './bitmap.ts';
import { drawText } from './draw-text.ts';

/** Renders a label as PNG; one pixel is one printer dot. */
export function renderPng(drawing: Drawing): Uint8Array {
  return rasterise(drawing).toPng(drawing.resolution);
}

export function rasterise(drawing: Drawing): Bitmap {
  const bitmap = new Bitmap(drawing.width, drawing.height);
  for (const mark of drawing.marks) draw(bitmap, mark, drawing);
  return bitmap;
}

function draw(bitmap: Bitmap, mark: Mark, drawing: Drawing) {
  switch (mark.kind) {
    case 'box':
      return bitmap.fill(mark.x, mark.y, mark.x + mark.width, mark.y + mark.height);
    case 'text':
      return drawText(bitmap, mark);
    case 'linear':
      return drawBars(bitmap, mark);
    case 'stacked':
      return drawStacked(bitmap, mark);
    case 'hexagons':
      return drawHexagons(bitmap, mark, drawing);
  }
}

function drawBars(bitmap: Bitmap, mark: Linear) {
  drawRow(bitmap, mark.symbol.widths, mark, mark.y, mark.y + mark.height);
}

function drawRow(bitmap: Bitmap, widths: Uint8Array, mark: Linear | Stacked, top: number, bottom: number) {
  let x = leftOf(mark);
  widths.forEach((width, at) => {
    const next = x + width * mark.module;
    if (at % 2 === 0) bitmap.fill(x, top, next, bottom);
    x = next;
  });
}

function drawStacked(bitmap: Bitmap, mark: Stacked) {
  const { widths, elements, rows } = mark.symbol;
  for (let row = 0; row < rows; row++) {
    const y = mark.y + row * mark.rowHeight;
    drawRow(bitmap, widths.subarray(row * elements, (row + 1) * elements), mark, y, y + mark.rowHeight);
  }
}

function drawHexagons(bitmap: Bitmap, mark: Hexagons, { resolution }: Drawing) {
  const shape = maxiCodeShape(resolution);
  const { x: half, y: tip } = shape.reach;
  mark.symbol.grid.forEach((dark, place) => {
    if (dark === 0) return;
    const center = shape.centerOf(place);
    const [x, y] = [mark.x + center.x, mark.y + center.y];
    for (let row = Math.floor(y - tip); row <= y + tip; row++) {
      const away = Math.abs(row + 0.5 - y);
      if (away > tip) continue;
      const reach = Math.min(half, (2 * half * (tip - away)) / tip);
      bitmap.span(x - reach, x + reach, row);
    }
  });
  const [x, y] = [mark.x + shape.bullseye.x, mark.y + shape.bullseye.y];
  for (const { outer, inner } of shape.rings) {
    disc(bitmap, x, y, outer, false);
    disc(bitmap, x, y, inner, true);
  }
}

function disc(bitmap: Bitmap, x: number, y: number, radius: number, white: boolean) {
  for (let row = Math.floor(y - radius); row <= y + radius; row++) {
    const away = row + 0.5 - y;
    if (Math.abs(away) > radius) continue;
    const reach = Math.sqrt(radius * radius - away * away);
    bitmap.span(x - reach, x + reach, row, white);
  }
}
