import type { PackageType } from '@lading/contract/parcel.ts';
import type { ReactNode } from 'react';

const SHAPES: Record<PackageType, ReactNode> = {
  envelope: (
    <>
      <path d="M5.5 14.5 30 8.5l12.5 19L18 35.5z" />
      <path d="m5.5 14.5 21 8L30 8.5" />
    </>
  ),
  package: (
    <>
      <path d="M7.5 16.5 24 9.5l16.5 7L24 23.5zM7.5 16.5V33L24 40.5 40.5 33V16.5M24 23.5v17" />
      <path d="m15.5 13 16.5 7.2v6" className="stroke-signal-text" />
    </>
  ),
  tube: (
    <>
      <path d="m12 41 26-26M5.5 34.5l26-26" />
      <ellipse cx="34.8" cy="11.8" rx="4.6" ry="4.6" />
      <path d="M12 41a4.6 4.6 0 0 1-6.5-6.5" />
      <path d="M14.5 25.5 21 32" className="stroke-signal-text" />
    </>
  ),
  pallet: (
    <>
      <path d="M6.5 34.5 24 27l17.5 7.5L24 42zM6.5 34.5v4L24 46l17.5-7.5v-4M24 42v4" />
      <path d="M11.5 16.5 24 11l12.5 5.5L24 22zM11.5 16.5v14L24 36l12.5-5.5v-14M24 22v14" />
    </>
  ),
};

export function PackageDrawing({ type }: { type: PackageType }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 48 48"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinejoin="round"
      strokeLinecap="round"
      className="size-12"
    >
      {SHAPES[type]}
    </svg>
  );
}

const WIDTH = 220;
const HEIGHT = 150;
const COS = Math.cos(Math.PI / 6);
const SIN = Math.sin(Math.PI / 6);

/** An isometric box, drawn to scale. */
export function BoxOutline({ size }: { size: readonly [number, number, number] }) {
  const [length, width, height] = size;
  const scale = Math.min(
    (WIDTH - 8) / ((length + width) * COS),
    (HEIGHT - 8) / ((length + width) * SIN + height),
  );
  const x = (l: number, w: number) => ((l - w) * COS * scale).toFixed(1);
  const y = (l: number, w: number, h: number) => (((l + w) * SIN - h) * scale).toFixed(1);
  const at = (l: number, w: number, h: number) => `${x(l, w)} ${y(l, w, h)}`;
  const left = -width * COS * scale - (WIDTH - (length + width) * COS * scale) / 2;
  const top = -height * scale - (HEIGHT - ((length + width) * SIN + height) * scale) / 2;
  return (
    <svg
      aria-hidden="true"
      viewBox={`${left} ${top} ${WIDTH} ${HEIGHT}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinejoin="round"
      className="h-auto w-full max-w-55 text-text-2"
    >
      <path
        d={`M${at(0, 0, height)} L${at(length, 0, height)} L${at(length, width, height)} L${at(0, width, height)}z`}
      />
      <path
        d={`M${at(0, width, height)} L${at(0, width, 0)} L${at(length, width, 0)} L${at(length, 0, 0)} L${at(length, 0, height)}`}
      />
      <path d={`M${at(length, width, height)} L${at(length, width, 0)}`} />
    </svg>
  );
}
