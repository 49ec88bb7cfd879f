import type { ReactNode } from 'react';

const INCH = 80;

/** One tick per tenth of an inch, longer at half inches and inches. */
function ticks(inches: number): string {
  let path = '';
  for (let tenth = 0; tenth <= inches * 10; tenth++) {
    const length = tenth % 10 === 0 ? 12 : tenth % 5 === 0 ? 8 : 4;
    path += `M${(tenth * INCH) / 10 + 0.5} 20v-${length}`;
  }
  return path;
}

const numerals = (inches: number) => Array.from({ length: inches }, (_, index) => index + 1);

function Ruler({ inches, className }: { inches: number; className: string }) {
  return (
    <div aria-hidden="true" className={className}>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${inches * INCH + 1} 20`}
        className="block w-full overflow-visible"
      >
        <path d={ticks(inches)} className="stroke-control" strokeWidth="1" fill="none" />
      </svg>
      <div className="absolute inset-0 -top-0.5 flex font-mono text-[9px] leading-none text-text-3">
        {numerals(inches).map((inch) => (
          <span
            key={inch}
            data-inch={inch}
            className="flex-1 pr-1 text-right after:content-[attr(data-inch)]"
          />
        ))}
      </div>
    </div>
  );
}

/** A mat with rulers; the label is shown at 80% of its printed size. */
export function RuledWell({ children }: { children: ReactNode }) {
  return (
    <div className="flex justify-center overflow-hidden rounded-card border border-line bg-surface-2 px-3 pt-3 pb-8 sm:px-8">
      <div className="relative w-full max-w-80 pt-6 sm:max-w-86 sm:pl-6">
        <Ruler inches={4} className="absolute top-0 left-0 w-full max-w-[321px] sm:left-6" />
        <div className="absolute top-6 left-0 hidden h-[481px] w-5 sm:block">
          <Ruler
            inches={6}
            className="absolute top-0 left-5 w-[481px] max-w-none origin-top-left rotate-90"
          />
        </div>
        {children}
      </div>
    </div>
  );
}
