import { BULK } from '@lading/contract/messages.ts';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useRef } from 'react';
import { Scrollable } from '../../../ui/scrollable.tsx';
import type { BatchStore } from '../batch/batch-store.ts';
import { useListTop } from '../use-list-top.ts';
import { isNarrow } from '../use-narrow.ts';
import { LabelRow, type LabelRowActions } from './label-row.tsx';

/** Up to this many rows, all are in the document. */
const ALL_DRAWN = 100;
/** Estimates for wide and narrow screens; each row is measured once drawn. */
const ROW_PX = { wide: 63, narrow: 248 };
const HEADERS = Object.values(BULK.columns);

interface LabelsTableProps extends LabelRowActions {
  store: BatchStore;
  numbers: readonly number[];
}

export function LabelsTable({ numbers, ...row }: LabelsTableProps) {
  return (
    <Frame total={numbers.length}>
      {numbers.length > ALL_DRAWN ? (
        <VirtualRows numbers={numbers} {...row} />
      ) : (
        <tbody>
          {numbers.map((number, index) => (
            <LabelRow key={number} number={number} index={index + 2} {...row} />
          ))}
        </tbody>
      )}
    </Frame>
  );
}

function Frame({ total, children }: { total: number; children: ReactNode }) {
  return (
    <Scrollable label="Labels" className="rounded-card border border-line bg-surface">
      {/* biome-ignore-start lint/a11y/noRedundantRoles: the card layout would drop implicit roles. */}
      <table role="table" aria-rowcount={total + 1} className="data-table">
        <caption className="sr-only">Labels</caption>
        <thead role="rowgroup">
          <tr role="row" aria-rowindex={1}>
            {HEADERS.map((text) => (
              <th
                key={text}
                role="columnheader"
                scope="col"
                data-align={text === BULK.columns.cost ? 'right' : undefined}
                className="text-micro"
              >
                {text}
              </th>
            ))}
          </tr>
        </thead>
        {children}
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: as above */}
    </Scrollable>
  );
}

/** Draws only the rows near the viewport, with spacers above and below for the rest. */
function VirtualRows({ numbers, ...row }: LabelsTableProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const top = useListTop(body);
  const usual = isNarrow() ? ROW_PX.narrow : ROW_PX.wide;
  const virtual = useWindowVirtualizer({
    count: numbers.length,
    estimateSize: () => usual,
    // A new function would remeasure every row.
    getItemKey: useCallback((index: number) => numbers[index] ?? index, [numbers]),
    overscan: 12,
    scrollMargin: top,
  });
  const items = virtual.getVirtualItems();
  const above = (items[0]?.start ?? top) - top;
  const below = virtual.getTotalSize() - ((items.at(-1)?.end ?? top) - top);
  return (
    <>
      <tbody ref={body} aria-hidden="true">
        <Spacer height={above} />
      </tbody>
      <tbody>
        {items.map((item) => {
          const number = numbers[item.index];
          return number === undefined ? null : (
            <LabelRow
              key={item.key}
              number={number}
              index={item.index + 2}
              measure={virtual.measureElement}
              {...row}
            />
          );
        })}
      </tbody>
      <tbody aria-hidden="true">
        <Spacer height={below} />
      </tbody>
    </>
  );
}

const Spacer = ({ height }: { height: number }) => (
  <tr className="pointer-events-none border-0! p-0!">
    <td colSpan={HEADERS.length} className="border-0! p-0! before:hidden" style={{ height }} />
  </tr>
);
