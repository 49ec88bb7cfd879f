import type { ReactNode } from 'react';

function Drawing({ children }: { children: ReactNode }) {
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
      {children}
    </svg>
  );
}

export function LabelDrawing() {
  return (
    <Drawing>
      <path d="M10.5 4.5h27v39h-27z" />
      <path d="M10.5 12.5h27" strokeWidth="3" strokeLinecap="butt" />
      <path d="M14.5 8.5h9M14.5 18h6M14.5 22h15M14.5 26h11" />
      <path
        d="M15 31.5v8M18 31.5v8M20.5 31.5v8M24.5 31.5v8M27 31.5v8M30.5 31.5v8M33 31.5v8"
        className="stroke-signal-text"
        strokeLinecap="butt"
      />
    </Drawing>
  );
}

export function BulkDrawing() {
  return (
    <Drawing>
      <path d="M14.5 10.5v-4h27v30h-4" className="text-text-3" stroke="currentColor" />
      <path d="M6.5 10.5h31v33h-31z" />
      <path d="M6.5 18.5h31M6.5 26.5h31M6.5 34.5h31M16.5 10.5v33" />
      <path d="M27 39.5V24M21.5 29.5 27 24l5.5 5.5" className="stroke-signal-text" strokeWidth="2" />
    </Drawing>
  );
}

export function HistoryDrawing() {
  return (
    <Drawing>
      <path d="M5.5 16.5 20 10l14.5 6.5L20 23zM5.5 16.5V33L20 40l4-2M20 23v17M34.5 16.5V22" />
      <path d="m12.5 13.4 14.6 6.6v6" />
      <circle cx="34" cy="33" r="9.5" className="stroke-signal-text" />
      <path d="M34 27.5V33l4 2.5" className="stroke-signal-text" />
    </Drawing>
  );
}
