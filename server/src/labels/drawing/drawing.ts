import type { Code128Symbol } from '@lading/contract/code128.ts';
import type { MaxiCodeSymbol } from '../barcodes/maxicode.ts';
import type { Pdf417Symbol } from '../barcodes/pdf417.ts';

/** Dots per inch of label printers. */
export const RESOLUTIONS = [203, 300] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** Positions are printer dots from the top left corner. Marks are black, or white on black. */
export type Mark = Box | Text | Linear | Stacked | Hexagons;

export interface Box {
  kind: 'box';
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Text {
  kind: 'text';
  /** Left, center or right of the line, by `align`. */
  x: number;
  baseline: number;
  size: number;
  bold: boolean;
  white: boolean;
  align: Align;
  /** Only characters of WinAnsi. */
  text: string;
}

export type Align = 'left' | 'center' | 'right';

/** Placed by its center, because its length depends on whole dots per module. */
export interface Linear {
  kind: 'linear';
  symbol: Code128Symbol;
  center: number;
  y: number;
  module: number;
  height: number;
}

export interface Stacked {
  kind: 'stacked';
  symbol: Pdf417Symbol;
  text: string;
  center: number;
  y: number;
  module: number;
  rowHeight: number;
}

/** MaxiCode has a fixed size. */
export interface Hexagons {
  kind: 'hexagons';
  symbol: MaxiCodeSymbol;
  /** Primary and secondary message, for printers that draw the symbol themselves. */
  primary: string;
  text: string;
  x: number;
  y: number;
}

export interface Drawing {
  resolution: Resolution;
  width: number;
  height: number;
  marks: Mark[];
  /** Marks that every drawing of this layout starts with, so that they can be written once. */
  template?: readonly Mark[];
}

/** Layouts are made for 203 dpi. Edges move to the nearest dot, modules to whole dots. */
export function atResolution(drawing: Drawing, resolution: Resolution): Drawing {
  if (drawing.resolution === resolution) return drawing;
  const to = (dots: number) => Math.round((dots * resolution) / drawing.resolution);
  const marks = drawing.marks.map((mark) => moved(mark, to));
  return { resolution, width: to(drawing.width), height: to(drawing.height), marks };
}

function moved(mark: Mark, to: (dots: number) => number): Mark {
  switch (mark.kind) {
    case 'box': {
      const [x, y] = [to(mark.x), to(mark.y)];
      const [right, bottom] = [to(mark.x + mark.width), to(mark.y + mark.height)];
      return { ...mark, x, y, width: right - x, height: bottom - y };
    }
    case 'text':
      return { ...mark, x: to(mark.x), baseline: to(mark.baseline), size: to(mark.size) };
    case 'linear': {
      const [center, y, module] = [to(mark.center), to(mark.y), to(mark.module)];
      return { ...mark, center, y, module, height: to(mark.height) };
    }
    case 'stacked': {
      const [center, y, module] = [to(mark.center), to(mark.y), to(mark.module)];
      return { ...mark, center, y, module, rowHeight: to(mark.rowHeight) };
    }
    case 'hexagons':
      return { ...mark, x: to(mark.x), y: to(mark.y) };
  }
}

/** The first dot of a centered bar code. It is even, so that bars of even width stay sharp at half size. */
export const leftOf = (mark: Linear | Stacked) =>
  2 * Math.floor((mark.center - (mark.symbol.modules * mark.module) / 2) / 2);
