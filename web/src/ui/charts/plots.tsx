import { Fragment } from 'react';
import { bandOf, labeledPoints, lineThrough, type PlotArea, xOf, yOf } from './plot-scale.ts';

/** Plot parts for an `svg` that is hidden from screen readers, which get a description and a table instead. */

const MAX_COLUMN_WIDTH = 48;
const ROOM_FOR_VALUE = 42;
const ROOM_FOR_POINT = 12;
const textClass = 'num text-[0.6875rem]';

export function Gridlines({ area, format }: { area: PlotArea; format: (value: number) => string }) {
  return area.ticks.map((tick) => {
    const y = Math.round(yOf(area, tick)) + 0.5;
    return (
      <Fragment key={tick}>
        <line
          x1={area.left}
          x2={area.left + area.width}
          y1={y}
          y2={y}
          className={tick === 0 ? 'stroke-control' : 'stroke-line'}
        />
        <text x={area.left - 8} y={y} dy="0.32em" textAnchor="end" className={`${textClass} fill-text-3`}>
          {format(tick)}
        </text>
      </Fragment>
    );
  });
}

export function Columns(props: {
  area: PlotArea;
  values: readonly number[];
  format: (value: number) => string;
}) {
  const { area, values, format } = props;
  const band = bandOf(area);
  const width = Math.max(1, Math.min(MAX_COLUMN_WIDTH, band * 0.66));
  const bottom = yOf(area, 0);
  return values.map((value, index) => {
    const x = xOf(area, index);
    const y = yOf(area, value);
    return (
      <Fragment key={x}>
        <rect x={x - width / 2} y={y} width={width} height={bottom - y} className="fill-viz-1" />
        {value > 0 && band >= ROOM_FOR_VALUE && <Value x={x} y={y - 6} text={format(value)} />}
      </Fragment>
    );
  });
}

/** An outline in the background color keeps the text readable where a line crosses it. */
const Value = ({ x, y, text }: { x: number; y: number; text: string }) => (
  <text
    x={x}
    y={y}
    textAnchor="middle"
    paintOrder="stroke"
    strokeWidth={3}
    className={`${textClass} fill-text-2 stroke-surface`}
  >
    {text}
  </text>
);

/** Differ in stroke and points, not only in color. */
const LINES = {
  solid: { stroke: 'stroke-viz-1', point: 'fill-viz-1 stroke-viz-1', dash: undefined },
  dashed: { stroke: 'stroke-viz-2', point: 'fill-surface stroke-viz-2', dash: '5 4' },
} as const;
type LineLook = keyof typeof LINES;

export function Line(props: {
  area: PlotArea;
  values: readonly number[];
  look: LineLook;
  /** Omit it to draw points without values. */
  format?: (value: number) => string;
}) {
  const { area, values, look, format } = props;
  const points = values.map((value, index) => [xOf(area, index), yOf(area, value)] as const);
  const band = bandOf(area);
  return (
    <>
      <LineStroke d={lineThrough(points)} look={look} />
      {band >= ROOM_FOR_POINT &&
        points.map(([x, y]) => (
          <circle key={x} cx={x} cy={y} r={3} strokeWidth={1.5} className={LINES[look].point} />
        ))}
      {format &&
        band >= ROOM_FOR_VALUE &&
        points.map(([x, y], index) => {
          const value = values[index] ?? 0;
          return value > 0 && <Value key={x} x={x} y={y - 9} text={format(value)} />;
        })}
    </>
  );
}

const LineStroke = ({ d, look }: { d: string; look: LineLook }) => (
  <path
    d={d}
    fill="none"
    strokeWidth={2}
    strokeLinejoin="round"
    strokeDasharray={LINES[look].dash}
    className={LINES[look].stroke}
  />
);

/** A line sample for the legend. */
export const LineSample = ({ look }: { look: LineLook }) => (
  <svg aria-hidden="true" width="28" height="10" className="shrink-0">
    <LineStroke d="M0 5L28 5" look={look} />
    <circle cx={14} cy={5} r={3} strokeWidth={1.5} className={LINES[look].point} />
  </svg>
);

export function PointNames(props: { area: PlotArea; y: number; names: readonly string[]; room: number }) {
  const { area, y, names, room } = props;
  return labeledPoints(names.length, bandOf(area), room).map((index) => (
    <text key={index} x={xOf(area, index)} y={y} textAnchor="middle" className={`${textClass} fill-text-2`}>
      {names[index]}
    </text>
  ));
}

/** Tooltips. They cover the full height, so that hovering anywhere in the column shows them. */
export function PointHints(props: { area: PlotArea; height: number; hints: readonly string[] }) {
  const { area, height, hints } = props;
  const band = bandOf(area);
  return hints.map((hint, index) => (
    <rect
      key={hint}
      x={xOf(area, index) - band / 2}
      y={0}
      width={band}
      height={height}
      className="fill-text opacity-0 hover:opacity-5"
    >
      <title>{hint}</title>
    </rect>
  ));
}
