import { encodeCode128 } from '@lading/contract/code128.ts';
import type { Align, Drawing, Mark } from '../drawing/drawing.ts';
import { cutToWidth, LEADING, setBlock, sizeThatFits } from './type-setting.ts';

interface PageDots {
  width: number;
  height: number;
}

/** 4 × 6 in at 203 dots per inch. */
const PAGE = { width: 812, height: 1218 } as const;
/** The frame's outer edge. */
export const EDGE = { left: 16, right: 796, top: 16, bottom: 1202 } as const;
export const MIDDLE = PAGE.width / 2;
/** About eight points, the smallest type of an address. */
export const SMALLEST = 18;

interface Style {
  size: number;
  bold?: boolean;
  white?: boolean;
  align?: Align;
}

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Space extends Area {
  size: number;
  smallest?: number;
  bold?: boolean;
}

interface BarSpace {
  center: number;
  y: number;
  height: number;
  width: number;
  /** The widest module in dots. */
  maxModule?: number;
}

/** What every label of a layout has. */
export function templateOf(draw: (canvas: Canvas) => void): readonly Mark[] {
  const canvas = new Canvas();
  draw(canvas);
  return canvas.marks;
}

/** Collects the marks of one label, after those of its template. */
export class Canvas {
  readonly marks: Mark[];
  readonly #template: readonly Mark[];
  readonly #page: PageDots;

  constructor(template: readonly Mark[] = [], page: PageDots = PAGE) {
    this.#template = template;
    this.#page = page;
    this.marks = [...template];
  }

  drawing(): Drawing {
    const { width, height } = this.#page;
    return { resolution: 203, width, height, marks: this.marks, template: this.#template };
  }

  box(x: number, y: number, width: number, height: number) {
    this.marks.push({ kind: 'box', x, y, width, height });
  }

  frame(x: number, y: number, width: number, height: number, thick: number) {
    this.box(x, y, width, thick);
    this.box(x, y + height - thick, width, thick);
    this.box(x, y, thick, height);
    this.box(x + width - thick, y, thick, height);
  }

  rule(y: number, thick: number) {
    this.box(EDGE.left, y, EDGE.right - EDGE.left, thick);
  }

  text(text: string, x: number, baseline: number, style: Style) {
    if (text === '') return;
    const { size, bold = false, white = false, align = 'left' } = style;
    this.marks.push({ kind: 'text', x, baseline, size, bold, white, align, text });
  }

  /** Shrinks the line to the width, and cuts it with dots when even the smallest type is too wide. */
  line(text: string, x: number, baseline: number, width: number, style: Style & { smallest?: number }) {
    const { smallest = SMALLEST, bold = false } = style;
    const size = sizeThatFits(text, width, style.size, smallest, bold);
    this.text(cutToWidth(text, width, size, bold), x, baseline, { ...style, size });
  }

  /** Wraps, then shrinks. Returns the baseline of the last line. */
  block(lines: string[], space: Space): number {
    const { x, y, bold = false, smallest = SMALLEST } = space;
    const set = setBlock(lines, { ...space, bold, smallest });
    let baseline = y;
    set.lines.forEach((line, index) => {
      baseline = Math.round(y + set.size * (0.8 + index * LEADING));
      this.text(line, x, baseline, { size: set.size, bold });
    });
    return baseline;
  }

  /** Uses the widest modules that leave a quiet zone of ten on both sides. */
  bars(text: string, { center, y, height, width, maxModule = 3 }: BarSpace) {
    const symbol = encodeCode128(text);
    const module = Math.max(1, Math.min(maxModule, Math.floor(width / (symbol.modules + 20))));
    this.marks.push({ kind: 'linear', symbol, center, y, module, height });
  }
}
