import { type ReactNode, useId } from 'react';
import { formatPercent } from './format-figures.ts';

/** Differ in pattern, not only in color. */
const LOOKS = {
  delivered: { fill: 'fill-viz-delivered', drawn: null },
  shipped: { fill: 'fill-viz-shipped', drawn: <path d="M-2 6L6 -2M0 8L8 0M2 10L10 2" /> },
  pending: { fill: 'fill-viz-pending', drawn: <path d="M1 2H4M5 6H8" /> },
  failed: { fill: 'fill-viz-failed', drawn: <path d="M0 0L8 8M8 0L0 8" /> },
} as const satisfies Record<string, { fill: string; drawn: ReactNode }>;
type SegmentLook = keyof typeof LOOKS;

interface Segment {
  look: SegmentLook;
  /** In percent. The shares of all segments add up to 100, as in the table beside the bar. */
  share: number;
}

const BAR_TOP = 18;
const BAR_HEIGHT = 28;
/** The share of the bar, in percent, that a number above it needs on a phone. */
const ROOM_FOR_SHARE = 13;

export function StackBar({ segments }: { segments: readonly Segment[] }) {
  const id = useId();
  let start = 0;
  return (
    <svg aria-hidden="true" width="100%" height={BAR_TOP + BAR_HEIGHT} className="block">
      <Patterns id={id} />
      <rect y={BAR_TOP} width="100%" height={BAR_HEIGHT} className="fill-surface-2" />
      {segments
        .filter(({ share }) => share > 0)
        .map(({ look, share }) => {
          const from = start;
          start += share;
          return (
            <g key={look}>
              <Piece id={id} look={look} x={`${from}%`} y={BAR_TOP} width={`${share}%`} height={BAR_HEIGHT} />
              {share >= ROOM_FOR_SHARE && (
                <text x={`${from}%`} dx={1} y={12} className="num fill-text-2 text-[0.75rem] font-semibold">
                  {formatPercent(share)}
                </text>
              )}
            </g>
          );
        })}
    </svg>
  );
}

/** The legend sample of a segment. */
export function SegmentSample({ look }: { look: SegmentLook }) {
  const id = useId();
  return (
    <svg aria-hidden="true" width="16" height="16" className="shrink-0">
      <Patterns id={id} />
      <Piece id={id} look={look} x={0} y={0} width={16} height={16} />
    </svg>
  );
}

function Patterns({ id }: { id: string }) {
  return (
    <defs>
      {Object.entries(LOOKS).map(([look, { drawn }]) => (
        <pattern key={look} id={`${id}${look}`} patternUnits="userSpaceOnUse" width="8" height="8">
          <g className="stroke-surface" strokeWidth={1.25} strokeOpacity={0.75}>
            {drawn}
          </g>
        </pattern>
      ))}
    </defs>
  );
}

interface PieceProps {
  id: string;
  look: SegmentLook;
  x: string | number;
  y: number;
  width: string | number;
  height: number;
}

/** A stroke in the background color separates neighboring segments. */
function Piece({ id, look, ...box }: PieceProps) {
  return (
    <>
      <rect {...box} className={LOOKS[look].fill} />
      <rect {...box} fill={`url(#${id}${look})`} strokeWidth={2} className="stroke-surface" />
    </>
  );
}
