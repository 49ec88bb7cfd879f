import { inflateSync } from 'node:zlib';
import type { Resolution } from '../drawing/drawing.ts';
import { LABEL } from '../pdf/label-pieces.ts';
import { followedBy, IDENTITY, type Matrix } from '../pdf/matrix.ts';
import { BULLSEYE, HEXAGON, SHAPE_NAMES } from '../pdf/shared-resources.ts';
import type { PageStream } from '../pdf/stored-page.ts';
import type { Picture } from './picture.fixture.ts';

/**
 * Rasterizes the shapes of our pages like a simple printer: a dot is black when its center is inside. Skips text,
 * because bar codes are not text.
 */
export function pictureOfPage(page: PageStream, resolution: Resolution, size = LABEL): Picture {
  const scale = resolution / 72;
  const [width, height] = [Math.floor(size.width * scale), Math.round(size.height * scale)];
  const picture: Picture = { width, height, grey: new Uint8Array(width * height).fill(255) };
  draw(inflateSync(page).toString('latin1'), [scale, 0, 0, -scale, 0, picture.height], picture);
  return picture;
}

const SHAPES: Record<string, string> = {
  [`/${SHAPE_NAMES.hexagon}`]: HEXAGON.content,
  [`/${SHAPE_NAMES.bullseye}`]: BULLSEYE.content,
};
const TOKENS = /\((?:\\.|[^\\)])*\)|[^\s(/]+|\/[^\s(/]+/gs;

type Point = readonly [x: number, y: number];

function draw(content: string, start: Matrix, picture: Picture) {
  let matrix = start;
  const saved: Matrix[] = [];
  let operands: string[] = [];
  let outlines: Point[][] = [];
  const point = (at: number): Point => {
    const [x = 0, y = 0] = operands.slice(at).map(Number);
    const [, , , , across, down] = followedBy([1, 0, 0, 1, x, y], matrix);
    return [across, down];
  };
  const last = () => outlines.at(-1) ?? [];
  const operators: Record<string, () => void> = {
    q: () => saved.push(matrix),
    Q: () => {
      matrix = saved.pop() ?? IDENTITY;
    },
    cm: () => {
      const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = operands.map(Number);
      matrix = followedBy([a, b, c, d, e, f], matrix);
    },
    m: () => outlines.push([point(0)]),
    l: () => last().push(point(0)),
    c: () => last().push(...curve(last().at(-1) ?? [0, 0], point(0), point(2), point(4))),
    re: () => {
      const [x = 0, y = 0, width = 0, height = 0] = operands.map(Number);
      const corners = [
        [x, y],
        [x + width, y],
        [x + width, y + height],
        [x, y + height],
      ];
      outlines.push(
        corners.map(([across = 0, up = 0]) => {
          const [, , , , e, f] = followedBy([1, 0, 0, 1, across, up], matrix);
          return [e, f];
        }),
      );
    },
    f: () => {
      // Rectangles of one path never overlap, so both fill rules give the same result.
      fill(outlines, picture);
      outlines = [];
    },
    Do: () => draw(SHAPES[operands[0] ?? ''] ?? '', matrix, picture),
  };
  operators['f*'] = operators.f ?? (() => {});
  for (const [token] of content.matchAll(TOKENS)) {
    if (/^[-\d.(/]/.test(token)) {
      operands.push(token);
      continue;
    }
    operators[token]?.();
    operands = [];
  }
}

function curve([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point, [dx, dy]: Point): Point[] {
  return [1, 2, 3, 4, 5, 6, 7, 8].map((step) => {
    const [t, u] = [step / 8, 1 - step / 8];
    const mix = (a: number, b: number, c: number, d: number) =>
      u ** 3 * a + 3 * u * u * t * b + 3 * u * t * t * c + t ** 3 * d;
    return [mix(ax, bx, cx, dx), mix(ay, by, cy, dy)] as const;
  });
}

/** Row by row: dark between every first and second crossing of an edge. */
function fill(outlines: Point[][], { width, height, grey }: Picture) {
  const rows = new Map<number, number[]>();
  for (const outline of outlines) {
    outline.forEach(([ax, ay], at) => {
      const [bx, by] = outline[(at + 1) % outline.length] ?? [ax, ay];
      const [top, bottom] = [Math.min(ay, by), Math.max(ay, by)];
      for (let row = Math.max(0, Math.ceil(top - 0.5)); row + 0.5 < bottom && row < height; row++) {
        const x = ax + ((row + 0.5 - ay) / (by - ay)) * (bx - ax);
        const crossings = rows.get(row);
        if (crossings) crossings.push(x);
        else rows.set(row, [x]);
      }
    });
  }
  for (const [row, crossings] of rows) {
    crossings.sort((one, other) => one - other);
    for (let at = 0; at + 1 < crossings.length; at += 2) {
      const first = Math.max(0, Math.ceil((crossings[at] ?? 0) - 0.5));
      const end = Math.min(width, Math.ceil((crossings[at + 1] ?? 0) - 0.5));
      if (end > first) grey.fill(0, row * width + first, row * width + end);
    }
  }
}
